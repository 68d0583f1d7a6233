import { sql } from "../sql.ts";
import { boolean, instant, integer, text } from "./field.ts";
import { part, type Kind } from "./kind.ts";

export const customFieldTypes = ["Text", "Number", "Date", "Boolean", "List"] as const;

/**
 * Fields that an organization adds to its donors or gifts. `options` is a JSON array, empty but for lists.
 */
export const customFieldSchema = sql`
  create table donation_custom_field (
    id integer primary key,
    organization_id integer not null,
    name text not null collate nocase,
    record_type text not null collate nocase,
    data_type text not null collate nocase,
    options text not null,
    is_required integer not null,
    position integer not null,
    created_at integer not null,
    modified_at integer not null
  ) strict;
`;

const options = part(
  "options",
  () =>
    ({ options: stored }) =>
      // Only the seed writes it.
      JSON.parse(String(stored)) as unknown,
);

export const customFields: Kind = {
  name: "customField",
  table: sql`donation_custom_field`,
  isLarge: false,
  fields: [
    integer("id", sql`id`, { isSortable: true }),
    text("name", sql`name`, { isSortable: true }),
    text("recordType", sql`record_type`, { values: ["Donor", "Gift"] }),
    text("dataType", sql`data_type`, { values: customFieldTypes }),
    boolean("isRequired", sql`is_required`),
    integer("position", sql`position`, { isSortable: true }),
    instant("createdDate", sql`created_at`, { isSortable: true }),
    instant("modifiedDate", sql`modified_at`, { isSortable: true }),
    instant("modifiedDateTimeUtc", sql`modified_at`, { isSortable: true, isShown: false }),
  ],
  parts: [options],
};
