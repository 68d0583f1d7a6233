import { UsageError } from "../../core/model/usage-error.ts";
import { triedTable } from "../../core/store/tried-steps.ts";

/** The error for a database without any run. */
export const neverMigrated = (shown: string): UsageError =>
  new UsageError("the database has no tables of a fleet yet", {
    location: shown,
    hint: "create them with tripact fleet migrate, and check the key database of the fleet file",
  });

/** An engine's names of column types. */
export interface ColumnTypes {
  /** A primary key counted by the database. */
  readonly id: string;
  readonly integer: string;
  /** An integer beyond 2^31. */
  readonly large: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly instant: string;
  readonly bytes: string;
  /** Follows a table if the engine checks types only on request. */
  readonly strict: string;
}

/** Organizations, their targets, and the runs of both. */
const runTables = (type: ColumnTypes): string => `
   CREATE TABLE organization (
     id ${type.id},
     name TEXT NOT NULL UNIQUE,
     -- A JSON object of texts.
     labels TEXT NOT NULL DEFAULT '{}',
     -- 1 while the fleet file lists it.
     listed ${type.integer} NOT NULL DEFAULT 1,
     -- Runs in a row that failed for its own sake: a refused credential, a run that never ended.
     failures ${type.integer} NOT NULL DEFAULT 0,
     paused_at ${type.instant},
     pause_reason TEXT,
     -- Key of the value digests (core/shapes/value-digest.ts).
     digest_key TEXT
   )${type.strict};
   CREATE TABLE target (
     id ${type.id},
     organization ${type.integer} NOT NULL REFERENCES organization,
     interface TEXT NOT NULL,
     address TEXT NOT NULL,
     UNIQUE (organization, interface, address)
   )${type.strict};
   CREATE TABLE run (
     id ${type.id},
     organization ${type.integer} NOT NULL REFERENCES organization,
     day ${type.day} NOT NULL,
     -- running, done, failed
     state TEXT NOT NULL,
     -- Of a failed run: credential, target, budget, secrets, dead.
     cause TEXT,
     reason TEXT,
     attempt ${type.integer} NOT NULL DEFAULT 1,
     identity TEXT NOT NULL,
     started_at ${type.instant} NOT NULL,
     ended_at ${type.instant},
     seed ${type.large} NOT NULL,
     version TEXT NOT NULL,
     requests ${type.integer} NOT NULL DEFAULT 0,
     UNIQUE (organization, day)
   )${type.strict};
   CREATE INDEX run_day ON run (day, state, requests);
   CREATE TABLE target_run (
     target ${type.integer} NOT NULL REFERENCES target,
     day ${type.day} NOT NULL,
     run ${type.large} NOT NULL REFERENCES run,
     position ${type.integer} NOT NULL,
     -- baseline, compared, failed
     status TEXT NOT NULL,
     reason TEXT,
     requests ${type.integer} NOT NULL,
     answers ${type.integer} NOT NULL,
     operations ${type.integer} NOT NULL,
     errors ${type.integer} NOT NULL,
     warnings ${type.integer} NOT NULL,
     infos ${type.integer} NOT NULL,
     new_changes ${type.integer} NOT NULL,
     standing_changes ${type.integer} NOT NULL,
     back_changes ${type.integer} NOT NULL,
     gone_changes ${type.integer} NOT NULL,
     inconclusive_changes ${type.integer} NOT NULL,
     breaking_changes ${type.integer} NOT NULL,
     PRIMARY KEY (target, day)
   )${type.strict};
   CREATE INDEX target_run_day ON target_run (day);
   CREATE TABLE target_shapes (
     target ${type.integer} NOT NULL REFERENCES target,
     day ${type.day} NOT NULL,
     shapes ${type.bytes} NOT NULL,
     PRIMARY KEY (target, day)
   )${type.strict};
   CREATE INDEX target_shapes_day ON target_shapes (day);
   CREATE TABLE target_state (
     target ${type.integer} PRIMARY KEY REFERENCES target,
     form ${type.integer} NOT NULL,
     position ${type.integer} NOT NULL,
     acceptance ${type.large} NOT NULL,
     state ${type.bytes} NOT NULL
   )${type.strict};`;

