import { resolve } from "node:path";
import { documentation } from "../../contract/documents.ts";
import { printable } from "../../harness/output/escape.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { Database } from "../fleet/database/database.ts";
import { openDatabase } from "../fleet/database/open-database.ts";
import { dayIn } from "../fleet/file/day.ts";
import type { FleetFile } from "../fleet/file/fleet-file.ts";
import { loadFleet } from "../fleet/file/load-fleet.ts";
import type { FleetInputs } from "../fleet/file/read-organizations.ts";
import { createRunRepository } from "../fleet/repository/create-repository.ts";
import type { RunRepository } from "../fleet/repository/run-repository.ts";
import type { CliIo } from "./io.ts";
import { readTextFile } from "../../app/read-file.ts";

/** What the fleet takes from the process. */
export const fleetInputs = (io: CliIo): FleetInputs => ({
  env: io.env,
  signal: io.signal,
  readText: (path, location) => readTextFile(resolve(io.cwd, path), { location, signal: io.signal }),
});

/** @throws UsageError when the fleet file cannot be read or is not valid */
export const readFleet = async (
  { fleet: file }: { readonly fleet: string },
  io: CliIo,
): Promise<FleetFile> => {
  const text = await readTextFile(resolve(io.cwd, file), {
    location: `--fleet ${printable(file)}`,
    hint: "name a fleet file with --fleet; docs/fleet.md shows one",
    signal: io.signal,
  });
  return loadFleet(text, { file, env: io.env });
};

/** Organizations that one process may check at once. */
export const mostSlots = 256;

export interface OpenFleet {
  readonly fleet: FleetFile;
  readonly database: Database;
  readonly repository: RunRepository;
}

/** The database of a fleet file, relative paths from the working directory. */
export const openFleetDatabase = ({ database }: FleetFile, io: CliIo): Promise<Database> =>
  openDatabase(
    database.kind === "sqlite" ? { ...database, path: resolve(io.cwd, database.path) } : database,
    () => io.clock.now(),
  );

/**
 * Opens the fleet for a command and closes it afterwards.
 * @throws UsageError when the file or the database cannot be used
 */
export const withFleet = async <Result>(
  options: { readonly fleet: string },
  io: CliIo,
  work: (open: OpenFleet) => Promise<Result>,
): Promise<Result> => {
  const fleet = await readFleet(options, io);
  const database = await openFleetDatabase(fleet, io);
  try {
    return await work({ fleet, database, repository: createRunRepository(database, documentation) });
  } finally {
    await database.close();
  }
};

/** The day of `--date`, else today's in the schedule's time zone. @throws UsageError for what is no day */
export const dayOf = (date: string | undefined, { schedule }: FleetFile, io: CliIo): string => {
  if (date === undefined) return dayIn(schedule.timezone, io.clock.now());
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date)
    return date;
  throw new UsageError("must be a day such as 2025-01-31", { location: "--date" });
};
