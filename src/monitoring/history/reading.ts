import type { DriftHistory, DriftTarget, OperationRun, RunSummary } from "../../core/model/drift.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { readTracked } from "./read-past.ts";
import { describeLatencyClass } from "../../core/shapes/latency-class.ts";
import * as rules from "../../core/source/rules.ts";
import type { Database, Row, Sql } from "../../core/store/database.ts";
import { jsonColumnOf, integerColumnOf, optionalText, textColumnOf } from "../../core/store/rows.ts";
import { withDays } from "./change-days.ts";
import { openChanges } from "./open-changes.ts";
import { mostFailures } from "./organizations.ts";
import { isRepeatable } from "./runs.ts";
import { changeProblems, openProblems } from "./problems.ts";
import {
  type ChangeFilter,
  type DatedChange,
  type DayStatus,
  failureCauses,
  type FleetHistory,
} from "./run-repository.ts";

/** The target of a row that joins `target` and `organization`. */
export const storedTarget = (row: Row): DriftTarget => ({
  interface: textColumnOf(row, "interface"),
  address: textColumnOf(row, "address"),
  organization: textColumnOf(row, "organization_name"),
});

const mostFailuresShown = 100;

/** Above the changes of any fleet, and the organizations of any change. */
const mostChanges = 10_000;
const allNames = 1_000_000;
const fewNames = 5;
const namesOfProblem = 3;

const causeOf = (row: Row): DayStatus["failures"][number]["cause"] => {
  const cause = textColumnOf(row, "cause");
  return failureCauses.find((one) => one === cause) ?? "target";
};

export type DayOfRuns = Pick<DayStatus, "day" | "done" | "failed" | "running" | "requests">;

export const runsOfDays = async (
  sql: Sql,
  from: string,
  until: string,
): Promise<(day: string) => DayOfRuns> => {
  const rows = await sql.rows(
    `SELECT day, state, count(*) AS runs, sum(requests) AS requests FROM run
     WHERE day >= $1 AND day <= $2 GROUP BY day, state`,
    [from, until],
  );
  return (day) => {
    const its = rows.filter((row) => textColumnOf(row, "day") === day);
    const runs = (state: string): number => {
      const row = its.find((one) => textColumnOf(one, "state") === state);
      return row === undefined ? 0 : integerColumnOf(row, "runs");
    };
    return {
      day,
      done: runs("done"),
      failed: runs("failed"),
      running: runs("running"),
      requests: its.reduce((sum, row) => sum + integerColumnOf(row, "requests"), 0),
    };
  };
};

/** Whether a run of an organization is due on a day (`$1`): on a day that nobody planned, of every one. */
const isDue = `(EXISTS (SELECT 1 FROM due_run WHERE due_run.day = $1 AND due_run.organization = organization.id)
  OR NOT EXISTS (SELECT 1 FROM due_run WHERE due_run.day = $1))`;

export const dayStatus = async (sql: Sql, day: string, mostShown = mostFailuresShown): Promise<DayStatus> => {
  const runs = await runsOfDays(sql, day, day);
  const [others] = await sql.rows(
    `SELECT count(CASE WHEN paused_at IS NOT NULL THEN 1 END) AS paused,
       count(CASE WHEN paused_at IS NOT NULL AND failures >= $2 AND run.id IS NULL AND ${isDue} THEN 1 END) AS given_up,
       count(CASE WHEN pause_reason IS NOT NULL AND (run.id IS NULL OR run.state = 'running') THEN 1 END) AS unended,
       count(CASE WHEN paused_at IS NULL AND run.id IS NULL AND ${isDue} THEN 1 END) AS waiting,
       count(CASE WHEN paused_at IS NULL AND ${isRepeatable} THEN 1 END) AS repeatable,
       (SELECT max(until) FROM due_run WHERE due_run.day = $1) AS until
     FROM organization LEFT JOIN run ON run.organization = organization.id AND run.day = $1 WHERE listed = 1`,
    [day, mostFailures],
  );
  const failures = await sql.rows(
    `SELECT name, cause, reason FROM run JOIN organization ON organization.id = run.organization
     WHERE day = $1 AND state = 'failed' ORDER BY name LIMIT $2`,
    [day, mostShown],
  );
  const unended = await sql.rows(
    `SELECT name, pause_reason, failures FROM organization LEFT JOIN run
       ON run.organization = organization.id AND run.day = $1
     WHERE listed = 1 AND (run.state = 'running' OR run.id IS NULL AND (pause_reason IS NOT NULL OR ${isDue}))
     ORDER BY (pause_reason IS NULL), name LIMIT $2`,
    [day, mostShown],
  );
  return {
    ...runs(day),
    ...(others === undefined ? {} : optionalText(others, "until", "until")),
    waiting: others === undefined ? 0 : integerColumnOf(others, "waiting"),
    paused: others === undefined ? 0 : integerColumnOf(others, "paused"),
    givenUp: others === undefined ? 0 : integerColumnOf(others, "given_up"),
    repeatable: others === undefined ? 0 : integerColumnOf(others, "repeatable"),
    failures: failures.map((row) => ({
      organization: textColumnOf(row, "name"),
      cause: causeOf(row),
      reason: textColumnOf(row, "reason"),
    })),
    unended: unended.map((row) => ({
      organization: textColumnOf(row, "name"),
      ...optionalText(row, "pause_reason", "paused"),
      isGivenUp: typeof row["pause_reason"] === "string" && integerColumnOf(row, "failures") >= mostFailures,
    })),
    morePaused: others === undefined ? 0 : Math.max(0, integerColumnOf(others, "unended") - mostShown),
  };
};

