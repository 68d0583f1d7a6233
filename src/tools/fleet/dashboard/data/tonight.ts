import type { Database } from "../../../../harness/store/database.ts";
import { text } from "../../../../harness/store/rows.ts";
import { chartDays, mostRows } from "./limits.ts";
import { openChanges } from "../../../../harness/history/open-changes.ts";
import { openProblems } from "../../../../harness/history/problems.ts";
import { dayStatus, runsOfDays } from "../../../../harness/history/reading.ts";

export const dayMs = 86_400_000;

/** The day (`YYYY-MM-DD`) the given number of days before another; after it if the number is negative. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** The last day on which a run began; undefined for a fleet that never ran. */
export const lastDay = async (database: Database): Promise<string | undefined> => {
  const [row] = await database.rows("SELECT max(day) AS day FROM run");
  return row === undefined || row["day"] === null ? undefined : text(row, "day");
};

/** The overview: the day, the 30 days up to it, and everything that is open. */
export const tonight = async (database: Database, day: string) => {
  const runs = await runsOfDays(database, dayBefore(day, chartDays - 1), day);
  return {
    ...(await dayStatus(database, day, mostRows)),
    days: Array.from({ length: chartDays }, (_, index) => runs(dayBefore(day, chartDays - 1 - index))),
    /** The widest first. */
    changes: await openChanges(database, {}, { changes: mostRows, names: 1 }),
    problems: await openProblems(database, [], 1),
  };
};

export type TonightData = Awaited<ReturnType<typeof tonight>>;
