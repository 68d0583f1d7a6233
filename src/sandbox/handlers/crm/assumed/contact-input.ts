import type { Context } from "../../../pipeline/endpoint.ts";
import { notConfigured, type Refusal } from "../../../refusal.ts";
import type { AddressInput } from "../../../store/crm/addresses.ts";
import { methodTypesOf, type ContactMethod } from "../../../store/crm/contact-methods.ts";
import type { ContactInput } from "../../../store/crm/contacts.ts";
import type { IndividualInput } from "../../../store/crm/individuals.ts";
import { readFields, type Fields } from "./fields.ts";

/** A method whose type is configured. */
export type NewMethod = Pick<ContactMethod, "value" | "isOptedIn" | "isPrimary"> & {
  readonly typeId: number;
};

export interface NewIndividual {
  readonly input: IndividualInput;
  readonly methods: readonly NewMethod[];
}

/** A contact with its parts, as it is created. */
export interface NewContact {
  readonly contact: ContactInput;
  readonly people: readonly NewIndividual[];
  readonly address: AddressInput | undefined;
}

/** Reads a contact with its individuals, their methods and its address, or 422 with all that is wrong (U-07). */
export const readNewContact = (body: unknown, context: Context): NewContact | Refusal<422> => {
  const typeIds = configuredTypes(context);
  return readFields(body, (fields) => ({
    contact: contactIn(fields, context),
    people: fields.list("contactIndividuals", (inner, index) => individualIn(inner, index, typeIds)),
    address: fields.object("address", addressIn),
  }));
};

/** Reads what a contact is without its parts, or 422. */
export const readContact = (body: unknown, context: Context): ContactInput | Refusal<422> =>
  readFields(body, (fields) => contactIn(fields, context));

const configuredTypes = ({ database, caller }: Context): ReadonlyMap<string, number> =>
  new Map(methodTypesOf(database, caller.organizationId).map(({ id, name }) => [name, id]));

const monthBounds = { minimum: 1, maximum: 12 };
const dayBounds = { minimum: 1, maximum: 31 };
const yearBounds = { minimum: 1000, maximum: 9999 };

const contactIn = (fields: Fields, { assumptions }: Context): ContactInput => ({
  referenceId: fields.optionalText("referenceId"),
  contactType: fields.text("contactType"),
  isPrivate: fields.flag("isPrivate", false),
  name: fields.text("name"),
  informalName: fields.optionalText("informalName"),
  description: fields.optionalText("description"),
  website: fields.optionalText("website"),
  maritalStatus: fields.optionalText("maritalStatus"),
  anniversaryMonth: fields.optionalWhole("anniversaryMonth", monthBounds),
  anniversaryDay: fields.optionalWhole("anniversaryDay", dayBounds),
  anniversaryYear: fields.optionalWhole("anniversaryYear", yearBounds),
  giftAskAmount: fields.optionalAmount("giftAskAmount", assumptions["U-08"]),
  giftAskType: fields.optionalText("giftAskType"),
});

/** The first of a list is the primary individual and the second the secondary, unless the body says otherwise. */
const individualIn = (
  fields: Fields,
  index: number,
  typeIds: ReadonlyMap<string, number>,
): NewIndividual => ({
  input: {
    prefix: fields.optionalText("prefix"),
    firstName: fields.text("firstName"),
    middleName: fields.optionalText("middleName"),
    lastName: fields.text("lastName"),
    suffix: fields.optionalText("suffix"),
    gender: fields.optionalText("gender"),
    isPrimary: fields.flag("isPrimary", index === 0),
    isSecondary: fields.flag("isSecondary", index === 1),
    ...birthIn(fields),
    isDeceased: fields.flag("isDeceased", false),
    passion: fields.optionalText("passion"),
  },
  methods: fields.list("contactMethods", (inner, position) => methodIn(inner, position, typeIds)),
});

const birthIn = (fields: Fields): Pick<IndividualInput, "birthMonth" | "birthDay" | "birthYear"> => {
  const birthMonth = fields.optionalWhole("birthMonth", monthBounds);
  const birthDay = fields.optionalWhole("birthDay", dayBounds);
  const birthYear = fields.optionalWhole("birthYear", yearBounds);
  // Without a year the 29th of February may be meant.
  if (birthMonth !== null && birthDay !== null && !isDay(birthYear ?? 2000, birthMonth, birthDay)) {
    fields.wrong("birthDay", "OUT_OF_RANGE", "The month does not have that day.");
  }
  return { birthMonth, birthDay, birthYear };
};

const isDay = (year: number, month: number, day: number): boolean =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;

const methodIn = (fields: Fields, index: number, typeIds: ReadonlyMap<string, number>): NewMethod => {
  const type = fields.text("type");
  const typeId = typeIds.get(type);
  if (type !== "" && typeId === undefined) {
    const { code, message } = notConfigured("type", "contact method type", type, [...typeIds.keys()]);
    fields.wrong("type", code, message);
  }
  return {
    typeId: typeId ?? 0,
    value: fields.text("value"),
    isOptedIn: fields.flag("isOptedIn", false),
    isPrimary: fields.flag("isPrimary", index === 0),
  };
};

const addressIn = (fields: Fields): AddressInput => ({
  label: fields.optionalText("label"),
  address1: fields.optionalText("address1"),
  address2: fields.optionalText("address2"),
  city: fields.optionalText("city"),
  state: fields.optionalText("state"),
  postal: fields.optionalText("postal"),
  country: fields.optionalText("country"),
  isPrimary: fields.flag("isPrimary", true),
  startMonth: fields.optionalWhole("startMonth", monthBounds),
  startDay: fields.optionalWhole("startDay", dayBounds),
  endMonth: fields.optionalWhole("endMonth", monthBounds),
  endDay: fields.optionalWhole("endDay", dayBounds),
});
