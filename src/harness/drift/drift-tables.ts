import type { DatabaseSync } from "node:sqlite";
import type { Acceptance, DriftGroup, DriftTarget } from "../model/drift.ts";
import { isObject } from "../model/json-object.ts";
import type { Problem } from "../model/problem.ts";
import { damaged, stored } from "../model/stored.ts";
import { problemIn } from "../problems/lives.ts";
import type { StorePart } from "../store/store.ts";
import type { Documentation } from "./documentation.ts";
import { unpackShapes } from "./packed.ts";
import type { RunOutcome } from "./run-outcome.ts";
import { createShapes, type Shapes } from "./shapes.ts";
import type { EndedRun, RunResult, StoredAcceptance, StoredRun } from "./stored-run.ts";
import { packState, stateForm, unpackState } from "./tracked-state-json.ts";
import type { TrackedState } from "./tracked-target.ts";

/**
 * The tables. `drift_run` and `drift_acceptance` are what happened. The others follow from them and spare reading
 * them again: `drift_state` what they came to for each target, `outcome` what each run came to, `drift_change` which
 * changes and groups of them each target has. Where runs were removed after a time, `drift_state` is all that is left of them.
 */
export const driftPart: StorePart = {
  name: "drift",
  steps: [
    `CREATE TABLE drift_target (
       id INTEGER PRIMARY KEY,
       interface TEXT NOT NULL,
       address TEXT NOT NULL,
       organization TEXT NOT NULL,
       UNIQUE (interface, address, organization)
     ) STRICT;
     CREATE TABLE drift_night (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       target INTEGER NOT NULL REFERENCES drift_target,
       place INTEGER,
       state TEXT NOT NULL CHECK (state IN ('running', 'sampled', 'failed')),
       reason TEXT,
       run TEXT NOT NULL,
       started_at TEXT NOT NULL,
       seed INTEGER NOT NULL,
       version TEXT NOT NULL,
       requests INTEGER NOT NULL DEFAULT 0,
       errors INTEGER NOT NULL DEFAULT 0,
       warnings INTEGER NOT NULL DEFAULT 0,
       infos INTEGER NOT NULL DEFAULT 0,
       shapes BLOB,
       UNIQUE (target, place)
     ) STRICT;
     CREATE TABLE drift_acceptance (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       target INTEGER NOT NULL REFERENCES drift_target,
       after_place INTEGER NOT NULL,
       fingerprint TEXT NOT NULL,
       accepted_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX drift_acceptance_target ON drift_acceptance (target);`,
    `CREATE TABLE drift_checkpoint (
       target INTEGER PRIMARY KEY REFERENCES drift_target,
       version TEXT NOT NULL,
       past TEXT NOT NULL,
       place INTEGER NOT NULL,
       state BLOB NOT NULL
     ) STRICT;`,
    `DROP TABLE drift_checkpoint;
     ALTER TABLE drift_night RENAME TO drift_run;
     ALTER TABLE drift_run RENAME COLUMN place TO position;
     ALTER TABLE drift_run ADD COLUMN outcome TEXT;
     ALTER TABLE drift_acceptance RENAME COLUMN after_place TO after_position;
     CREATE TABLE drift_state (
       target INTEGER PRIMARY KEY REFERENCES drift_target,
       form INTEGER NOT NULL,
       position INTEGER NOT NULL,
       acceptance INTEGER NOT NULL,
       state BLOB NOT NULL
     ) STRICT;
     CREATE TABLE drift_change (
       target INTEGER NOT NULL REFERENCES drift_target,
       fingerprint TEXT NOT NULL,
       state TEXT NOT NULL,
       PRIMARY KEY (target, fingerprint)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX drift_change_fingerprint ON drift_change (fingerprint);`,
    `ALTER TABLE drift_acceptance ADD COLUMN until TEXT;
     ALTER TABLE drift_acceptance ADD COLUMN accepted_by TEXT;
     ALTER TABLE drift_acceptance ADD COLUMN note TEXT;`,
    // What was found and what could not be judged, as the last run that showed it did; changes are in drift_change.
    `CREATE TABLE drift_problem (
       organization TEXT NOT NULL,
       address TEXT NOT NULL,
       fingerprint TEXT NOT NULL,
       summary TEXT NOT NULL,
       PRIMARY KEY (organization, address, fingerprint)
     ) STRICT, WITHOUT ROWID;`,
    // What digests of values are made with (value-digest.ts).
    `CREATE TABLE drift_key (key BLOB NOT NULL) STRICT;
     INSERT INTO drift_key VALUES (randomblob(32));`,
  ],
};

