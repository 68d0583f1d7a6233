import { sql, type Sql } from "../sql.ts";
import { objectJson, part, type Part } from "./kind.ts";

/** SQL for a list of a table's rows, each named `related`, whose `column` holds the record's id; ordered by id. */
export const listJson = (table: Sql, column: Sql, shown: Sql, condition = sql`1`): Sql =>
  sql`(select json_group_array(${shown} order by related.id) from ${table} as related
    where related.organization_id = record.organization_id and related.${column} = record.id and ${condition})`;

/** Texts and integers of a row of another table, by column name. */
export interface Related {
  readonly table: Sql;
  /** The record's column with its id. */
  readonly column: Sql;
  readonly shows: Readonly<Record<string, Sql>>;
}

/** What most records show of another record. */
export const named = { id: sql`related.id`, name: sql`related.name` };

/** SQL for what a record shows of the row that a column refers to, or null. */
export const relatedJson = ({ table, column, shows }: Related): Sql =>
  sql`(select ${objectJson(shows)} from ${table} as related
    where related.organization_id = record.organization_id and related.id = record.${column})`;

/** Some columns of the record that `column` refers to, or null. */
export const relatedPart = (name: string, related: Related, comes: Part["comes"]): Part =>
  part(name, relatedJson(related), comes);
