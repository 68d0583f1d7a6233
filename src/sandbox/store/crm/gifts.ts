import {
  decimalColumn,
  Entity,
  instantColumn,
  integerColumn,
  organization,
  textColumn,
  type InputOf,
  moreColumn,
} from "../entity.ts";
import { sql } from "../sql.ts";
import { contacts } from "./contacts.ts";

/** A gift of a contact; the amount is not negative. The index covers every column of a giving summary. */
export const crmGifts = new Entity(
  "crm_gift",
  {
    organizationId: organization,
    contactId: integerColumn.required.to(contacts.table),
    amount: decimalColumn.required.replaceable,
    givenAt: instantColumn.required.replaceable.as("giftDate"),
    giftType: textColumn.required.replaceable,
    note: textColumn.replaceable,
    more: moreColumn,
  },
  {
    neverReused: true,
    indexes: sql`create index crm_gift_by_contact on crm_gift (contact_id, given_at, amount)`,
  },
);

export type GiftInput = InputOf<typeof crmGifts, "contactId">;