/** A target and its row. */
export interface TargetRow {
  readonly id: number;
  readonly target: DriftTarget;
}

/** Identifies the run of a new row. */
export interface RunIdentity {
  readonly run: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
}

/** How a run ended, as it is written. */
export interface RunEnd extends Omit<RunResult, "shapes"> {
  readonly position: number;
  /** As `packShapes` gives them; undefined for a run that failed. */
  readonly shapes: Uint8Array | undefined;
}

/** Position of the last run and id of the last acceptance: what moves when a target's history does. */
export interface Progress {
  readonly run: number;
  readonly acceptance: number;
}

type Row = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const shapesOf = (blob: unknown, documentation: Documentation): Shapes =>
  blob instanceof Uint8Array ? unpackShapes(blob, documentation) : createShapes(documentation);

const stateOf = (value: unknown): StoredRun["state"] =>
  value === "sampled" || value === "failed" ? value : "running";

const runOf = (row: Row): StoredRun => ({
  run: Number(row["position"] ?? 0),
  state: stateOf(row["state"]),
  ...(typeof row["reason"] === "string" ? { reason: row["reason"] } : {}),
  startedAt: textOf(row["started_at"]),
  seed: Number(row["seed"]),
  version: textOf(row["version"]),
  requests: Number(row["requests"]),
  findings: { error: Number(row["errors"]), warning: Number(row["warnings"]), info: Number(row["infos"]) },
});

const outcomeOf = (text: unknown): RunOutcome | undefined => {
  if (typeof text !== "string") return undefined;
  const value: unknown = stored("the result of a run", () => JSON.parse(text));
  if (!isObject(value) || !isObject(value["drift"]) || !Array.isArray(value["operations"]))
    throw damaged("the result of a run has another form");
  // What `setOutcome` has written.
  return value as unknown as RunOutcome;
};

const targetReader =
  ({ isInterface }: Documentation) =>
  (row: Row): TargetRow => {
    const name = textOf(row["interface"]);
    if (!isInterface(name)) throw damaged("it names an interface that there is not");
    const [address, organization] = [textOf(row["address"]), textOf(row["organization"])];
    return { id: Number(row["id"]), target: { interface: name, address, organization } };
  };

const runColumns =
  "position, state, reason, started_at, seed, version, requests, errors, warnings, infos, outcome";

/** Reads and writes single rows; which of them belong together is drift-store.ts's. */
export type DriftTables = ReturnType<typeof driftTables>;

const targetTable = (database: DatabaseSync, documentation: Documentation) => ({
  targets: (): readonly TargetRow[] =>
    database.prepare("SELECT * FROM drift_target ORDER BY id").all().map(targetReader(documentation)),

  findTarget({ interface: name, address, organization }: DriftTarget): number | undefined {
    const row = database
      .prepare("SELECT id FROM drift_target WHERE interface = ? AND address = ? AND organization = ?")
      .get(name, address, organization);
    return row === undefined ? undefined : Number(row["id"]);
  },

  addTarget: ({ interface: name, address, organization }: DriftTarget): number =>
    Number(
      database
        .prepare("INSERT INTO drift_target (interface, address, organization) VALUES (?, ?, ?)")
        .run(name, address, organization).lastInsertRowid,
    ),
});

