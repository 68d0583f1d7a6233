import { openDriftStore } from "../drift/drift-store.ts";
import { driftTables, type DriftTables, type TargetRow } from "../drift/drift-tables.ts";
import { withoutDigests } from "../drift/history.ts";
import type { Documentation } from "../drift/documentation.ts";
import { packShapes } from "../drift/packed.ts";
import type { EndedRun } from "../drift/stored-run.ts";
import { createTrackedTarget } from "../drift/tracked-target.ts";
import type { RunOutcome } from "../drift/run-outcome.ts";
import type { DriftTarget } from "../model/drift.ts";
import type { Store } from "../store/store.ts";
import type { Database, Sql } from "../store/database.ts";
import { insertAll, integer } from "../store/rows.ts";
import { acceptanceRow } from "./acceptance-rows.ts";
import { lockOrganization } from "./runs.ts";
import { writeChanges } from "./write-changes.ts";
import { addToDay } from "./write-operations.ts";
import { writeDetails, writeFields, writeStates } from "./write-run.ts";

export interface ImportOptions {
  readonly documentation: Documentation;
  /** The name of an organization in the fleet, by its name in the store. */
  nameOf(organization: string): string;
  /** The day of a run, by when it began. */
  dayOf(startedAt: string): string;
}

/** A target that was imported, or had been before. */
export interface ImportedTarget {
  readonly target: DriftTarget;
  /** Runs that were added; 0 for one that the fleet knows already. */
  readonly runs: number;
}

const idOf = async (sql: Sql, text: string, values: readonly (string | number)[]): Promise<number> => {
  const [row] = await sql.rows(text, values);
  if (row === undefined) throw new Error("a row was not added");
  return integer(row, "id");
};

const organizationId = async (sql: Sql, name: string): Promise<number> => {
  await insertAll(sql, "organization", [{ name, listed: 0 }], "DO NOTHING");
  return idOf(sql, "SELECT id FROM organization WHERE name = $1", [name]);
};

const targetId = async (sql: Sql, organization: number, target: DriftTarget): Promise<number> => {
  const { interface: name, address } = target;
  await insertAll(sql, "target", [{ organization, interface: name, address }], "DO NOTHING");
  return idOf(sql, "SELECT id FROM target WHERE organization = $1 AND interface = $2 AND address = $3", [
    organization,
    name,
    address,
  ]);
};

/** The run of an organization that a stored run of one of its targets belongs to. */
const runId = async (sql: Sql, organization: number, day: string, run: EndedRun): Promise<number> => {
  const { startedAt, seed, version, requests, reason = null } = run;
  const state = run.state === "sampled" ? "done" : "failed";
  await insertAll(
    sql,
    "run",
    [
      {
        organization,
        day,
        state,
        cause: state === "failed" ? "target" : null,
        reason: state === "failed" ? reason : null,
        identity: `imported ${day}`,
        started_at: startedAt,
        ended_at: startedAt,
        seed,
        version,
        requests,
      },
    ],
    "(organization, day) DO UPDATE SET requests = run.requests + excluded.requests",
  );
  return idOf(sql, "SELECT id FROM run WHERE organization = $1 AND day = $2", [organization, day]);
};

/** The last run of each day: a fleet has one. */
const lastOfDays = (runs: Iterable<EndedRun>, dayOf: ImportOptions["dayOf"]): ReadonlyMap<string, EndedRun> =>
  new Map([...runs].map((run) => [dayOf(run.startedAt), run]));

const importRuns = async (
  sql: Sql,
  ids: { readonly organization: number; readonly target: number },
  { target, id }: TargetRow,
  tables: DriftTables,
  { dayOf }: ImportOptions,
): Promise<number> => {
  const outcomes = new Map<number, RunOutcome | undefined>(
    tables.runs(id).map(({ run, outcome }) => [run.run, outcome]),
  );
  const days = lastOfDays(tables.endedAfter(id, 0), dayOf);
  for (const [day, run] of days) {
    const shapes = run.state === "sampled" ? packShapes(run.shapes()) : undefined;
    const details = { id: ids.target, target, run, outcome: outcomes.get(run.run), shapes };
    const runRow = await runId(sql, ids.organization, day, run);
    await addToDay(sql, day, await writeDetails(sql, { id: runRow, day }, [details]));
  }
  return days.size;
};

const importAcceptances = async (
  sql: Sql,
  target: number,
  { id }: TargetRow,
  tables: DriftTables,
): Promise<number> => {
  await insertAll(
    sql,
    "acceptance",
    tables.acceptedAfter(id, 0).map(({ after, fingerprint, id: _, ...acceptance }) => ({
      target,
      after_position: after,
      fingerprint,
      ...acceptanceRow(acceptance),
    })),
  );
  return idOf(sql, "SELECT coalesce(max(id), 0) AS id FROM acceptance WHERE target = $1", [target]);
};

const importTarget = (
  database: Database,
  row: TargetRow,
  tables: DriftTables,
  options: ImportOptions,
): Promise<ImportedTarget> =>
  database.transaction(async (sql) => {
    const target = { ...row.target, organization: options.nameOf(row.target.organization) };
    const organization = await organizationId(sql, target.organization);
    await lockOrganization(sql, organization);
    const id = await targetId(sql, organization, target);
    const known = await sql.rows("SELECT 1 FROM target_state WHERE target = $1", [id]);
    const state = tables.state(row.id);
    if (known.length > 0 || state === undefined) return { target, runs: 0 };
    const runs = await importRuns(sql, { organization, target: id }, { ...row, target }, tables, options);
    const acceptance = await importAcceptances(sql, id, row, tables);
    const tracked = createTrackedTarget(target, options.documentation, {
      ...state,
      tracker: { ...state.tracker, history: withoutDigests(state.tracker.history, options.documentation) },
      acceptance,
    });
    await writeStates(sql, [{ id, state: tracked.state }]);
    await writeChanges(sql, [{ id, groups: tracked.groups() }]);
    await writeFields(sql, organization, [{ target, state: tracked.state }]);
    return { target, runs };
  });

/**
 * Takes over what a store of `tripact drift` holds: runs, acceptances and what they add up to, each target in one
 * transaction. What is there already stays as it is, so that the same store may be imported again.
 * @throws UsageError for a store that cannot be used
 */
export const importStore = async (
  store: Store,
  database: Database,
  options: ImportOptions,
): Promise<readonly ImportedTarget[]> => {
  const drift = openDriftStore(store, options.documentation);
  // Brings the states of stores of earlier versions up to date.
  drift.openFingerprints();
  const tables = driftTables(store.database, options.documentation);
  const imported: ImportedTarget[] = [];
  for (const row of tables.targets()) imported.push(await importTarget(database, row, tables, options));
  return imported;
};
