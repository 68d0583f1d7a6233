import { resolve } from "node:path";
import type { Contract } from "../../../core/model/contract.ts";
import { meaningOf } from "../../../inputs/meaning.ts";
import { fleetContract } from "../run/fleet-contract.ts";
import { isDay } from "../../../core/model/day.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import type { OptionTable } from "../../../core/output/options.ts";
import { printable } from "../../../core/output/escape.ts";
import type { Database } from "../../../core/store/database.ts";
import { openDatabase } from "../database/open-database.ts";
import { dayIn } from "../file/day.ts";
import type { DatabaseLocation, FleetFile } from "../file/fleet-file.ts";
import { machineTimezone } from "../file/timezone.ts";
import { loadFleet } from "../file/load-fleet.ts";
import type { FleetInputs } from "../file/read-organizations.ts";
import { createRunRepository, type RunRepository } from "../../history/create-repository.ts";
import { readTextFile } from "../../../core/source/read-file.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { environmentOf } from "../../../inputs/app-options.ts";
import type { FleetOptions } from "../options.ts";

/** Inputs for reading the fleet file and its lists. */
export const fleetInputs = ({ cwd, env, signal }: Environment): FleetInputs => ({
  env,
  signal,
  readText: (path, location) =>
    readTextFile(resolve(cwd, path), { location, hint: `it names ${path}`, signal }),
});

/** @throws UsageError if the fleet file cannot be read or is invalid */
export const readFleet = async (file: string, { cwd, env, signal }: Environment): Promise<FleetFile> => {
  const text = await readTextFile(resolve(cwd, file), {
    option: "fleet",
    location: printable(file),
    hint: "name a fleet file with `fleet`; docs/guides/fleet.md shows one",
    signal,
  });
  return loadFleet(text, { file, env, timezone: machineTimezone(env) });
};

export interface OpenFleet {
  readonly fleet: FleetFile;
  /** What its interfaces promise. */
  readonly contract: Contract;
  /** With an absolute path. */
  readonly location: DatabaseLocation;
  readonly database: Database;
  readonly repository: RunRepository;
  readonly around: Environment;
}

/** How to open a fleet. */
interface Opening {
  readonly signal?: AbortSignal;
  /** Whether to create missing tables: to a reader, empty tables look like a fleet without problems. */
  readonly mayCreate?: boolean;
}

/**
 * Opens the fleet; the caller must close its database.
 * @throws UsageError if the file or the database cannot be used
 */
export const openFleet = async (
  options: FleetOptions,
  table: OptionTable,
  { signal, mayCreate = false }: Opening = {},
): Promise<OpenFleet> => {
  const around = environmentOf(options, table, signal);
  const fleet = await readFleet(options.fleet, around);
  const contract = await fleetContract(fleet.defaults.config, around);
  const { database: named } = fleet;
  const location = named.kind === "sqlite" ? { ...named, path: resolve(around.cwd, named.path) } : named;
  const database = await openDatabase(location, {
    now: () => around.clock.now(),
    mayCreate,
  });
  const repository = createRunRepository(database, meaningOf(contract).documentation);
  return { fleet, contract, location, database, repository, around };
};

/** Opens the fleet for some work, and closes it. @throws UsageError as `openFleet` */
export const withFleet = async <Result>(
  options: FleetOptions,
  table: OptionTable,
  work: (open: OpenFleet) => Promise<Result>,
  opening: Opening = {},
): Promise<Result> => {
  const open = await openFleet(options, table, opening);
  try {
    return await work(open);
  } finally {
    await open.database.close();
  }
};

/** The given day, or today in the schedule's time zone. @throws UsageError for an invalid day */
export const dayOf = (
  date: string | undefined,
  { schedule }: FleetFile,
  { clock }: Pick<Environment, "clock">,
): string => {
  if (date === undefined) return dayIn(schedule.timezone, clock.now());
  if (isDay(date)) return date;
  throw new UsageError("must be a day such as 2025-01-31", { option: "date" });
};

/** The same for runs, which no later day can have. @throws UsageError for an invalid day, or one after today */
export const dayOfRuns = (...[date, fleet, around]: Parameters<typeof dayOf>): string => {
  const [day, today] = [dayOf(date, fleet, around), dayOf(undefined, fleet, around)];
  if (day <= today) return day;
  throw new UsageError(`must not be after today, ${today}`, { option: "date" });
};
