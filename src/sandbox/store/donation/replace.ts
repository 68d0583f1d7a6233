import type { SandboxDatabase } from "../database.ts";
import { join, sql, type SqlText, type SqliteValue } from "../sql.ts";
import { searchText, type KindField, type RecordKindEntity } from "./kind.ts";

export const writtenFields = ({ fields }: RecordKindEntity): readonly KindField[] =>
  fields.filter(({ details }) => details.isReplaceable === true);

export interface Replacement {
  readonly organizationId: number;
  readonly id: number;
  /** By field name, in stored form. Missing fields become null. */
  readonly values: ReadonlyMap<string, SqliteValue>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Replaces all values of the record; false if the organization has no such record. */
export const replaceRecord = (
  database: SandboxDatabase,
  kind: RecordKindEntity,
  replacement: Replacement,
): boolean => {
  const { organizationId, id, values, now } = replacement;
  const changes = writtenFields(kind).map(({ name, column }) => sql`${column} = ${values.get(name) ?? null}`);
  if (kind.searched.length > 0)
    changes.push(sql`search = ${searchText(kind.searched.map((name) => values.get(name)))}`);
  const update = sql`
    update ${kind.table} set ${join([...changes, sql`modified_date = ${now}`], sql`, `)}
    where organization_id = ${organizationId} and id = ${id}`;
  return database.run(update).changes > 0;
};

export const exists = (
  database: SandboxDatabase,
  table: SqlText,
  organizationId: number,
  id: SqliteValue,
): boolean =>
  database.get(sql`select 1 from ${table} where organization_id = ${organizationId} and id = ${id}`) !==
  undefined;