const runStatus = (row: Row): RunSummary["status"] => {
  const is = textColumnOf(row, "status");
  return is === "baseline" || is === "compared" ? is : "failed";
};

const summaryOf = (row: Row): FleetHistory["nights"][number] => ({
  day: textColumnOf(row, "day"),
  night: integerColumnOf(row, "position"),
  startedAt: textColumnOf(row, "started_at"),
  seed: integerColumnOf(row, "seed"),
  version: textColumnOf(row, "version"),
  status: runStatus(row),
  ...optionalText(row, "reason", "reason"),
  requests: integerColumnOf(row, "requests"),
  answers: integerColumnOf(row, "answers"),
  operations: integerColumnOf(row, "operations"),
  drift: {
    new: integerColumnOf(row, "new_changes"),
    standing: integerColumnOf(row, "standing_changes"),
    back: integerColumnOf(row, "back_changes"),
    gone: integerColumnOf(row, "gone_changes"),
    inconclusive: integerColumnOf(row, "inconclusive_changes"),
    breaking: integerColumnOf(row, "breaking_changes"),
  },
  findings: {
    error: integerColumnOf(row, "errors"),
    warning: integerColumnOf(row, "warnings"),
    info: integerColumnOf(row, "infos"),
  },
});

const operationRunOf = (row: Row): OperationRun => ({
  night: integerColumnOf(row, "position"),
  startedAt: textColumnOf(row, "started_at"),
  answers: integerColumnOf(row, "answers"),
  statuses: jsonColumnOf(row, "statuses", rules.valuesOf(rules.aCount)),
  places: integerColumnOf(row, "locations"),
  ...(typeof row["latency"] === "number" ? { latency: describeLatencyClass(row["latency"]) } : {}),
  changes: typeof row["changes"] === "string" ? jsonColumnOf(row, "changes", rules.aList(rules.aText)) : [],
});

const operationsOf = async (sql: Sql, target: number): Promise<DriftHistory["operations"]> => {
  const rows = await sql.rows(
    `SELECT operation.name, operation_run.answers, statuses, locations, latency, changes, position, run.started_at
     FROM operation_run JOIN operation ON operation.id = operation_run.operation
     JOIN target_run ON target_run.target = operation_run.target AND target_run.day = operation_run.day
     JOIN run ON run.id = target_run.run WHERE operation_run.target = $1 ORDER BY operation.name, position`,
    [target],
  );
  return [...Map.groupBy(rows, (row) => textColumnOf(row, "name"))].map(([operation, of]) => ({
    operation,
    nights: of.map(operationRunOf),
  }));
};

const historyOf = async (sql: Sql, row: Row, documentation: Documentation): Promise<FleetHistory> => {
  const id = integerColumnOf(row, "id");
  const target = storedTarget(row);
  const runs = await sql.rows(
    `SELECT target_run.*, run.started_at, seed, version FROM target_run JOIN run ON run.id = target_run.run
     WHERE target = $1 ORDER BY position = 0, position, run`,
    [id],
  );
  const tracked = await readTracked(sql, row, target, documentation);
  return {
    target,
    nights: runs.map(summaryOf),
    operations: await operationsOf(sql, id),
    drift: tracked.drift(),
    groups: tracked.groups(),
  };
};

export const listTargets = async (
  sql: Sql,
  order: "target.id" | "organization.name, interface, address",
  organization?: string,
): Promise<readonly DriftTarget[]> => {
  const rows = await sql.rows(
    `SELECT interface, address, organization.name AS organization_name
     FROM target JOIN organization ON organization.id = target.organization
     ${organization === undefined ? "" : "WHERE organization.name = $1"} ORDER BY ${order}`,
    organization === undefined ? [] : [organization],
  );
  return rows.map(storedTarget);
};