const writtenRuns = (database: DatabaseSync) => ({
  addRun: (target: number, { run, startedAt, seed, version }: RunIdentity): number =>
    Number(
      database
        .prepare(
          "INSERT INTO drift_run (target, state, run, started_at, seed, version) VALUES (?, 'running', ?, ?, ?, ?)",
        )
        .run(target, run, startedAt, seed, version).lastInsertRowid,
    ),

  endRun(id: number, { position, reason, requests, findings, shapes }: RunEnd): void {
    database
      .prepare(
        `UPDATE drift_run SET position = ?, state = ?, reason = ?, requests = ?, errors = ?, warnings = ?, infos = ?,
         shapes = ? WHERE id = ?`,
      )
      .run(
        position,
        shapes === undefined ? "failed" : "sampled",
        reason ?? null,
        requests,
        findings.error,
        findings.warning,
        findings.info,
        shapes ?? null,
        id,
      );
  },

  setOutcome(target: number, position: number, outcome: RunOutcome): void {
    database
      .prepare("UPDATE drift_run SET outcome = ? WHERE target = ? AND position = ?")
      .run(JSON.stringify(outcome), target, position);
  },

  /** Removes runs that began before a moment, but for the last that ended and for what no state holds yet. */
  removeRuns: (target: number, startedBefore: string): number =>
    Number(
      database
        .prepare(
          `DELETE FROM drift_run WHERE target = ?1 AND started_at < ?2
           AND (position IS NULL OR position < (SELECT position FROM drift_state WHERE target = ?1))`,
        )
        .run(target, startedBefore).changes,
    ),
});

const readRuns = (database: DatabaseSync, documentation: Documentation) => ({
  /** The runs of a target in the order in which they ended, then those that have not. */
  runs: (target: number): readonly { readonly run: StoredRun; readonly outcome: RunOutcome | undefined }[] =>
    database
      .prepare(`SELECT ${runColumns} FROM drift_run WHERE target = ? ORDER BY position IS NULL, position, id`)
      .all(target)
      .map((row) => ({ run: runOf(row), outcome: outcomeOf(row["outcome"]) })),

  /** Runs that ended after the one at a position, in their order, read one at a time. */
  *endedAfter(target: number, position: number): Generator<EndedRun> {
    const rows = database
      .prepare(
        `SELECT ${runColumns}, shapes FROM drift_run WHERE target = ? AND position > ? ORDER BY position`,
      )
      .iterate(target, position);
    for (const row of rows) yield { ...runOf(row), shapes: () => shapesOf(row["shapes"], documentation) };
  },

  /** Position of the first run that is still there; 1 unless earlier ones were removed. */
  firstPosition(target: number): number {
    const row = database.prepare("SELECT min(position) AS first FROM drift_run WHERE target = ?").get(target);
    return Number(row?.["first"] ?? 1);
  },
});

