import type { Database } from "../../../../harness/store/database.ts";
import { integer, text } from "../../../../harness/store/rows.ts";
import { chartDays, mostRows } from "./limits.ts";
import { openChanges } from "../../../../harness/history/open-changes.ts";
import { openProblems } from "../../../../harness/history/problems.ts";
import type { FleetChange, FleetProblem } from "../../../../harness/history/run-repository.ts";

export const dayMs = 86_400_000;

/** So many days before a day, `YYYY-MM-DD`; after it where the number is negative. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** The runs of one day, by state. */
export interface DayOfRuns {
  readonly day: string;
  readonly done: number;
  readonly failed: number;
  readonly running: number;
  readonly requests: number;
}

export interface TonightData {
  readonly day: string;
  /** Oldest first; the last is `day`. */
  readonly days: readonly DayOfRuns[];
  readonly listed: number;
  readonly paused: number;
  /** The widest first. */
  readonly changes: readonly FleetChange[];
  /** What was found and what could not be judged. */
  readonly problems: readonly FleetProblem[];
  readonly failures: readonly {
    readonly organization: string;
    readonly cause: string;
    readonly reason: string;
  }[];
}

const daysOfRuns = async (database: Database, until: string): Promise<readonly DayOfRuns[]> => {
  const rows = await database.rows(
    `SELECT day, state, count(*) AS runs, sum(requests) AS requests FROM run
     WHERE day > $1 AND day <= $2 GROUP BY day, state`,
    [dayBefore(until, chartDays), until],
  );
  const of = (day: string): DayOfRuns => {
    const its = rows.filter((row) => text(row, "day") === day);
    const runs = (state: string): number => {
      const row = its.find((one) => text(one, "state") === state);
      return row === undefined ? 0 : integer(row, "runs");
    };
    return {
      day,
      done: runs("done"),
      failed: runs("failed"),
      running: runs("running"),
      requests: its.reduce((sum, row) => sum + integer(row, "requests"), 0),
    };
  };
  return Array.from({ length: chartDays }, (_, index) => of(dayBefore(until, chartDays - 1 - index)));
};

export const organizationCounts = async (
  database: Database,
): Promise<Pick<TonightData, "listed" | "paused">> => {
  const [row] = await database.rows(
    "SELECT count(*) AS listed, count(paused_at) AS paused FROM organization WHERE listed = 1",
  );
  return row === undefined
    ? { listed: 0, paused: 0 }
    : { listed: integer(row, "listed"), paused: integer(row, "paused") };
};

/** The last day on which a run began; undefined for a fleet that never ran. */
export const lastDay = async (database: Database): Promise<string | undefined> => {
  const [row] = await database.rows("SELECT max(day) AS day FROM run");
  return row === undefined || row["day"] === null ? undefined : text(row, "day");
};

/** What a person reads first in the morning. */
export const tonight = async (database: Database, day: string): Promise<TonightData> => {
  const failures = await database.rows(
    `SELECT name, cause, reason FROM run JOIN organization ON organization.id = run.organization
     WHERE day = $1 AND state = 'failed' ORDER BY name LIMIT $2`,
    [day, mostRows],
  );
  return {
    day,
    days: await daysOfRuns(database, day),
    ...(await organizationCounts(database)),
    changes: await openChanges(database, {}, { changes: mostRows, names: 1 }),
    problems: await openProblems(database, [], 1),
    failures: failures.map((row) => ({
      organization: text(row, "name"),
      cause: String(row["cause"] ?? ""),
      reason: String(row["reason"] ?? ""),
    })),
  };
};
