import { sql } from "../sql.ts";
import { campaigns } from "./campaigns.ts";
import { boolean, decimal, instant, integer, text } from "./field.ts";
import { part, type Kind } from "./kind.ts";
import { rowById } from "./related.ts";
import type { Replaceable } from "./replace.ts";

/** Segments: the parts of a campaign that gifts are traced to. Whatever a replacement leaves out is null. */
export const segmentSchema = sql`
  create table donation_segment (
    id integer primary key,
    organization_id integer not null,
    campaign_id integer references donation_campaign (id),
    name text collate nocase,
    code text collate nocase,
    description text collate nocase,
    cost_cents integer,
    is_active integer,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

export const segmentIndexes = sql`
  create index donation_segment_by_organization on donation_segment (organization_id);
  create index donation_segment_by_campaign on donation_segment (campaign_id);
`;

const campaign = part(
  "campaign",
  ({ database, organizationId, rows }) => {
    const ids = rows.map((row) => row["campaign_id"]);
    const found = rowById(database, { table: campaigns.table, organizationId, ids });
    return (row) => {
      const related = found(row["campaign_id"]);
      return related === undefined ? null : { id: related["id"], name: related["name"] };
    };
  },
  "details",
);

export const segments: Kind = {
  name: "segment",
  table: sql`donation_segment`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    text("name", sql`name`, { isSortable: true }),
    text("code", sql`code`, { isSortable: true }),
    text("description", sql`description`),
    integer("campaignId", sql`campaign_id`, { isSortable: true }),
    decimal("cost", sql`cost_cents`),
    boolean("isActive", sql`is_active`),
    instant("createdDate", sql`created_at`, { isSortable: true }),
    instant("modifiedDate", sql`modified_at`, { isSortable: true }),
    instant("modifiedDateTimeUtc", sql`modified_at`, { isSortable: true, isShown: false }),
  ],
  parts: [campaign],
};

/** What a replacement writes (U-16). */
export const replaceableSegments: Replaceable = {
  kind: segments,
  written: ["name", "code", "description", "campaignId", "cost", "isActive"],
  references: [{ name: "campaignId", table: campaigns.table }],
  searched: [],
};
