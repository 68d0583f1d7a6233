import type { SandboxDatabase } from "./database.ts";
import { Entity, textColumn, type RecordOf } from "./entity.ts";
import { sql, type SqlText } from "./sql.ts";

/** The organization of the credentials in the configuration. */
export const mainOrganization = 1;
/** Another organization, which those credentials must never see (GEN-05). */
export const otherOrganization = 2;

export const organizations = new Entity("organization", { name: textColumn.required });

export type SandboxOrganization = RecordOf<typeof organizations>;

export const findOrganization = (database: SandboxDatabase, id: number): SandboxOrganization | undefined =>
  organizations.find(database, sql`id = ${id}`);

interface Wanted {
  readonly where?: SqlText;
  readonly column?: SqlText;
  readonly order?: SqlText;
}

/** A column, by default the id, of the organization's first record that meets the condition; undefined if none does. */
export const firstOf = <Value = number>(
  database: SandboxDatabase,
  { table }: Pick<Entity, "table">,
  organizationId: number,
  { where = sql`1`, column = sql`id`, order = sql`id` }: Wanted = {},
): Value | undefined =>
  database.get<{ value: Value }>(
    sql`select ${column} as value from ${table}
      where organization_id = ${organizationId} and ${where} order by ${order} limit 1`,
  )?.value;
