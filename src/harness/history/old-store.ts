import type { Documentation } from "../drift/documentation.ts";
import type { RunOutcome } from "../drift/run-outcome.ts";
import type { StoredRun } from "../drift/stored-run.ts";
import { unpackState } from "../drift/tracked-state-json.ts";
import { unpackShapes } from "../drift/packed.ts";
import { addAll, createTrackedTarget } from "../drift/tracked-target.ts";
import { damaged } from "../model/stored.ts";
import { problemIn } from "../problems/lives.ts";
import * as rules from "../source/rules.ts";
import type { Row, Sql } from "../store/database.ts";
import type { StorePart } from "../store/store.ts";
import { bytes, insertAll, integer, json, optionalText, text } from "../store/rows.ts";
import { lostState, readAcceptances } from "./read-past.ts";
import { trackedRows, targetOf } from "./reading.ts";
import { writeDetails, writeTracked } from "./write-run.ts";

/** The former tables of `tripact drift`, before it shared those of a fleet; all are removed. */
export const oldSteps: readonly string[] = [
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
  // Findings and unjudged problems, as of the last run that showed them; changes are in drift_change.
  `CREATE TABLE drift_problem (
     organization TEXT NOT NULL,
     address TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     summary TEXT NOT NULL,
     PRIMARY KEY (organization, address, fingerprint)
   ) STRICT, WITHOUT ROWID;`,
  // Key of the value digests (value-digest.ts).
  `CREATE TABLE drift_key (key BLOB NOT NULL) STRICT;
   INSERT INTO drift_key VALUES (randomblob(32));`,
];

/** The former tables of alerts of `tripact drift`; they stay. */
export const oldOutbox: StorePart = {
  name: "outbox",
  steps: [
    `CREATE TABLE alert_notice (
       target TEXT NOT NULL,
       subject TEXT NOT NULL,
       kind TEXT NOT NULL,
       since TEXT NOT NULL,
       PRIMARY KEY (target, subject)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE alert_message (
       receiver TEXT NOT NULL,
       id TEXT NOT NULL,
       alerts TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       leased_until INTEGER NOT NULL DEFAULT 0,
       PRIMARY KEY (receiver, id)
     ) STRICT, WITHOUT ROWID;`,
    "ALTER TABLE alert_notice ADD COLUMN was_release INTEGER NOT NULL DEFAULT 0;",
  ],
};

const stateOf = (row: Row): StoredRun["state"] => {
  const state = text(row, "state");
  return state === "sampled" || state === "failed" ? state : "running";
};

const runOf = (row: Row): StoredRun => ({
  run: typeof row["position"] === "number" ? row["position"] : 0,
  state: stateOf(row),
  ...optionalText(row, "reason", "reason"),
  startedAt: text(row, "started_at"),
  seed: integer(row, "seed"),
  version: text(row, "version"),
  requests: integer(row, "requests"),
  findings: { error: integer(row, "errors"), warning: integer(row, "warnings"), info: integer(row, "infos") },
});

const outcomeRule = rules.record({
  isBaseline: rules.truth,
  answers: rules.count,
  drift: rules.record({}),
  operations: rules.list(rules.record({})),
});

/** The result of a run as written; the earliest versions wrote none. */
const outcomeOf = (row: Row): RunOutcome | undefined => {
  if (typeof row["outcome"] !== "string") return undefined;
  return json(row, "outcome", outcomeRule);
};

const convertTarget = async (sql: Sql, found: Row, documentation: Documentation): Promise<void> => {
  const target = targetOf(found);
  if (!documentation.isInterface(target.interface)) throw damaged("it names an unknown interface");
  const id = integer(found, "id");
  const [row] = await sql.rows("SELECT * FROM drift_state WHERE target = $1", [id]);
  const runs = await sql.rows("SELECT * FROM drift_run WHERE target = $1 ORDER BY position, id", [id]);
  const state =
    row &&
    unpackState(row["state"], integer(row, "form"), {
      run: integer(row, "position"),
      acceptance: integer(row, "acceptance"),
    });
  const ended = runs.flatMap((one) => {
    const run = runOf(one);
    const shapes = () => unpackShapes(bytes(one, "shapes") ?? new Uint8Array(), documentation);
    return run.run > (state?.run ?? 0) ? [{ ...run, shapes }] : [];
  });
  if (state === undefined && (ended[0]?.run ?? 1) > 1) throw lostState(target);
  const tracked = createTrackedTarget(target, documentation, state);
  const added = addAll(tracked, ended, await readAcceptances(sql, id));
  const outcomes = new Map(added.map(({ run, outcome }) => [run, outcome]));
  for (const one of runs) {
    const run = runOf(one);
    const outcome = outcomeOf(one) ?? outcomes.get(run.run);
    const own = integer(one, "id");
    const details = { id, target, run, outcome, shapes: bytes(one, "shapes") };
    await writeDetails(sql, { id: own, day: `${run.startedAt} ${own}` }, [details]);
  }
  await writeTracked(sql, [{ id, state: tracked.state, groups: tracked.groups(), open: tracked.open() }]);
};

const convertProblems = async (sql: Sql): Promise<void> => {
  const rows = await sql.rows(
    `SELECT id, address, summary FROM drift_problem JOIN organization ON name = organization`,
  );
  await insertAll(
    sql,
    "problem",
    rows.map((row) => {
      const {
        fingerprint,
        kind,
        severity,
        state,
        since = "",
        lastSeen = "",
      } = problemIn(text(row, "summary"));
      return {
        organization: integer(row, "id"),
        address: text(row, "address"),
        fingerprint,
        kind,
        severity,
        state,
        first_day: since,
        last_day: lastSeen,
        summary: text(row, "summary"),
      };
    }),
  );
};

const copies = [
  `INSERT INTO organization (name, digest_key)
   SELECT DISTINCT organization, (SELECT 'hex:' || hex(key) FROM drift_key) FROM drift_target`,
  `INSERT INTO target (id, organization, interface, address)
   SELECT drift_target.id, organization.id, interface, address FROM drift_target JOIN organization ON name = organization`,
  `INSERT INTO run (id, organization, day, state, identity, started_at, seed, version, requests)
   SELECT drift_run.id, target.organization, started_at || ' ' || drift_run.id,
     CASE state WHEN 'sampled' THEN 'done' ELSE state END, run, started_at, seed, version, requests
   FROM drift_run JOIN target ON target.id = drift_run.target`,
  `INSERT INTO acceptance (id, target, after_position, fingerprint, accepted_at, until_day, accepted_by, note)
   SELECT id, target, after_position, fingerprint, accepted_at, until, accepted_by, note FROM drift_acceptance`,
];

const tables = ["change", "state", "acceptance", "problem", "key", "run", "target"];

export const hasOldTables = async (sql: Sql): Promise<boolean> =>
  (await sql.rows("SELECT 1 FROM sqlite_master WHERE name = 'drift_target'")).length > 0;

/** Converts and removes the tables of earlier versions. */
export const convertOldStore = async (sql: Sql, documentation: Documentation): Promise<void> => {
  // Another process may have done it first.
  if (!(await hasOldTables(sql))) return;
  if ((await sql.rows("SELECT 1 FROM drift_key")).length === 0) throw damaged("it has lost its key");
  for (const copy of copies) await sql.rows(copy);
  for (const target of await trackedRows(sql)) await convertTarget(sql, target, documentation);
  await convertProblems(sql);
  for (const table of tables) await sql.rows(`DROP TABLE drift_${table}`);
};
