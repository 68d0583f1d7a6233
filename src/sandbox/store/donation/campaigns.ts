import { sql } from "../sql.ts";
import { boolean, decimal, instant, Kind, organizationId, part, text } from "./kind.ts";
import { rowsOfEach } from "./related.ts";

const segments = part(
  "segments",
  (source) => {
    const segmentsOf = rowsOfEach(source, sql`donation_segment`, sql`campaign_id`);
    return (row) => segmentsOf(row).map(({ id, name, code }) => ({ id, name, code }));
  },
  "details",
);

/** Campaigns. */
export const campaigns = new Kind(
  "campaign",
  {
    organizationId,
    name: text.sortable.replaceable.searched,
    description: text.replaceable.searched,
    crmKey: text.replaceable.searched,
    goal: decimal.sortable.replaceable,
    startDate: instant.sortable.replaceable,
    endDate: instant.sortable.replaceable,
    isActive: boolean.replaceable,
    createdDate: instant.required.sortable,
    modifiedDate: instant.required.sortable,
  },
  { parts: [segments] },
);
