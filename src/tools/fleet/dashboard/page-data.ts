import type { DriftGroup } from "../../../harness/model/drift.ts";
import { describeLatencyClass, latencyClasses } from "../../../harness/drift/latency-class.ts";
import type { Database, Row } from "../database/database.ts";
import { integer, optionalText, text } from "../database/rows.ts";

/** Rows of one table on a page; what is beyond them is counted. */
const mostRows = 200;

/** Days that a chart shows. */
const chartDays = 30;

const dayMs = 86_400_000;

/** So many days before a day, `YYYY-MM-DD`. */
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

// What `writeChanges` has written.
const groupIn = (row: Row): DriftGroup => JSON.parse(text(row, "summary")) as DriftGroup;

/** The runs of one day, by state. */
export interface DayOfRuns {
  readonly day: string;
  readonly done: number;
  readonly failed: number;
  readonly running: number;
  readonly requests: number;
}

/** A change with its breadth. */
export interface WideChange {
  readonly group: DriftGroup;
  readonly organizations: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

export interface TonightData {
  readonly day: string;
  /** Oldest first; the last is `day`. */
  readonly days: readonly DayOfRuns[];
  readonly listed: number;
  readonly paused: number;
  /** The widest first. */
  readonly changes: readonly WideChange[];
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

const wideChanges = async (database: Database): Promise<readonly WideChange[]> => {
  const rows = await database.rows(
    `SELECT fingerprint, count(DISTINCT target.organization) AS organizations,
       min(first_seen) AS first_seen, max(last_seen) AS last_seen, min(change.target) AS example
     FROM change JOIN target ON target.id = change.target WHERE change.state = 'standing'
     GROUP BY fingerprint ORDER BY organizations DESC, fingerprint LIMIT $1`,
    [mostRows],
  );
  const found: WideChange[] = [];
  for (const row of rows) {
    const [example] = await database.rows(
      "SELECT summary FROM change WHERE target = $1 AND fingerprint = $2",
      [integer(row, "example"), text(row, "fingerprint")],
    );
    if (example === undefined) continue;
    found.push({
      group: groupIn(example),
      organizations: integer(row, "organizations"),
      firstSeen: text(row, "first_seen"),
      lastSeen: text(row, "last_seen"),
    });
  }
  return found;
};

const organizationCounts = async (database: Database): Promise<Pick<TonightData, "listed" | "paused">> => {
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
    changes: await wideChanges(database),
    failures: failures.map((row) => ({
      organization: text(row, "name"),
      cause: String(row["cause"] ?? ""),
      reason: String(row["reason"] ?? ""),
    })),
  };
};

export interface ChangeData {
  readonly group: DriftGroup;
  readonly organizations: number;
  /** At most 200, by name. */
  readonly shown: readonly {
    readonly organization: string;
    readonly state: string;
    readonly firstSeen: string;
    readonly lastSeen: string;
  }[];
  /** Targets in which it was new, back or gone, by day. */
  readonly events: readonly { readonly day: string; readonly turn: string; readonly targets: number }[];
}

/** Undefined for a fingerprint that no organization has. */
export const changeData = async (
  database: Database,
  fingerprint: string,
): Promise<ChangeData | undefined> => {
  const from = `FROM change JOIN target ON target.id = change.target
     JOIN organization ON organization.id = target.organization WHERE fingerprint = $1`;
  const rows = await database.rows(
    `SELECT name, state, first_seen, last_seen, summary ${from} ORDER BY name LIMIT $2`,
    [fingerprint, mostRows],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const [counted] = await database.rows(`SELECT count(DISTINCT organization.id) AS organizations ${from}`, [
    fingerprint,
  ]);
  const events = await database.rows(
    "SELECT day, turn, count(*) AS targets FROM event WHERE fingerprint = $1 GROUP BY day, turn ORDER BY day, turn",
    [fingerprint],
  );
  return {
    group: groupIn(first),
    organizations: counted === undefined ? rows.length : integer(counted, "organizations"),
    shown: rows.map((row) => ({
      organization: text(row, "name"),
      state: text(row, "state"),
      firstSeen: text(row, "first_seen"),
      lastSeen: text(row, "last_seen"),
    })),
    events: events.map((row) => ({
      day: text(row, "day"),
      turn: text(row, "turn"),
      targets: integer(row, "targets"),
    })),
  };
};

export interface OrganizationData {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly paused?: { readonly at: string; readonly reason: string };
  readonly targets: readonly {
    readonly interface: string;
    readonly address: string;
    readonly changes: readonly { readonly group: DriftGroup; readonly state: string }[];
    readonly operations: readonly {
      readonly operation: string;
      readonly day: string;
      readonly answers: number;
      readonly good: number;
      readonly latency?: string;
    }[];
  }[];
  /** Oldest first, at most 30. */
  readonly runs: readonly {
    readonly day: string;
    readonly state: string;
    readonly cause?: string;
    readonly reason?: string;
    readonly requests: number;
  }[];
}

const latencyIn = (row: Row): { readonly latency?: string } =>
  typeof row["latency"] === "number" ? { latency: describeLatencyClass(row["latency"]) } : {};

const targetData = async (database: Database, row: Row): Promise<OrganizationData["targets"][number]> => {
  const id = integer(row, "id");
  const changes = await database.rows(
    "SELECT state, summary FROM change WHERE target = $1 AND state <> 'inconclusive' ORDER BY last_seen DESC LIMIT $2",
    [id, mostRows],
  );
  const operations = await database.rows(
    `SELECT operation.name, operation_run.day, answers, good, latency FROM operation_run
     JOIN operation ON operation.id = operation_run.operation
     WHERE target = $1 AND day = (SELECT max(day) FROM target_run WHERE target_run.target = $1) ORDER BY operation.name`,
    [id],
  );
  return {
    interface: text(row, "interface"),
    address: text(row, "address"),
    changes: changes.map((one) => ({ group: groupIn(one), state: text(one, "state") })),
    operations: operations.map((one) => ({
      operation: text(one, "name"),
      day: text(one, "day"),
      answers: integer(one, "answers"),
      good: integer(one, "good"),
      ...latencyIn(one),
    })),
  };
};

/** Undefined for a name that no organization has. */
export const organizationData = async (
  database: Database,
  name: string,
): Promise<OrganizationData | undefined> => {
  const [row] = await database.rows(
    "SELECT id, labels, paused_at, pause_reason FROM organization WHERE name = $1",
    [name],
  );
  if (row === undefined) return undefined;
  const id = integer(row, "id");
  const targets = await database.rows(
    "SELECT id, interface, address FROM target WHERE organization = $1 ORDER BY interface, address",
    [id],
  );
  const runs = await database.rows(
    "SELECT day, state, cause, reason, requests FROM run WHERE organization = $1 ORDER BY day DESC LIMIT $2",
    [id, chartDays],
  );
  const found: OrganizationData["targets"][number][] = [];
  for (const target of targets) found.push(await targetData(database, target));
  return {
    name,
    // A JSON object of texts, as the fleet file had it.
    labels: JSON.parse(text(row, "labels")) as Readonly<Record<string, string>>,
    ...(row["paused_at"] === null
      ? {}
      : { paused: { at: text(row, "paused_at"), reason: String(row["pause_reason"] ?? "") } }),
    targets: found,
    runs: runs.toReversed().map((one) => ({
      day: text(one, "day"),
      state: text(one, "state"),
      ...optionalText(one, "cause", "cause"),
      ...optionalText(one, "reason", "reason"),
      requests: integer(one, "requests"),
    })),
  };
};

export interface OperationData {
  readonly interface: string;
  readonly operation: string;
  /** Oldest first, at most 30 days on which it was asked. */
  readonly days: readonly {
    readonly day: string;
    readonly asked: number;
    readonly sampled: number;
    readonly answers: number;
    readonly good: number;
    /** Targets by the class of their median latency. */
    readonly latencies: readonly number[];
  }[];
  readonly changes: readonly WideChange[];
}

const latencyColumns = Array.from({ length: latencyClasses }, (_, index) => `latency_${index}`);

/** Undefined for an operation that no run has asked. */
export const operationData = async (
  database: Database,
  of: string,
  operation: string,
): Promise<OperationData | undefined> => {
  const rows = await database.rows(
    `SELECT day, asked, sampled, answers, good, ${latencyColumns.join(", ")} FROM operation_day
     JOIN operation ON operation.id = operation_day.operation
     WHERE interface = $1 AND name = $2 ORDER BY day DESC LIMIT $3`,
    [of, operation, chartDays],
  );
  if (rows.length === 0) return undefined;
  const changes = await wideChanges(database);
  return {
    interface: of,
    operation,
    days: rows.toReversed().map((row) => ({
      day: text(row, "day"),
      asked: integer(row, "asked"),
      sampled: integer(row, "sampled"),
      answers: integer(row, "answers"),
      good: integer(row, "good"),
      latencies: latencyColumns.map((column) => integer(row, column)),
    })),
    changes: changes.filter(
      ({ group }) =>
        group.interface === of && (group.operations.length === 0 || group.operations.includes(operation)),
    ),
  };
};

/** Every operation that any run has asked. */
export const operationNames = async (
  database: Database,
): Promise<readonly { readonly interface: string; readonly operation: string }[]> => {
  const rows = await database.rows("SELECT interface, name FROM operation ORDER BY interface, name");
  return rows.map((row) => ({ interface: text(row, "interface"), operation: text(row, "name") }));
};

const shownState = (row: Row): string => {
  if (row["paused_at"] !== null) return "paused";
  const state = row["state"];
  return typeof state === "string" ? `${state} on ${String(row["day"])}` : "not run yet";
};

/** Those whose names begin with a text, in the order of their names. */
export const organizationList = async (
  database: Database,
  search: string,
): Promise<{
  readonly search: string;
  readonly names: readonly { readonly name: string; readonly state: string }[];
  readonly more: number;
}> => {
  // Not LIKE: nothing in the text is a pattern.
  const begins = "listed = 1 AND substr(name, 1, $2) = $1";
  const bounds = [search, [...search].length];
  const rows = await database.rows(
    `SELECT name, paused_at, run.state, run.day FROM organization
     LEFT JOIN run ON run.organization = organization.id
       AND run.day = (SELECT max(day) FROM run AS last WHERE last.organization = organization.id)
     WHERE ${begins} ORDER BY name LIMIT $3`,
    [...bounds, mostRows],
  );
  const [counted] = await database.rows(`SELECT count(*) AS found FROM organization WHERE ${begins}`, bounds);
  return {
    search,
    names: rows.map((row) => ({ name: text(row, "name"), state: shownState(row) })),
    more: counted === undefined ? 0 : Math.max(0, integer(counted, "found") - rows.length),
  };
};

export interface WorkData {
  readonly waiting: number;
  readonly running: readonly {
    readonly organization: string;
    readonly day: string;
    readonly attempt: number;
    readonly startedAt: string;
  }[];
  readonly paused: readonly { readonly organization: string; readonly at: string; readonly reason: string }[];
  /** Grants that hold now. */
  readonly grants: number;
  /** Requests that they may still send. */
  readonly granted: number;
}

export const workData = async (
  database: Database,
  day: string | undefined,
  now: number,
): Promise<WorkData> => {
  const running = await database.rows(
    `SELECT name, day, attempt, started_at FROM run JOIN organization ON organization.id = run.organization
     WHERE state = 'running' ORDER BY started_at LIMIT $1`,
    [mostRows],
  );
  const paused = await database.rows(
    "SELECT name, paused_at, pause_reason FROM organization WHERE paused_at IS NOT NULL ORDER BY name LIMIT $1",
    [mostRows],
  );
  const [waiting] = await database.rows(
    `SELECT count(*) AS waiting FROM organization WHERE listed = 1 AND paused_at IS NULL AND NOT EXISTS
       (SELECT 1 FROM run WHERE run.organization = organization.id AND day = $1)`,
    [day ?? "0001-01-01"],
  );
  const [grants] = await database.rows(
    "SELECT count(*) AS grants, coalesce(sum(requests), 0) AS granted FROM budget_grant WHERE valid_until > $1 AND ended = 0",
    [now],
  );
  return {
    waiting: waiting === undefined ? 0 : integer(waiting, "waiting"),
    running: running.map((row) => ({
      organization: text(row, "name"),
      day: text(row, "day"),
      attempt: integer(row, "attempt"),
      startedAt: text(row, "started_at"),
    })),
    paused: paused.map((row) => ({
      organization: text(row, "name"),
      at: text(row, "paused_at"),
      reason: String(row["pause_reason"] ?? ""),
    })),
    grants: grants === undefined ? 0 : integer(grants, "grants"),
    granted: grants === undefined ? 0 : integer(grants, "granted"),
  };
};
