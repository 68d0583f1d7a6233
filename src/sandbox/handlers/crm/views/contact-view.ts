import type { Models } from "../../../../contract/generated/operation-types.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { addresses } from "../../../store/crm/addresses.ts";
import { contactMethods, methodsOfContact, type ContactMethod } from "../../../store/crm/contact-methods.ts";
import { contacts, type Contact } from "../../../store/crm/contacts.ts";
import { givingOf, type Giving } from "../../../store/crm/gifts.ts";
import { individuals, individualsOf, type Individual } from "../../../store/crm/individuals.ts";
import { sql } from "../../../store/sql.ts";
import { createView, decimalString } from "../fields.ts";
import { utcDateTime, utcYear } from "../../../moment.ts";

type View = Models["crm"]["Contact"];
type IndividualView = Models["crm"]["ContactIndividual"];

const ownView = createView<View>(contacts);
const addressView = createView<Models["crm"]["Address"]>(addresses);
const personView = createView<IndividualView>(individuals);
const methodView = createView<Models["crm"]["ContactMethod"]>(contactMethods);

/**
 * A contact with its individuals, their methods, its address and its giving summary, computed from the gifts (CRM-01).
 * Unknown values that may not be null are left out: address, date of the last gift (U-01).
 */
export const contactView = (contact: Contact, context: Context): View => {
  const { database, caller, clock, assumptions } = context;
  const { organizationId } = caller;
  const methods = Map.groupBy(methodsOfContact(database, organizationId, contact.id), ownerOf);
  const address = addresses.find(database, sql`contact_id = ${contact.id}`);
  return {
    ...ownView(contact, assumptions),
    ...givingView(givingOf(database, organizationId, contact.id, utcYear(clock.now()))),
    contactIndividuals: individualsOf(database, organizationId, contact.id).map((individual) => ({
      ...personView(individual, assumptions),
      ...birthView(individual, clock.now()),
      contactMethods: (methods.get(individual.id) ?? []).map((method) => ({
        ...methodView(method, assumptions),
        type: method.type,
      })),
    })),
    ...(address === undefined ? {} : { address: addressView(address, assumptions) }),
    ...(assumptions["U-35"] === "extra" ? extraFields(contact) : {}),
  };
};

const ownerOf = ({ individualId }: ContactMethod): number => individualId;

const givingView = ({ lifeToDate, yearToDate, last }: Giving): Partial<View> => ({
  lifeToDateGiving: decimalString(lifeToDate),
  yearToDateGiving: decimalString(yearToDate),
  lastGiftAmount: decimalString(last?.amount ?? 0),
  ...(last === undefined ? {} : { lastGiftDate: utcDateTime(last.givenAt) }),
});

/** Unknown parts of the birth date are left out (U-01). */
const birthView = ({ birthYear, birthMonth, birthDay }: Individual, now: number): IndividualView => ({
  ...(birthMonth === null ? {} : { birthMonth }),
  ...(birthDay === null ? {} : { birthDay }),
  ...(birthYear === null
    ? {}
    : { birthYear, approximateAge: ageAt(now, birthYear, birthMonth ?? 1, birthDay ?? 1) }),
  ...(birthYear === null || birthMonth === null || birthDay === null
    ? {}
    : { birthDate: utcDateTime(Date.UTC(birthYear, birthMonth - 1, birthDay)) }),
});

/** Age in full years at an instant, in UTC. */
const ageAt = (now: number, year: number, month: number, day: number): number => {
  const today = new Date(now);
  const hadBirthday =
    Date.UTC(2000, today.getUTCMonth(), today.getUTCDate()) >= Date.UTC(2000, month - 1, day);
  return Math.max(0, today.getUTCFullYear() - year - (hadBirthday ? 0 : 1));
};

/** Fields that the Contact model lacks (U-35). */
const extraFields = (contact: Contact): Record<string, unknown> => ({
  referenceId: contact.referenceId,
  createDateTimeUtc: utcDateTime(contact.createdAt),
  modifiedDateTimeUtc: utcDateTime(contact.modifiedAt),
  tags: [],
  customFields: [],
});
