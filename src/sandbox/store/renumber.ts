import type { Database } from "./database.ts";
import type { Entity } from "./entity.ts";
import { sql, sqlName } from "./sql.ts";

interface Reference {
  readonly table: string;
  readonly column: string;
}

/** Columns of all tables that hold ids of this one. */
const referencesTo = (database: Database, target: string): readonly Reference[] =>
  database.all<Reference>(sql`
    select t.name as "table", k."from" as "column"
    from pragma_table_list t, pragma_foreign_key_list(t.name) k
    where t.schema = 'main' and t.type = 'table' and k."table" = ${target}`);

/** Changes a record's id and all references to it. The new id must be free. */
export const renumber = (
  database: Database,
  { table: target }: Pick<Entity, "table">,
  from: number,
  to: number,
): void => {
  const references = referencesTo(database, target.text);
  database.transaction(() => {
    database.script(sql`pragma defer_foreign_keys = on`);
    database.run(sql`update ${target} set id = ${to} where id = ${from}`);
    for (const { table, column } of references)
      database.run(
        sql`update ${sqlName(table)} set ${sqlName(column)} = ${to} where ${sqlName(column)} = ${from}`,
      );
  });
};
