import { sql } from "../sql.ts";
import { campaigns } from "./campaigns.ts";
import { boolean, decimal, instant, integer, Kind, organizationId, text } from "./kind.ts";
import { named, relatedPart } from "./related.ts";

/** Segments: the parts of a campaign that gifts are attributed to. */
export const segments = new Kind(
  "segment",
  {
    organizationId,
    name: text.sortable.replaceable,
    code: text.sortable.replaceable,
    description: text.replaceable,
    campaignId: integer.to(campaigns.table).sortable.indexed.replaceable,
    cost: decimal.replaceable,
    isActive: boolean.replaceable,
    createdDate: instant.required.sortable,
    modifiedDate: instant.required.sortable,
  },
  {
    parts: [
      relatedPart("campaign", { table: campaigns.table, column: sql`campaign_id`, shows: named }, "details"),
    ],
  },
);