/** What the operations of a target answered, by run and by day. */
const operationTables = (type: ColumnTypes): string => `
   CREATE TABLE operation (
     id ${type.id},
     interface TEXT NOT NULL,
     name TEXT NOT NULL,
     UNIQUE (interface, name)
   )${type.strict};
   CREATE TABLE operation_run (
     target ${type.integer} NOT NULL REFERENCES target,
     day ${type.day} NOT NULL,
     operation ${type.integer} NOT NULL REFERENCES operation,
     answers ${type.integer} NOT NULL,
     good ${type.integer} NOT NULL,
     locations ${type.integer} NOT NULL,
     -- The class of the median latency (drift/latency-class.ts); null without an answer.
     latency ${type.integer},
     -- A JSON object: answers by status.
     statuses TEXT NOT NULL,
     -- A JSON list: fingerprints of its single changes that were new, back or gone; null without.
     changes TEXT,
     PRIMARY KEY (target, day, operation)
   )${type.strict};
   CREATE INDEX operation_run_operation ON operation_run (operation, day);
   CREATE INDEX operation_run_day ON operation_run (day);
   CREATE TABLE operation_day (
     operation ${type.integer} NOT NULL REFERENCES operation,
     day ${type.day} NOT NULL,
     -- Targets that were asked, and those of which at least one answer was good.
     asked ${type.integer} NOT NULL,
     sampled ${type.integer} NOT NULL,
     answers ${type.integer} NOT NULL,
     good ${type.integer} NOT NULL,
     -- Targets by the class of their median latency.
     latency_0 ${type.integer} NOT NULL,
     latency_1 ${type.integer} NOT NULL,
     latency_2 ${type.integer} NOT NULL,
     latency_3 ${type.integer} NOT NULL,
     latency_4 ${type.integer} NOT NULL,
     latency_5 ${type.integer} NOT NULL,
     PRIMARY KEY (operation, day)
   )${type.strict};`;

/** Changes of targets, what became of them, and who accepted them. */
const changeTables = (type: ColumnTypes): string => `
   -- What a person reads and accepts: changes of one cause (drift/group-changes.ts).
   CREATE TABLE change (
     target ${type.integer} NOT NULL REFERENCES target,
     fingerprint TEXT NOT NULL,
     -- inconclusive, standing, gone, accepted
     state TEXT NOT NULL,
     severity TEXT NOT NULL,
     impact TEXT NOT NULL,
     confidence TEXT NOT NULL,
     first_seen ${type.instant} NOT NULL,
     reported_at ${type.instant},
     last_seen ${type.instant} NOT NULL,
     -- The group as it is reported, as JSON (model/drift.ts).
     summary TEXT NOT NULL,
     PRIMARY KEY (target, fingerprint)
   )${type.strict};
   CREATE INDEX change_fingerprint ON change (fingerprint, state, target, severity, first_seen, last_seen);
   CREATE TABLE event (
     day ${type.day} NOT NULL,
     target ${type.integer} NOT NULL REFERENCES target,
     fingerprint TEXT NOT NULL,
     -- new, back, gone
     turn TEXT NOT NULL,
     PRIMARY KEY (day, target, fingerprint)
   )${type.strict};
   CREATE INDEX event_fingerprint ON event (fingerprint, day);
   -- Fingerprints of changes and groups that can be accepted, or accepted for longer.
   CREATE TABLE acceptable (
     target ${type.integer} NOT NULL REFERENCES target,
     fingerprint TEXT NOT NULL,
     PRIMARY KEY (target, fingerprint)
   )${type.strict};
   CREATE INDEX acceptable_fingerprint ON acceptable (fingerprint);
   CREATE TABLE acceptance (
     id ${type.id},
     target ${type.integer} NOT NULL REFERENCES target,
     after_position ${type.integer} NOT NULL,
     fingerprint TEXT NOT NULL,
     accepted_at ${type.instant} NOT NULL,
     until_day ${type.day},
     accepted_by TEXT,
     note TEXT
   )${type.strict};
   CREATE INDEX acceptance_target ON acceptance (target);
   -- Changes that are accepted wherever they appear.
   CREATE TABLE acceptance_everywhere (
     fingerprint TEXT PRIMARY KEY,
     accepted_at ${type.instant} NOT NULL,
     until_day ${type.day},
     accepted_by TEXT,
     note TEXT
   )${type.strict};
   -- Names that organizations have shown to be fields: at most two rows for a name.
   CREATE TABLE field (
     interface TEXT NOT NULL,
     name TEXT NOT NULL,
     organization ${type.integer} NOT NULL REFERENCES organization,
     PRIMARY KEY (interface, name, organization)
   )${type.strict};`;

