import { sql } from "../sql.ts";
import { boolean, decimal, instant, Kind, objectJson, organizationId, part, text } from "./kind.ts";
import { listJson } from "./related.ts";

const segment = objectJson({ id: sql`related.id`, name: sql`related.name`, code: sql`related.code` });

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
  { parts: [part("segments", listJson(sql`donation_segment`, sql`campaign_id`, segment), "details")] },
);
