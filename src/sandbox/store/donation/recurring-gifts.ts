import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { decimal, instant, integer, sorted, text } from "./field.ts";
import { donorsOf } from "./gifts.ts";
import { part, type Kind } from "./kind.ts";
import { currencyCode, money } from "./money.ts";
import { rowById } from "./related.ts";

export const recurringGiftStatuses = ["Active", "Paused", "Cancelled"] as const;
export const frequencies = ["Weekly", "Monthly", "Quarterly", "Yearly"] as const;

/** Promises to give again and again. */
export const recurringGiftSchema = sql`
  create table donation_recurring_gift (
    id integer primary key,
    organization_id integer not null,
    donor_id integer not null,
    profile_number text collate nocase,
    amount_cents integer not null,
    frequency text not null collate nocase,
    status text not null collate nocase,
    started_at integer not null,
    next_gift_at integer,
    ended_at integer,
    project_id integer not null,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

export const recurringGiftIndexes = sql`
  create index donation_recurring_gift_by_organization on donation_recurring_gift (organization_id);
  create index donation_recurring_gift_by_amount on donation_recurring_gift (organization_id, amount_cents);
  create index donation_recurring_gift_by_status on donation_recurring_gift (organization_id, status);
  create index donation_recurring_gift_by_next_gift on donation_recurring_gift (organization_id, next_gift_at);
  create index donation_recurring_gift_by_project on donation_recurring_gift (organization_id, project_id);
  create index donation_recurring_gift_by_creation on donation_recurring_gift (organization_id, created_at);
  create index donation_recurring_gift_by_modification on donation_recurring_gift (organization_id, modified_at);
`;

const project = part(
  "project",
  ({ database, organizationId, rows }) => {
    const ids = rows.map((row) => row["project_id"]);
    const found = rowById(database, { table: sql`donation_project`, organizationId, ids });
    return (row) => {
      const related = found(row["project_id"]);
      return related === undefined ? null : { id: related["id"], name: related["name"] };
    };
  },
  "details",
);

export const recurringGifts: Kind = {
  name: "recurringGift",
  table: sql`donation_recurring_gift`,
  isLarge: true,
  fields: [
    integer("id", sql`id`, sorted(sql`donation_recurring_gift_by_organization`)),
    integer("organizationId", sql`organization_id`),
    text("profileNumber", sql`profile_number`),
    integer("donorId", sql`donor_id`),
    decimal("amount", sql`amount_cents`, sorted(sql`donation_recurring_gift_by_amount`)),
    text("frequency", sql`frequency`, { values: frequencies }),
    text("status", sql`status`, {
      ...sorted(sql`donation_recurring_gift_by_status`),
      values: recurringGiftStatuses,
    }),
    instant("startDate", sql`started_at`),
    instant("nextGiftDate", sql`next_gift_at`, sorted(sql`donation_recurring_gift_by_next_gift`)),
    instant("endDate", sql`ended_at`),
    integer("projectId", sql`project_id`, { index: sql`donation_recurring_gift_by_project` }),
    instant("createdDate", sql`created_at`, sorted(sql`donation_recurring_gift_by_creation`)),
    instant("modifiedDate", sql`modified_at`, sorted(sql`donation_recurring_gift_by_modification`)),
    instant("modifiedDateTimeUtc", sql`modified_at`, {
      ...sorted(sql`donation_recurring_gift_by_modification`),
      isShown: false,
    }),
  ],
  parts: [
    part("currencyCode", () => () => currencyCode),
    part("formattedAmount", () => (row) => money(Number(row["amount_cents"]))),
    part("donor", donorsOf),
    project,
  ],
};

/** Lets every recurring gift of one project go to another from now on; the answer gives their ids. */
export const moveRecurringGifts = (
  database: Database,
  move: { readonly organizationId: number; readonly from: number; readonly to: number; readonly now: number },
): number[] =>
  database
    .all<{ id: number }>(
      sql`
      update donation_recurring_gift set project_id = ${move.to}, modified_at = ${move.now}
      where organization_id = ${move.organizationId} and project_id = ${move.from} and project_id <> ${move.to}
      returning id`,
    )
    .map(({ id }) => id);
