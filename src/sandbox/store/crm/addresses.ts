import { boolean, Entity, integer, organization, text, type InputOf } from "../entity.ts";
import { contacts } from "./contacts.ts";

/** The address of a contact, which has at most one. The season parts limit when it is in use. */
export const addresses = new Entity("crm_address", {
  organizationId: organization,
  contactId: integer.required.unique.internal.to(contacts.table),
  label: text.replaceable.neverNull,
  address1: text.replaceable.neverNull,
  address2: text.replaceable,
  city: text.replaceable.neverNull,
  state: text.replaceable.neverNull,
  postal: text.replaceable.neverNull,
  country: text.replaceable.neverNull,
  isPrimary: boolean.required.replaceable,
  startMonth: integer.replaceable,
  startDay: integer.replaceable,
  endMonth: integer.replaceable,
  endDay: integer.replaceable,
});

export type AddressInput = InputOf<typeof addresses, "contactId">;
