import type { SandboxDatabase } from "../database.ts";
import type { Entity, EntityColumns, RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";

export const countRecords = (
  database: SandboxDatabase,
  { table }: Pick<Entity, "table">,
  organizationId: number,
): number =>
  database.get<{ total: number }>(
    sql`select count(*) as total from ${table} where organization_id = ${organizationId}`,
  )?.total ?? 0;

/** The records after the first `skip`, by id. */
export const pageOfRecords = <Kept extends EntityColumns>(
  database: SandboxDatabase,
  entity: Entity<Kept>,
  organizationId: number,
  { skip, take }: { readonly skip: number; readonly take: number },
): RecordOf<Entity<Kept>>[] =>
  entity.all(database, sql`organization_id = ${organizationId} order by id limit ${take} offset ${skip}`);
