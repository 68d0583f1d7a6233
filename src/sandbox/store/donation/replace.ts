import type { Database } from "../database.ts";
import { join, sql, type Sql, type SqlValue } from "../sql.ts";
import type { Field } from "./field.ts";
import type { Kind } from "./kind.ts";
import { searchText } from "./search-text.ts";

/** A kind of record that can be replaced, and what a replacement writes; the rest is kept by the service. */
export interface Replaceable {
  readonly kind: Kind;
  /** Names of fields. */
  readonly written: readonly string[];
  /** Written fields that hold the id of another record, and the table of it. */
  readonly references: readonly { readonly name: string; readonly table: Sql }[];
  /** Written fields that Filter looks through, for tables with a column `search`. */
  readonly searched: readonly string[];
}

/** The fields that a replacement writes. */
export const writtenFields = ({ kind, written }: Replaceable): readonly Field[] =>
  kind.fields.filter(({ name }) => written.includes(name));

export interface Replacement {
  readonly organizationId: number;
  readonly id: number;
  /** By name of the field, in stored form. What is missing is null from now on. */
  readonly values: ReadonlyMap<string, SqlValue>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Puts the values in place of all that the record held; false when the organization has no such record. */
export const replaceRecord = (
  database: Database,
  replaceable: Replaceable,
  replacement: Replacement,
): boolean => {
  const { organizationId, id, values, now } = replacement;
  const changes = writtenFields(replaceable).map(
    ({ name, column }) => sql`${column} = ${values.get(name) ?? null}`,
  );
  if (replaceable.searched.length > 0) {
    changes.push(sql`search = ${searchText(replaceable.searched.map((name) => values.get(name)))}`);
  }
  const update = sql`
    update ${replaceable.kind.table} set ${join([...changes, sql`modified_at = ${now}`], sql`, `)}
    where organization_id = ${organizationId} and id = ${id}`;
  return database.run(update).changes > 0;
};

/** Whether the organization has that record. */
export const exists = (database: Database, table: Sql, organizationId: number, id: SqlValue): boolean =>
  database.get(sql`select 1 from ${table} where organization_id = ${organizationId} and id = ${id}`) !==
  undefined;
