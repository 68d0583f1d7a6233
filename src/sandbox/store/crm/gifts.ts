import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { inSight, type Viewer } from "./viewer.ts";

/** What a gift is made of. */
export interface GiftInput {
  /** Cents, not negative. */
  readonly amount: number;
  /** Milliseconds since the epoch. */
  readonly givenAt: number;
  readonly giftType: string;
  readonly note: string | null;
}

/** A gift of a contact. */
export interface Gift extends GiftInput {
  readonly id: number;
  readonly contactId: number;
}

/** The giving summary of a contact. Sums are cents as text: they may outgrow what a number holds exactly. */
export interface Giving {
  readonly lifeToDate: string;
  readonly yearToDate: string;
  readonly last: { readonly amount: number; readonly givenAt: number } | undefined;
}

/** The index holds all that a giving summary needs. */
export const giftSchema = sql`
  create table crm_gift (
    id integer primary key autoincrement,
    organization_id integer not null references organization (id),
    contact_id integer not null references crm_contact (id),
    amount integer not null,
    given_at integer not null,
    gift_type text not null,
    note text
  ) strict;
  create index crm_gift_by_contact on crm_gift (contact_id, given_at, amount);
`;

/** Stores a gift and returns its id. */
export const addGift = (
  database: Database,
  organizationId: number,
  gift: GiftInput & { readonly contactId: number },
): number =>
  database.run(sql`
    insert into crm_gift (organization_id, contact_id, amount, given_at, gift_type, note)
    values (${organizationId}, ${gift.contactId}, ${gift.amount}, ${gift.givenAt},
      ${gift.giftType}, ${gift.note})`).lastId;

/** Overwrites a gift; it stays with its contact. */
export const saveGift = (database: Database, organizationId: number, id: number, gift: GiftInput): void => {
  database.run(sql`
    update crm_gift set amount = ${gift.amount}, given_at = ${gift.givenAt}, gift_type = ${gift.giftType},
      note = ${gift.note}
    where organization_id = ${organizationId} and id = ${id}`);
};

export const removeGift = (database: Database, organizationId: number, id: number): void => {
  database.run(sql`delete from crm_gift where organization_id = ${organizationId} and id = ${id}`);
};

/** The gift with that id, if its contact is in sight. */
export const findGift = (database: Database, viewer: Viewer, id: number): Gift | undefined =>
  database.get<Gift>(sql`
    select crm_gift.id, contact_id as contactId, amount, given_at as givenAt, gift_type as giftType, note
    from crm_gift join crm_contact on crm_contact.id = contact_id
    where ${inSight(viewer)} and crm_gift.id = ${id}`);

/** What a contact has given in all, and within a year: from its first instant to before the next one's. */
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
