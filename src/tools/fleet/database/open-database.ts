import type { DatabaseLocation } from "../file/fleet-file.ts";
import type { Database } from "../../../harness/store/database.ts";

export interface OpenOptions {
  /** Milliseconds since the epoch, where the database has no clock of its own. */
  now(): number;
  /** Whether tables are created where there are none. */
  readonly mayCreate: boolean;
}

/**
 * The database of a fleet, with its tables up to date.
 * @throws UsageError when it cannot be used, or has no tables and may not get them.
 */
export const openDatabase = async (
  location: DatabaseLocation,
  { now, mayCreate }: OpenOptions,
): Promise<Database> => {
  if (location.kind === "sqlite")
    return (await import("../../../harness/history/sqlite.ts")).openSqlite(location.path, now, mayCreate);
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({ url: location.address(), schema: location.schema, mayCreate });
};
