import type { DatabaseLocation } from "../file/fleet-file.ts";
import type { Database } from "./database.ts";

/**
 * The database of a fleet, with its tables up to date.
 * @param now milliseconds since the epoch, where the database has no clock of its own
 * @throws UsageError when it cannot be used.
 */
export const openDatabase = async (location: DatabaseLocation, now: () => number): Promise<Database> => {
  if (location.kind === "sqlite") return (await import("./sqlite.ts")).openSqlite(location.path, now);
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({ url: location.address(), schema: location.schema });
};
