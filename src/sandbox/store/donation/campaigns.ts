import { sql } from "../sql.ts";
import { boolean, decimal, instant, integer, text } from "./field.ts";
import { part, type Kind } from "./kind.ts";
import { rowsBy } from "./related.ts";
import type { Replaceable } from "./replace.ts";

/** Campaigns. Whatever a replacement leaves out is null. */
export const campaignSchema = sql`
  create table donation_campaign (
    id integer primary key,
    organization_id integer not null,
    name text collate nocase,
    description text collate nocase,
    crm_key text collate nocase,
    goal_cents integer,
    starts_at integer,
    ends_at integer,
    is_active integer,
    created_at integer not null,
    modified_at integer not null,
    search text not null
  ) strict;
`;

export const campaignIndexes = sql`
  create index donation_campaign_by_organization on donation_campaign (organization_id);
`;

const segments = part(
  "segments",
  ({ database, organizationId, rows }) => {
    const ids = rows.map(({ id }) => id);
    const found = rowsBy(database, {
      table: sql`donation_segment`,
      column: sql`campaign_id`,
      organizationId,
      ids,
    });
    return ({ id }) =>
      (found.get(id) ?? []).map((row) => ({ id: row["id"], name: row["name"], code: row["code"] }));
  },
  "details",
);

export const campaigns: Kind = {
  name: "campaign",
  table: sql`donation_campaign`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    text("name", sql`name`, { isSortable: true }),
    text("description", sql`description`),
    text("crmKey", sql`crm_key`),
    decimal("goal", sql`goal_cents`, { isSortable: true }),
    instant("startDate", sql`starts_at`, { isSortable: true }),
    instant("endDate", sql`ends_at`, { isSortable: true }),
    boolean("isActive", sql`is_active`),
    instant("createdDate", sql`created_at`, { isSortable: true }),
    instant("modifiedDate", sql`modified_at`, { isSortable: true }),
    instant("modifiedDateTimeUtc", sql`modified_at`, { isSortable: true, isShown: false }),
  ],
  parts: [segments],
};

/** What a replacement writes (U-16). */
export const replaceableCampaigns: Replaceable = {
  kind: campaigns,
  written: ["name", "description", "crmKey", "goal", "startDate", "endDate", "isActive"],
  references: [],
  searched: ["name", "description", "crmKey"],
};
