import type { Database } from "../database.ts";
import type { Row } from "../entity.ts";
import { sql, type Sql } from "../sql.ts";
import { part, type DonationRecord, type Part, type PartSource } from "./kind.ts";

/** The rows of an organization whose `column` holds one of the ids, by that id, each list ordered by id. */
const rowsBy = (
  { database, organizationId }: { database: Database; organizationId: number },
  { table, column, ids }: { table: Sql; column: Sql; ids: Iterable<unknown> },
): ReadonlyMap<unknown, readonly Row[]> => {
  const sought = [...new Set(ids)].filter((id) => typeof id === "number");
  if (sought.length === 0) return new Map();
  const rows = database.all<Row>(sql`
    select * from ${table}
    where organization_id = ${organizationId} and ${column} in (select value from json_each(${JSON.stringify(sought)}))
    order by id`);
  return Map.groupBy(rows, (row) => row[column.text]);
};

/** The rows of a table that refer to each of the rows, by id. */
export const rowsOfEach = (source: PartSource, table: Sql, column: Sql): ((row: Row) => readonly Row[]) => {
  const found = rowsBy(source, { table, column, ids: source.rows.map(({ id }) => id) });
  return ({ id }) => found.get(id) ?? [];
};

/** The only row of each id, for tables whose key the ids are. */
export const rowById = (
  source: PartSource,
  table: Sql,
  ids: Iterable<unknown>,
): ((id: unknown) => Row | undefined) => {
  const found = rowsBy(source, { table, column: sql`id`, ids });
  return (id) => found.get(id)?.[0];
};

/** Some columns of the record that `column` names, or null. */
export const relatedPart = (
  name: string,
  {
    table,
    column,
    shows,
  }: { readonly table: Sql; readonly column: string; readonly shows: readonly string[] },
  comes: Part["comes"],
): Part =>
  part(
    name,
    (source) => {
      const found = rowById(
        source,
        table,
        source.rows.map((row) => row[column]),
      );
      return (row): DonationRecord | null => {
        const related = found(row[column]);
        return related === undefined ? null : Object.fromEntries(shows.map((key) => [key, related[key]]));
      };
    },
    comes,
  );
