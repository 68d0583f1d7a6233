import { json } from "../entity.ts";
import { sql } from "../sql.ts";
import { boolean, instant, integer, Kind, organizationId, part, text } from "./kind.ts";

/** Custom fields of an organization's donors or gifts. Only lists have options. */
export const customFields = new Kind(
  "customField",
  {
    organizationId,
    name: text.required.sortable,
    recordType: text.required.oneOf(["Donor", "Gift"]),
    dataType: text.required.oneOf(["Text", "Number", "Date", "Boolean", "List"]),
    options: json<readonly string[]>().required,
    isRequired: boolean.required,
    position: integer.required.sortable,
    createdDate: instant.required.sortable,
    modifiedDate: instant.required.sortable,
  },
  {
    parts: [part("options", sql`json(record.options)`)],
  },
);
