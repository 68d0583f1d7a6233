import { join, sql, type Sql } from "../sql.ts";
import {
  boolean,
  decimal,
  decimalJson,
  fieldJson,
  findField,
  instant,
  integer,
  Kind,
  objectJson,
  organizationId,
  part,
  text,
  type Field,
  type Part,
} from "./kind.ts";
import { moneyJson } from "./money.ts";
import { named, relatedPart, type Related } from "./related.ts";

export const giftStatuses = ["Approved", "ChargeBack", "Refunded"] as const;

/** SQL for a gift's project, with its part of the amount. */
const shareJson = (project: Sql, cents: Sql): Sql =>
  objectJson({
    id: project,
    name: sql`(select name from donation_project as related
      where related.organization_id = record.organization_id and related.id = ${project})`,
    amount: decimalJson(cents),
  });

const split = sql`coalesce(record.split_amount, 0)`;
const first = shareJson(sql`record.project_id`, sql`record.amount - ${split}`);
const second = shareJson(sql`record.split_project_id`, split);

/** The projects of a gift. */
const projects = sql`iif(record.split_project_id is null, json_array(${first}), json_array(${first}, ${second}))`;

/** A field as people read it; null is an empty text. */
const readable = (field: Field): Sql => {
  const column = sql`record.${field.column}`;
  if (field.type === "decimal") return moneyJson(column);
  if (field.type === "boolean") return sql`iif(${column}, 'true', 'false')`;
  return sql`coalesce(cast(${fieldJson(field, sql`record`)} as text), '')`;
};

/** The values of the chosen columns, in their order and as people read them; empty if none were chosen. */
const metadata: Part = {
  name: () => "metadata",
  comes: "always",
  json: (chosen) =>
    sql`json_array(${join(chosen.flatMap((name) => findField(gifts, name) ?? []).map(readable), sql`, `)})`,
};

/** The gift's donor, in short. */
export const donorOf: Related = {
  table: sql`donation_donor`,
  column: sql`donor_id`,
  shows: { ...named, email: sql`related.email` },
};

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
 * Gifts, with their donor's name as a column, because it can order them. A gift belongs to one project, or to two: then
 * `splitAmount` is the second one's part.
 */
export const gifts: Kind<typeof columns> = new Kind("gift", columns, {
  isLarge: true,
  parts: [
    part("projects", projects),
    metadata,
    relatedPart("donor", donorOf, "details"),
    relatedPart(
      "campaign",
      { table: sql`donation_campaign`, column: sql`campaign_id`, shows: named },
      "details",
    ),
  ],
});
