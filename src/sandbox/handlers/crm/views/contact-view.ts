import type { Models } from "../../../../contract/generated/operation-types.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { addresses, type Address } from "../../../store/crm/addresses.ts";
import { methodsOfContact, type ContactMethod } from "../../../store/crm/contact-methods.ts";
import type { Contact } from "../../../store/crm/contacts.ts";
import { givingOf, type Giving } from "../../../store/crm/gifts.ts";
import { individualsOf } from "../../../store/crm/individuals.ts";
import { sql } from "../../../store/sql.ts";
import { individualView } from "./individual-view.ts";
import { decimalString } from "./money.ts";
import { utcDateTime, utcYear } from "./moment.ts";
import { textsOf } from "./unknown-text.ts";

/**
 * A contact with its individuals, their methods, its address and what it has given, counted anew from the gifts
 * (CRM-01). What is unknown and may not be null is left out: address, date of the last gift (U-01).
 */
export const contactView = (contact: Contact, context: Context): Models["crm"]["Contact"] => {
  const { database, caller, clock, assumptions } = context;
  const { organizationId } = caller;
  const methods = Map.groupBy(methodsOfContact(database, organizationId, contact.id), ownerOf);
  const individuals = individualsOf(database, organizationId, contact.id);
  const address = addresses.find(database, sql`contact_id = ${contact.id}`);
  const { informalName, description, giftAskType } = contact;
  return {
    id: contact.id,
    contactType: contact.contactType,
    isPrivate: contact.isPrivate,
    name: contact.name,
    ...textsOf({ informalName, description, giftAskType }, assumptions),
    website: contact.website,
    maritalStatus: contact.maritalStatus,
    anniversaryMonth: contact.anniversaryMonth,
    anniversaryDay: contact.anniversaryDay,
    anniversaryYear: contact.anniversaryYear,
    giftAskAmount: decimalString(contact.giftAskAmount ?? 0),
    ...givingView(givingOf(database, organizationId, contact.id, utcYear(clock.now()))),
    contactIndividuals: individuals.map((individual) =>
      individualView(individual, methods.get(individual.id) ?? [], context),
    ),
    ...(address === undefined ? {} : { address: addressView(address, context) }),
    ...(assumptions["U-35"] === "extra" ? extraFields(contact) : {}),
  };
};

const ownerOf = ({ individualId }: ContactMethod): number => individualId;

const givingView = ({ lifeToDate, yearToDate, last }: Giving): Partial<Models["crm"]["Contact"]> => ({
  lifeToDateGiving: decimalString(lifeToDate),
  yearToDateGiving: decimalString(yearToDate),
  lastGiftAmount: decimalString(last?.amount ?? 0),
  ...(last === undefined ? {} : { lastGiftDate: utcDateTime(last.givenAt) }),
});

const addressView = (address: Address, { assumptions }: Context): Models["crm"]["Address"] => {
  const { label, address1, city, state, postal, country } = address;
  return {
    id: address.id,
    ...textsOf({ label, address1, city, state, postal, country }, assumptions),
    address2: address.address2,
    isPrimary: address.isPrimary,
    startMonth: address.startMonth,
    startDay: address.startDay,
    endMonth: address.endMonth,
    endDay: address.endDay,
  };
};

/** Fields that the Contact model does not have (U-35). */
const extraFields = (contact: Contact): Record<string, unknown> => ({
  referenceId: contact.referenceId,
  createDateTimeUtc: utcDateTime(contact.createdAt),
  modifiedDateTimeUtc: utcDateTime(contact.modifiedAt),
  tags: [],
  customFields: [],
});
