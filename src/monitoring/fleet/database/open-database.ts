import type { DatabaseLocation } from "../file/fleet-file.ts";
import type { Database } from "../../../core/store/database.ts";

export interface DatabaseOptions {
  /** Milliseconds since the epoch, for a database without its own clock. */
  now(): number;
  /** Whether to create missing tables. */
  readonly mayCreate: boolean;
}

/**
 * The database of a fleet, with up-to-date tables.
 * @throws UsageError if it cannot be used, or lacks tables that may not be created.
 */
export const openDatabase = async (
  location: DatabaseLocation,
  { now, mayCreate }: DatabaseOptions,
): Promise<Database> => {
  if (location.kind === "sqlite")
    return (await import("../../history/sqlite.ts")).openSqlite(location.path, now, mayCreate);
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({ url: location.address(), schema: location.schema, mayCreate });
};