const acceptanceTable = (database: DatabaseSync) => ({
  addAcceptance: (
    target: number,
    after: number,
    fingerprint: string,
    { at, until, by, note }: Acceptance,
  ): number =>
    Number(
      database
        .prepare(
          `INSERT INTO drift_acceptance (target, after_position, fingerprint, accepted_at, until, accepted_by, note)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(target, after, fingerprint, at, until ?? null, by ?? null, note ?? null).lastInsertRowid,
    ),

  acceptedAfter: (target: number, id: number): readonly StoredAcceptance[] =>
    database
      .prepare("SELECT * FROM drift_acceptance WHERE target = ? AND id > ? ORDER BY id")
      .all(target, id)
      .map((row) => ({
        id: Number(row["id"]),
        after: Number(row["after_position"]),
        fingerprint: textOf(row["fingerprint"]),
        at: textOf(row["accepted_at"]),
        ...(typeof row["until"] === "string" ? { until: row["until"] } : {}),
        ...(typeof row["accepted_by"] === "string" ? { by: row["accepted_by"] } : {}),
        ...(typeof row["note"] === "string" ? { note: row["note"] } : {}),
      })),

  progress(target: number): Progress {
    const row = database
      .prepare(
        `SELECT (SELECT max(position) FROM drift_run WHERE target = ?) AS run,
                (SELECT max(id) FROM drift_acceptance WHERE target = ?) AS acceptance`,
      )
      .get(target, target);
    return { run: Number(row?.["run"] ?? 0), acceptance: Number(row?.["acceptance"] ?? 0) };
  },
});

const stateTable = (database: DatabaseSync, documentation: Documentation) => ({
  /** Undefined where there is none yet, or none that can be read: it is computed from the runs again. */
  state(target: number): TrackedState | undefined {
    const row = database.prepare("SELECT * FROM drift_state WHERE target = ?").get(target);
    return unpackState(row?.["state"], Number(row?.["form"]), {
      run: Number(row?.["position"]),
      acceptance: Number(row?.["acceptance"]),
    });
  },

  /** @param groups what the changes of the state are put together to */
  setState(target: number, state: TrackedState, groups: readonly DriftGroup[]): void {
    database
      .prepare("INSERT OR REPLACE INTO drift_state VALUES (?, ?, ?, ?, ?)")
      .run(target, stateForm, state.run, state.acceptance, packState(state));
    database.prepare("DELETE FROM drift_change WHERE target = ?").run(target);
    const insert = database.prepare("INSERT INTO drift_change VALUES (?, ?, ?)");
    for (const { fingerprint, state: of } of state.tracker.changes.values())
      insert.run(target, fingerprint, of);
    // One that is accepted until a day may be accepted for longer.
    for (const { fingerprint, state: of, accepted } of groups)
      insert.run(target, fingerprint, of === "accepted" && accepted?.until !== undefined ? "reported" : of);
  },

  /** Targets that have runs and no state: an earlier version wrote them. */
  withoutState: (): readonly TargetRow[] =>
    database
      .prepare(
        `SELECT * FROM drift_target WHERE id NOT IN (SELECT target FROM drift_state)
         AND id IN (SELECT target FROM drift_run WHERE position IS NOT NULL) ORDER BY id`,
      )
      .all()
      .map(targetReader(documentation)),

  /** Fingerprints of the changes and groups that are not accepted, of all targets. */
  openFingerprints: (): readonly string[] =>
    database
      .prepare("SELECT DISTINCT fingerprint FROM drift_change WHERE state <> 'accepted'")
      .all()
      .map((row) => textOf(row["fingerprint"])),

  targetsWith: (fingerprint: string): readonly TargetRow[] =>
    database
      .prepare(
        `SELECT drift_target.* FROM drift_target JOIN drift_change ON target = id
         WHERE fingerprint = ? AND drift_change.state <> 'accepted' ORDER BY id`,
      )
      .all(fingerprint)
      .map(targetReader(documentation)),
});

const problemTable = (database: DatabaseSync) => ({
  /** Of an organization at these addresses. */
  problems: (organization: string, addresses: readonly string[]): readonly Problem[] =>
    database
      .prepare(
        `SELECT summary FROM drift_problem WHERE organization = ?
         AND address IN (SELECT value FROM json_each(?)) ORDER BY fingerprint`,
      )
      .all(organization, JSON.stringify(addresses))
      .map((row) => problemIn(textOf(row["summary"]))),

  /** Puts them in place of those that are there. */
  setProblems(organization: string, addresses: readonly string[], problems: readonly Problem[]): void {
    database
      .prepare(
        "DELETE FROM drift_problem WHERE organization = ? AND address IN (SELECT value FROM json_each(?))",
      )
      .run(organization, JSON.stringify(addresses));
    const insert = database.prepare("INSERT OR REPLACE INTO drift_problem VALUES (?, ?, ?, ?)");
    for (const problem of problems) {
      const { address = "" } = problem.places[0] ?? {};
      insert.run(
        organization,
        addresses.includes(address) ? address : (addresses[0] ?? ""),
        problem.fingerprint,
        JSON.stringify(problem),
      );
    }
  },
});

const digestKeyIn = (database: DatabaseSync): Uint8Array => {
  const key = database.prepare("SELECT key FROM drift_key").get()?.["key"];
  if (key instanceof Uint8Array) return key;
  throw damaged("it has lost its key");
};

/** The rows of the drift part. */
export const driftTables = (database: DatabaseSync, documentation: Documentation) => ({
  documentation,
  digestKey: () => digestKeyIn(database),
  ...targetTable(database, documentation),
  ...writtenRuns(database),
  ...readRuns(database, documentation),
  ...acceptanceTable(database),
  ...stateTable(database, documentation),
  ...problemTable(database),
});
