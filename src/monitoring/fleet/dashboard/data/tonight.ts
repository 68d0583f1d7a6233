import { dayBefore, scheduledDay } from "../../file/day.ts";
import type { FleetFile } from "../../file/fleet-file.ts";
import { statusAt } from "../../report/day-verdict.ts";
import type { Database } from "../../../../core/store/database.ts";
import { storedDay } from "../../../../core/store/rows.ts";
import { chartDays, mostRows } from "./limits.ts";
import { openChanges } from "../../../history/open-changes.ts";
import { openProblems } from "../../../history/problems.ts";
import { dayStatus, runsOfDays } from "../../../history/reading.ts";

/** The last day on which a run began; undefined for a fleet that never ran. */
export const lastDay = async (database: Database): Promise<string | undefined> => {
  const [row] = await database.rows("SELECT max(day) AS day FROM run");
  return row === undefined || row["day"] === null ? undefined : storedDay(row, "day");
};

/**
 * The day that pages show unless another one is asked for: the last one with a run, or a later one whose window is over,
 * because then nobody ran it.
 */
export const shownDay = async (
  database: Database,
  { schedule }: Pick<FleetFile, "schedule">,
  now: number,
): Promise<string> => {
  const last = await lastDay(database);
  const over = scheduledDay(schedule, now - schedule.windowMs);
  return last === undefined || last < over ? over : last;
};

/** The overview: the day, the 30 days up to it, and everything that is open. */
export const tonight = async (
  database: Database,
  fleet: Pick<FleetFile, "schedule" | "tolerate">,
  day: string,
  now: number,
) => {
  const runs = await runsOfDays(database, dayBefore(day, chartDays - 1), day);
  return {
    status: statusAt(await dayStatus(database, day, mostRows), fleet, now),
    days: Array.from({ length: chartDays }, (_, index) => runs(dayBefore(day, chartDays - 1 - index))),
    /** The widest first. */
    changes: await openChanges(database, {}, { changes: mostRows, names: 1 }),
    problems: await openProblems(database, [], 1),
  };
};

export type TonightData = Awaited<ReturnType<typeof tonight>>;
