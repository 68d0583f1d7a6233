import type { Database } from "../database.ts";
import {
  decimal,
  Entity,
  instant,
  integer,
  organization,
  text,
  type InputOf,
  type RecordOf,
} from "../entity.ts";
import { sql } from "../sql.ts";
import { contacts } from "./contacts.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** A gift of a contact; the amount is not negative. The index covers every column of a giving summary. */
export const gifts = new Entity(
  "crm_gift",
  {
    organizationId: organization,
    contactId: integer.required.to(contacts.table),
    amount: decimal.required.replaceable,
    givenAt: instant.required.replaceable.as("giftDate"),
    giftType: text.required.replaceable,
    note: text.replaceable,
  },
  {
    neverReused: true,
    indexes: sql`create index crm_gift_by_contact on crm_gift (contact_id, given_at, amount)`,
  },
);

export type Gift = RecordOf<typeof gifts>;
export type GiftInput = InputOf<typeof gifts, "contactId">;

const withContact = { from: sql`crm_gift join crm_contact on crm_contact.id = contact_id` };

/** The gift with the id, if its contact is visible. */
export const findGift = (database: Database, viewer: Viewer, id: number): Gift | undefined =>
  gifts.find(database, sql`${inSight(viewer)} and crm_gift.id = ${id}`, withContact);
