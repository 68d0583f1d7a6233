import type { SandboxDatabase } from "../database.ts";
import {
  decimalColumn,
  Entity,
  instantColumn,
  integerColumn,
  organization,
  textColumn,
  type InputOf,
  type RecordOf,
} from "../entity.ts";
import { sql } from "../sql.ts";
import { contacts } from "./contacts.ts";
import { inSight, type Viewer } from "./viewer.ts";

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
  },
  {
    neverReused: true,
    indexes: sql`create index crm_gift_by_contact on crm_gift (contact_id, given_at, amount)`,
  },
);

export type Gift = RecordOf<typeof crmGifts>;
export type GiftInput = InputOf<typeof crmGifts, "contactId">;

const withContact = { from: sql`crm_gift join crm_contact on crm_contact.id = contact_id` };

/** The gift with the id, if its contact is visible. */
export const findGift = (database: SandboxDatabase, viewer: Viewer, id: number): Gift | undefined =>
  crmGifts.find(database, sql`${inSight(viewer)} and crm_gift.id = ${id}`, withContact);
