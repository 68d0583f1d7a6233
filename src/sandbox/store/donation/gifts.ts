import { sql } from "../sql.ts";
import { boolean, decimal, instant, integer, present, sorted, text, type Row } from "./field.ts";
import { findField, part, type DonationRecord, type Kind, type PartSource } from "./kind.ts";
import { money } from "./money.ts";
import { rowById } from "./related.ts";

export const giftStatuses = ["Approved", "ChargeBack", "Refunded"] as const;
export const paymentMethods = ["Card", "BankTransfer", "Check", "Cash"] as const;

/**
 * Gifts, with their donor's name beside them since they can be ordered by it. A gift goes to one project,
 * or to two: `split_cents` of it to the second.
 */
export const giftSchema = sql`
  create table donation_gift (
    id integer primary key,
    organization_id integer not null,
    donor_id integer not null,
    donor_name text not null collate nocase,
    amount_cents integer not null,
    gift_at integer not null,
    status text not null collate nocase,
    payment_method text collate nocase,
    reference text collate nocase,
    is_anonymous integer not null,
    campaign_id integer,
    segment_id integer,
    recurring_gift_id integer,
    project_id integer not null,
    split_project_id integer,
    split_cents integer,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

export const giftIndexes = sql`
  create index donation_gift_by_organization on donation_gift (organization_id);
  create index donation_gift_by_donor on donation_gift (organization_id, donor_id);
  create index donation_gift_by_donor_name on donation_gift (organization_id, donor_name);
  create index donation_gift_by_amount on donation_gift (organization_id, amount_cents);
  create index donation_gift_by_date on donation_gift (organization_id, gift_at);
  create index donation_gift_by_status on donation_gift (organization_id, status);
  create index donation_gift_by_creation on donation_gift (organization_id, created_at);
  create index donation_gift_by_modification on donation_gift (organization_id, modified_at);
`;

/** The projects that a gift goes to, each with its part of the amount. */
const projects = part("projects", ({ database, organizationId, rows }) => {
  const ids = rows.flatMap((row) => [row["project_id"], row["split_project_id"]]);
  const project = rowById(database, { table: sql`donation_project`, organizationId, ids });
  const share = (id: unknown, cents: number): DonationRecord => ({
    id,
    name: project(id)?.["name"] ?? null,
    amount: cents / 100,
  });
  return (row) => {
    const [all, split] = [Number(row["amount_cents"]), Number(row["split_cents"] ?? 0)];
    const first = share(row["project_id"], all - split);
    return row["split_project_id"] === null ? [first] : [first, share(row["split_project_id"], split)];
  };
});

/**
 * What the chosen columns hold, in their order and as a person would read it; empty when none were chosen.
 */
const metadata = part("metadata", ({ chosen = [] }: PartSource) => {
  const fields = chosen.map((name) => findField(gifts, name)).filter((field) => field !== undefined);
  return (row) =>
    fields.map((field) =>
      field.type === "decimal" ? money(Number(row[field.column.text])) : String(present(field, row) ?? ""),
    );
});

const donor = part("donor", (source) => donorsOf(source), "details");

const campaign = part(
  "campaign",
  ({ database, organizationId, rows }) => {
    const ids = rows.map((row) => row["campaign_id"]);
    const found = rowById(database, { table: sql`donation_campaign`, organizationId, ids });
    return (row) => {
      const related = found(row["campaign_id"]);
      return related === undefined ? null : { id: related["id"], name: related["name"] };
    };
  },
  "details",
);

/** The donor that `donor_id` names, in short. */
export const donorsOf = ({
  database,
  organizationId,
  rows,
}: PartSource): ((row: Row) => DonationRecord | null) => {
  const ids = rows.map((row) => row["donor_id"]);
  const found = rowById(database, { table: sql`donation_donor`, organizationId, ids });
  return (row) => {
    const related = found(row["donor_id"]);
    return related === undefined
      ? null
      : { id: related["id"], name: related["name"], email: related["email"] };
  };
};

export const gifts: Kind = {
  name: "gift",
  table: sql`donation_gift`,
  isLarge: true,
  fields: [
    integer("id", sql`id`, sorted(sql`donation_gift_by_organization`)),
    integer("donorId", sql`donor_id`, sorted(sql`donation_gift_by_donor`)),
    text("donorName", sql`donor_name`, sorted(sql`donation_gift_by_donor_name`)),
    decimal("amount", sql`amount_cents`, sorted(sql`donation_gift_by_amount`)),
    instant("date", sql`gift_at`, sorted(sql`donation_gift_by_date`)),
    text("status", sql`status`, { ...sorted(sql`donation_gift_by_status`), values: giftStatuses }),
    text("paymentMethod", sql`payment_method`, { values: paymentMethods }),
    text("reference", sql`reference`),
    boolean("isAnonymous", sql`is_anonymous`),
    integer("campaignId", sql`campaign_id`),
    integer("segmentId", sql`segment_id`),
    integer("recurringGiftId", sql`recurring_gift_id`),
    integer("projectId", sql`project_id`),
    instant("createdDate", sql`created_at`, sorted(sql`donation_gift_by_creation`)),
    instant("modifiedDate", sql`modified_at`, sorted(sql`donation_gift_by_modification`)),
    instant("modifiedDateTimeUtc", sql`modified_at`, {
      ...sorted(sql`donation_gift_by_modification`),
      isShown: false,
    }),
  ],
  parts: [projects, metadata, donor, campaign],
};
