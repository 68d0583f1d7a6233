import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
import type { Row } from "./field.ts";

/** The rows of an organization whose `column` holds one of the ids, by that id, each list ordered by id. */
export const rowsBy = (
  database: Database,
  {
    table,
    column,
    organizationId,
    ids,
  }: { table: Sql; column: Sql; organizationId: number; ids: Iterable<unknown> },
): ReadonlyMap<unknown, readonly Row[]> => {
  const sought = [...new Set(ids)].filter((id) => typeof id === "number");
  if (sought.length === 0) return new Map();
  const rows = database.all<Row>(sql`
    select * from ${table}
    where organization_id = ${organizationId} and ${column} in (select value from json_each(${JSON.stringify(sought)}))
    order by id`);
  return Map.groupBy(rows, (row) => row[column.text]);
};

/** The only row of each id, for tables whose key the ids are. */
export const rowById = (
  database: Database,
  { table, organizationId, ids }: { table: Sql; organizationId: number; ids: Iterable<unknown> },
): ((id: unknown) => Row | undefined) => {
  const found = rowsBy(database, { table, column: sql`id`, organizationId, ids });
  return (id) => found.get(id)?.[0];
};