/** An organization's findings and unjudged problems, as of the last run that showed them. */
const problemTables = (type: ColumnTypes): string => `
   CREATE TABLE problem (
     organization ${type.integer} NOT NULL REFERENCES organization,
     -- Of the runs that show it, where an organization has some at other addresses; else empty.
     address TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     -- violation, unjudged
     kind TEXT NOT NULL,
     severity TEXT NOT NULL,
     -- open, gone
     state TEXT NOT NULL,
     first_day ${type.day} NOT NULL,
     last_day ${type.day} NOT NULL,
     -- The problem as it is reported, as JSON (core/model/problem.ts).
     summary TEXT NOT NULL,
     PRIMARY KEY (organization, address, fingerprint)
   )${type.strict};
   CREATE INDEX problem_fingerprint ON problem (fingerprint, state);`;

/** Open subjects that were alerted, and messages waiting for their receivers (monitoring/notify/outbox.ts). */
const alertTables = (type: ColumnTypes): string => `
   CREATE TABLE alert_notice (
     -- A fleet alerts as one target.
     target TEXT NOT NULL,
     subject TEXT NOT NULL,
     kind TEXT NOT NULL,
     since ${type.instant} NOT NULL,
     was_release ${type.integer} NOT NULL DEFAULT 0,
     -- The latest alert, as JSON: a run that cannot show it must not look as if it were gone.
     alert TEXT,
     PRIMARY KEY (target, subject)
   )${type.strict};
   CREATE TABLE alert_message (
     receiver TEXT NOT NULL,
     id TEXT NOT NULL,
     alerts TEXT NOT NULL,
     created_at ${type.large} NOT NULL,
     leased_until ${type.large} NOT NULL,
     PRIMARY KEY (receiver, id)
   )${type.strict};`;

/** What only a fleet has: budgets that its runs share, and its days. */
const fleetTables = (type: ColumnTypes): string => `
   -- Requests that a run may send until an instant, in milliseconds since the epoch.
   CREATE TABLE budget_grant (
     id ${type.id},
     requests ${type.integer} NOT NULL,
     valid_until ${type.large} NOT NULL,
     -- 1 once the run has given back what it did not send.
     ended ${type.integer} NOT NULL DEFAULT 0
   )${type.strict};
   CREATE TABLE grant_account (
     account TEXT NOT NULL,
     grant_id ${type.large} NOT NULL REFERENCES budget_grant ON DELETE CASCADE,
     PRIMARY KEY (account, grant_id)
   );
   -- Owners of the accounts' credentials, by the last day on which an organization was run (budget/grants.ts).
   CREATE TABLE account_holder (
     account TEXT NOT NULL,
     -- Its name.
     organization TEXT NOT NULL,
     day ${type.day} NOT NULL,
     -- The account that the fleet file lets it share; null without.
     shared TEXT,
     PRIMARY KEY (account, organization)
   )${type.strict};
   CREATE INDEX account_holder_organization ON account_holder (organization);
   -- Tried steps by scope of runs (store/tried-steps.ts), of which a store has a part of its own.
   ${triedTable}${type.strict};
   -- The last day of which a fleet has sent alerts: at most one row.
   CREATE TABLE reported_day (day ${type.day} PRIMARY KEY)${type.strict};
   -- Organizations that a fleet has to check on a day, so that a run that never began is missed.
   CREATE TABLE due_run (
     day ${type.day} NOT NULL,
     organization ${type.integer} NOT NULL REFERENCES organization,
     -- The end of the day's window.
     until ${type.instant} NOT NULL,
     PRIMARY KEY (day, organization)
   )${type.strict};`;

/**
 * The tables of a fleet and of a store of `tripact drift`, created in steps; a released step never changes, later changes
 * are appended.
 *
 * `run` is one organization on one day; in a store, `day` is a unique text per run. `target_run` is its result for one
 * interface. `target_state` is the state after all runs of a target (drift/tracked-state-json.ts); `change`, `event`
 * and the sums in `operation_day` are derived from the runs and written with them, so that a page is one query.
 */
export const steps = (type: ColumnTypes, isFleet = true): readonly string[] => [
  `${runTables(type)}${operationTables(type)}${changeTables(type)}${problemTables(type)}${alertTables(type)}${isFleet ? fleetTables(type) : ""}`,
];
