import { boolean, Entity, integer, organization, text, type InputOf, type RecordOf } from "../entity.ts";
import { contacts } from "./contacts.ts";

/** The address of a contact, which has one or none. The season parts bound when it is in use. */
export const addresses = new Entity("crm_address", {
  organizationId: organization,
  contactId: integer.required.unique.to(contacts.table),
  label: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postal: text,
  country: text,
  isPrimary: boolean.required,
  startMonth: integer,
  startDay: integer,
  endMonth: integer,
  endDay: integer,
});

export type Address = RecordOf<typeof addresses>;
export type AddressInput = InputOf<typeof addresses, "contactId">;
