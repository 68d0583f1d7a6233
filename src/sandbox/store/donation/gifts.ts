import { sql } from "../sql.ts";
import {
  boolean,
  decimal,
  findField,
  instant,
  integer,
  Kind,
  organizationId,
  part,
  present,
  text,
  type DonationRecord,
  type Field,
  type PartSource,
} from "./kind.ts";
import { money } from "./money.ts";
import { relatedPart, rowById } from "./related.ts";

export const giftStatuses = ["Approved", "ChargeBack", "Refunded"] as const;

/** The projects that a gift goes to, each with its part of the amount. */
const projects = part("projects", (source) => {
  const ids = source.rows.flatMap((row) => [row["project_id"], row["split_project_id"]]);
  const project = rowById(source, sql`donation_project`, ids);
  const share = (id: unknown, cents: number): DonationRecord => ({
    id,
    name: project(id)?.["name"] ?? null,
    amount: cents / 100,
  });
  return (row) => {
    const [all, split] = [Number(row["amount"]), Number(row["split_amount"] ?? 0)];
    const first = share(row["project_id"], all - split);
    return row["split_project_id"] === null ? [first] : [first, share(row["split_project_id"], split)];
  };
});

/**
 * What the chosen columns hold, in their order and as a person would read it; empty when none were chosen.
 */
const metadata = part("metadata", ({ chosen = [] }: PartSource) => {
  const fields: readonly Field[] = chosen.flatMap((name) => findField(gifts, name) ?? []);
  return (row) =>
    fields.map((field) =>
      field.type === "decimal" ? money(Number(row[field.column.text])) : String(present(field, row) ?? ""),
    );
});

/** The donor that `donor_id` names, in short. */
export const donorOf = {
  table: sql`donation_donor`,
  column: "donor_id",
  shows: ["id", "name", "email"],
} as const;

const columns = {
  organizationId,
  donorId: integer.required.sortable,
  donorName: text.required.sortable,
  amount: decimal.required.sortable,
  date: instant.required.sortable,
  status: text.required.oneOf(giftStatuses).sortable,
  paymentMethod: text.oneOf(["Card", "BankTransfer", "Check", "Cash"]),
  reference: text,
  isAnonymous: boolean.required,
  campaignId: integer,
  segmentId: integer,
  recurringGiftId: integer,
  projectId: integer.required,
  splitProjectId: integer.internal,
  splitAmount: decimal.internal,
  createdDate: instant.required.sortable,
  modifiedDate: instant.required.sortable,
};

/**
 * Gifts, with their donor's name beside them since they can be ordered by it. A gift goes to one project, or to two: a
 * part of it, `splitAmount`, to the second.
 */
export const gifts: Kind<typeof columns> = new Kind("gift", columns, {
  isLarge: true,
  parts: [
    projects,
    metadata,
    relatedPart("donor", donorOf, "details"),
    relatedPart(
      "campaign",
      { table: sql`donation_campaign`, column: "campaign_id", shows: ["id", "name"] },
      "details",
    ),
  ],
});
