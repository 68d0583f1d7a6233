import { withoutDigests } from "../drift/history.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { createTrackedTarget } from "../drift/tracked-target.ts";
import type { DriftTarget } from "../../core/model/drift.ts";
import type { Store } from "../../core/store/store.ts";
import type { Database, Row, Sql } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, type NewRow, textColumnOf } from "../../core/store/rows.ts";
import { transactionIn } from "../../core/store/sqlite-database.ts";
import { acceptanceRow } from "./acceptance-rows.ts";
import { readAcceptances, readState } from "./read-past.ts";
import { trackedRows, storedTarget } from "./reading.ts";
import { lockOrganization } from "./runs.ts";
import { openHistory } from "./sqlite.ts";
import { addToDay, operationIds, type OperationRow } from "./write-operations.ts";
import { writeFields, writeTracked } from "./write-run.ts";

export interface ImportOptions {
  readonly documentation: Documentation;
  /** The organization's name in the fleet, by its name in the store. */
  nameOf(organization: string): string;
  dayOf(startedAt: string): string;
}

/** A target imported now or earlier. */
export interface ImportedTarget {
  readonly target: DriftTarget;
  /** Added runs; 0 if the fleet had them already. */
  readonly runs: number;
}

const idOf = async (sql: Sql, text: string, values: readonly (string | number)[]): Promise<number> => {
  const [row] = await sql.rows(text, values);
  if (row === undefined) throw new Error("a row was not added");
  return integerColumnOf(row, "id");
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

/** The organization's run that a stored run of one of its targets belongs to. */
const runId = async (from: Sql, sql: Sql, organization: number, day: string, of: Row): Promise<number> => {
  const [run] = await from.rows("SELECT started_at, seed, version FROM run WHERE id = $1", [
    integerColumnOf(of, "run"),
  ]);
  if (run === undefined) throw new Error("a run has no row");
  const isFailed = textColumnOf(of, "status") === "failed";
  const startedAt = textColumnOf(run, "started_at");
  await insertAll(
    sql,
    "run",
    [
      {
        organization,
        day,
        state: isFailed ? "failed" : "done",
        cause: isFailed ? "target" : null,
        reason: isFailed && typeof of["reason"] === "string" ? of["reason"] : null,
        identity: `imported ${day}`,
        started_at: startedAt,
        ended_at: startedAt,
        seed: integerColumnOf(run, "seed"),
        version: textColumnOf(run, "version"),
        requests: integerColumnOf(of, "requests"),
      },
    ],
    "(organization, day) DO UPDATE SET requests = run.requests + excluded.requests",
  );
  return idOf(sql, "SELECT id FROM run WHERE organization = $1 AND day = $2", [organization, day]);
};

/** Copies the results of a target's runs: only the last run of each day, since a fleet has one per day. */
const importRuns = async (
  from: Sql,
  of: number,
  sql: Sql,
  ids: { readonly organization: number; readonly target: number },
  { dayOf }: ImportOptions,
): Promise<number> => {
  const all = await from.rows(
    `SELECT target_run.*, started_at FROM target_run JOIN run ON run.id = target_run.run
     WHERE target = $1 AND position > 0 ORDER BY position`,
    [of],
  );
  const days = new Map(all.map((row) => [dayOf(textColumnOf(row, "started_at")), row]));
  for (const [day, { started_at: _, ...row }] of days) {
    const own = { target: ids.target, day };
    const where = [of, textColumnOf(row, "day")];
    const rowsOf = (what: string): Promise<readonly Row[]> =>
      from.rows(`SELECT * FROM ${what} WHERE target = $1 AND day = $2`, where);
    // Both have the same tables.
    const copy = (one: Row, more: NewRow): NewRow => ({ ...one, ...own, ...more }) as NewRow;
    const run = await runId(from, sql, ids.organization, day, row);
    await insertAll(sql, "target_run", [copy(row, { run })]);
    const shapes = await rowsOf("target_shapes");
    await insertAll(
      sql,
      "target_shapes",
      shapes.map((one) => copy(one, {})),
    );
    const operations = await rowsOf("operation_run JOIN operation ON operation.id = operation");
    const names = operations.map((one) => ({
      interface: textColumnOf(one, "interface"),
      name: textColumnOf(one, "name"),
    }));
    const operationOf = await operationIds(sql, names);
    const copied = operations.map(({ id: __, interface: name, name: operation, ...one }): OperationRow => ({
      ...copy(one, {}),
      target: ids.target,
      operation: operationOf(String(name), String(operation)),
      answers: integerColumnOf(one, "answers"),
      good: integerColumnOf(one, "good"),
      latency: typeof one["latency"] === "number" ? one["latency"] : null,
    }));
    await insertAll(sql, "operation_run", copied);
    await addToDay(sql, day, copied);
  }
  return days.size;
};

const importAcceptances = async (from: Sql, of: number, sql: Sql, target: number): Promise<number> => {
  const acceptances = await readAcceptances(from, of);
  await insertAll(
    sql,
    "acceptance",
    acceptances.map(({ after, fingerprint, id: _, ...acceptance }) => ({
      target,
      after_position: after,
      fingerprint,
      ...acceptanceRow(acceptance),
    })),
  );
  return idOf(sql, "SELECT coalesce(max(id), 0) AS id FROM acceptance WHERE target = $1", [target]);
};

const importTarget = (
  from: Sql,
  row: Row,
  database: Database,
  options: ImportOptions,
): Promise<ImportedTarget> =>
  database.transaction(async (sql) => {
    const { documentation } = options;
    const of = integerColumnOf(row, "id");
    const own = storedTarget(row);
    const target = { ...own, organization: options.nameOf(own.organization) };
    const organization = await organizationId(sql, target.organization);
    await lockOrganization(sql, organization);
    const id = await targetId(sql, organization, target);
    const known = await sql.rows("SELECT 1 FROM target_state WHERE target = $1", [id]);
    if (known.length > 0 || row["position"] === null) return { target, runs: 0 };
    const state = await readState(from, row, own, documentation);
    const runs = await importRuns(from, of, sql, { organization, target: id }, options);
    const acceptance = await importAcceptances(from, of, sql, id);
    const history = withoutDigests(state.tracker.history, documentation);
    const tracker = { ...state.tracker, history };
    const tracked = createTrackedTarget(target, documentation, { ...state, tracker, acceptance });
    await writeTracked(sql, [{ id, state: tracked.state, groups: tracked.groups(), open: tracked.open() }]);
    await writeFields(sql, organization, [{ target, state: tracked.state }]);
    return { target, runs };
  });

/**
 * Imports a store of `tripact drift`: runs, acceptances and the resulting states, each target in one transaction.
 * Existing data stays, so that a store can be imported again.
 * @throws UsageError for an unusable store
 */
export const importStore = async (
  store: Store,
  database: Database,
  options: ImportOptions,
): Promise<readonly ImportedTarget[]> => {
  await openHistory(store, options.documentation);
  const from = transactionIn(store, () => 0);
  const imported: ImportedTarget[] = [];
  for (const row of await trackedRows(from)) imported.push(await importTarget(from, row, database, options));
  return imported;
};
