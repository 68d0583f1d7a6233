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

/** The giving summary of a contact. Sums are cents as text, because they may exceed what a number holds exactly. */
export interface Giving {
  readonly lifeToDate: string;
  readonly yearToDate: string;
  readonly last: { readonly amount: number; readonly givenAt: number } | undefined;
}

const withContact = { from: sql`crm_gift join crm_contact on crm_contact.id = contact_id` };

/** The gift with the id, if its contact is visible. */
export const findGift = (database: Database, viewer: Viewer, id: number): Gift | undefined =>
  gifts.find(database, sql`${inSight(viewer)} and crm_gift.id = ${id}`, withContact);

/** A contact's gifts in total, and within a year: from its first instant to before the next year's. */
export const givingOf = (
  database: Database,
  organizationId: number,
  contactId: number,
  year: { readonly from: number; readonly before: number },
): Giving => {
  const ofContact = sql`from crm_gift where organization_id = ${organizationId} and contact_id = ${contactId}`;
  const sums = database.get<{ lifeToDate: string; yearToDate: string }>(sql`
    select cast(coalesce(sum(amount), 0) as text) as lifeToDate,
      cast(coalesce(sum(amount) filter (where given_at >= ${year.from} and given_at < ${year.before}), 0) as text)
        as yearToDate
    ${ofContact}`);
  const last = database.get<{ amount: number; givenAt: number }>(
    sql`select amount, given_at as givenAt ${ofContact} order by given_at desc, id desc limit 1`,
  );
  return { lifeToDate: sums?.lifeToDate ?? "0", yearToDate: sums?.yearToDate ?? "0", last };
};