/** Every target, or one, with its state, in the order in which they were added. */
export const trackedRows = (sql: Sql, target?: DriftTarget): Promise<readonly Row[]> =>
  sql.rows(
    `SELECT target.id, interface, address, target.organization, organization.name AS organization_name,
       digest_key, form, position, acceptance, state
     FROM target JOIN organization ON organization.id = target.organization
     LEFT JOIN target_state ON target_state.target = target.id
     ${target === undefined ? "" : "WHERE interface = $1 AND address = $2 AND organization.name = $3"} ORDER BY target.id`,
    target === undefined ? [] : [target.interface, target.address, target.organization],
  );

async function* histories(
  sql: Sql,
  documentation: Documentation,
  { organization, targets }: { readonly organization?: string; readonly targets?: readonly DriftTarget[] },
): AsyncGenerator<FleetHistory> {
  const listed = targets ?? (await listTargets(sql, "organization.name, interface, address", organization));
  for (const target of listed)
    for (const row of await trackedRows(sql, target)) yield await historyOf(sql, row, documentation);
}

/** Organizations whose run of a day (`$1`) has not ended. */
const fromPending = `FROM organization WHERE listed = 1 AND paused_at IS NULL AND NOT EXISTS
  (SELECT 1 FROM run WHERE run.organization = organization.id AND day = $1 AND state <> 'running')`;

/** Gone changes are found by the events they caused. */
const namesOf: Readonly<Record<keyof ChangeFilter, string>> = {
  organization: "SELECT name FROM organization",
  operation: "SELECT DISTINCT name FROM operation",
  fingerprint:
    "SELECT fingerprint AS name FROM change UNION SELECT fingerprint FROM event UNION SELECT fingerprint FROM problem",
};

const datedChanges = async (sql: Sql, filter: ChangeFilter = {}): Promise<readonly DatedChange[]> => {
  const names = filter.fingerprint === undefined ? fewNames : allNames;
  return withDays(sql, await openChanges(sql, filter, { changes: mostChanges, names }), filter);
};

export const readingIn = (database: Database, documentation: Documentation) => ({
  /**
   * The listed, unpaused organizations whose run of a day has not ended, by name, with how often it has failed: 0, but
   * with `again` also those whose run failed without a result of any target.
   */
  pending: async (day: string, again: boolean): Promise<ReadonlyMap<string, number>> => {
    const rows = await database.rows(`SELECT name, 0 AS failed ${fromPending}`, [day]);
    const failed = again
      ? await database.rows(
          `SELECT name, attempt AS failed FROM organization JOIN run ON run.organization = organization.id
           WHERE listed = 1 AND paused_at IS NULL AND run.day = $1 AND ${isRepeatable}`,
          [day],
        )
      : [];
    return new Map(
      [...rows, ...failed].map((row) => [textColumnOf(row, "name"), integerColumnOf(row, "failed")]),
    );
  },
  /** Whether the runs of a day have ended for all listed, unpaused organizations. */
  isThrough: async (day: string) => {
    const waiting = await database.rows(`SELECT 1 ${fromPending} LIMIT 1`, [day]);
    return waiting.length === 0;
  },
  /** Whether somebody has planned a day. */
  isPlanned: async (day: string) =>
    (await database.rows("SELECT 1 FROM due_run WHERE day = $1 LIMIT 1", [day])).length > 0,
  status: (day: string) => dayStatus(database, day),
  /** Days with runs, newest first. */
  days: async (most: number): Promise<readonly string[]> =>
    (await database.rows("SELECT DISTINCT day FROM run ORDER BY day DESC LIMIT $1", [most])).map((row) =>
      textColumnOf(row, "day"),
    ),
  /** All names ever stored that can narrow `changes`. */
  known: async (what: keyof ChangeFilter): Promise<readonly string[]> => {
    const stored = (await database.rows(namesOf[what])).map((row) => textColumnOf(row, "name"));
    if (what !== "fingerprint") return stored;
    const problems = changeProblems(await datedChanges(database));
    return [...new Set([...stored, ...problems.map(({ problem }) => problem.fingerprint)])];
  },
  /** Open changes, widest first, with a few organization names; a change selected by fingerprint has all. */
  changes: (filter?: ChangeFilter) => datedChanges(database, filter),
  /** Open problems. @param changes the result of `changes` for the same filter without a fingerprint, if read */
  problems: async ({ fingerprint, ...filter }: ChangeFilter = {}, changes?: readonly DatedChange[]) => {
    const read = changes ?? (await datedChanges(database, filter));
    const problems = await openProblems(database, read, namesOfProblem, filter);
    return problems.filter(
      ({ problem }) =>
        fingerprint === undefined || [problem.fingerprint, ...(problem.groups ?? [])].includes(fingerprint),
    );
  },
  /** The history of each target, one at a time. */
  histories: (filter: Parameters<typeof histories>[2] = {}) => histories(database, documentation, filter),
});
