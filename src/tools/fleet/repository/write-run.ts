import { pack } from "../../../harness/drift/packed.ts";
import type { OperationOutcome } from "../../../harness/drift/run-outcome.ts";
import { summaryOf } from "../../../harness/drift/run-outcome.ts";
import { stateForm, stateToJson } from "../../../harness/drift/tracked-state-json.ts";
import { describeLatencyClass, latencyClasses } from "../../../harness/drift/latency-class.ts";
import type { Sql } from "../database/database.ts";
import { insertAll, integer, type NewRow, text } from "../database/rows.ts";
import { writeChanges, writeEvents } from "./write-changes.ts";
import type { JudgedTarget, OpenRun } from "./run-repository.ts";

/** A target after a run, and its row. */
export interface StoredTarget extends JudgedTarget {
  readonly id: number;
}

const targetRunOf = (run: OpenRun, { id, run: stored, outcome }: StoredTarget): NewRow => {
  const { night: position, findings, drift, ...summary } = summaryOf(stored, outcome);
  return {
    target: id,
    day: run.day,
    run: run.id,
    position,
    status: summary.status,
    reason: summary.reason ?? null,
    requests: summary.requests,
    answers: summary.answers,
    operations: summary.operations,
    errors: findings.error,
    warnings: findings.warning,
    infos: findings.info,
    new_changes: drift.new,
    standing_changes: drift.standing,
    back_changes: drift.back,
    gone_changes: drift.gone,
    inconclusive_changes: drift.inconclusive,
    breaking_changes: drift.breaking,
  };
};

/** Writes what the runs of targets add up to. */
export const writeStates = (
  sql: Sql,
  targets: readonly Pick<StoredTarget, "id" | "state">[],
): Promise<void> =>
  insertAll(
    sql,
    "target_state",
    targets.map(({ id, state }) => ({
      target: id,
      form: stateForm,
      position: state.run,
      acceptance: state.acceptance,
      state: pack(stateToJson(state)),
    })),
    `(target) DO UPDATE SET form = excluded.form, position = excluded.position,
       acceptance = excluded.acceptance, state = excluded.state`,
  );

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The ids of operations, which are added where they are missing. */
const operationIds = async (
  sql: Sql,
  operations: readonly { readonly interface: string; readonly name: string }[],
): Promise<(interfaceName: string, name: string) => number> => {
  const ids = new Map<string, number>();
  const read = async (): Promise<void> => {
    for (const row of await sql.rows("SELECT id, interface, name FROM operation"))
      ids.set(`${text(row, "interface")} ${text(row, "name")}`, integer(row, "id"));
  };
  await read();
  const missing = operations.filter(({ interface: of, name }) => !ids.has(`${of} ${name}`));
  if (missing.length > 0) {
    // In one order everywhere, so that two who add the same ones do not wait for each other.
    const rows = missing
      .toSorted((one, other) => byText(`${one.interface} ${one.name}`, `${other.interface} ${other.name}`))
      .map(({ interface: of, name }) => ({ interface: of, name }));
    await insertAll(sql, "operation", rows, "DO NOTHING");
    await read();
  }
  return (interfaceName, name) => ids.get(`${interfaceName} ${name}`) ?? 0;
};

const latencyNames = Array.from({ length: latencyClasses }, (_, index) => describeLatencyClass(index));

const goodOf = ({ statuses }: OperationOutcome): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status.startsWith("2") ? count : 0), 0);

/** A row of `operation_run` without its day. */
interface OperationRow extends NewRow {
  readonly target: number;
  readonly operation: number;
  readonly answers: number;
  readonly good: number;
  /** The class of the median latency; null without an answer. */
  readonly latency: number | null;
}

const operationRows = async (
  sql: Sql,
  targets: readonly StoredTarget[],
): Promise<readonly OperationRow[]> => {
  const found = targets.flatMap(({ id, target, outcome }) =>
    (outcome?.operations ?? []).map((one) => ({ id, interface: target.interface, name: one.operation, one })),
  );
  if (found.length === 0) return [];
  const idOf = await operationIds(sql, found);
  return found.map(({ id, interface: of, name, one }) => ({
    target: id,
    operation: idOf(of, name),
    answers: one.answers,
    good: goodOf(one),
    locations: one.places,
    latency: one.latency === undefined ? null : latencyNames.indexOf(one.latency),
    statuses: JSON.stringify(one.statuses),
    changes: one.changes.length === 0 ? null : JSON.stringify(one.changes),
  }));
};

/** What all targets' operations of a day add up to, counted up with each run. */
const addToDay = (sql: Sql, { day }: OpenRun, rows: readonly OperationRow[]): Promise<void> => {
  const sums = rows
    .toSorted((one, other) => one.operation - other.operation)
    .map(({ operation, answers, good, latency }) => ({
      operation,
      day,
      asked: 1,
      sampled: good > 0 ? 1 : 0,
      answers,
      good,
      ...Object.fromEntries(
        latencyNames.map((_, index) => [`latency_${index}`, index === latency ? 1 : 0] as const),
      ),
    }));
  const counted = Object.keys(sums[0] ?? {}).slice(2);
  const added = counted.map((column) => `${column} = operation_day.${column} + excluded.${column}`);
  return insertAll(sql, "operation_day", sums, `(operation, day) DO UPDATE SET ${added.join(", ")}`);
};

/** Names that this organization has shown to be fields and that the fleet does not know yet: two rows for each are enough. */
const writeFields = async (
  sql: Sql,
  { organizationId: organization }: OpenRun,
  targets: readonly StoredTarget[],
) => {
  const names = targets.flatMap(({ target, state }) =>
    [...state.fields].map((name) => ({ interface: target.interface, name, organization })),
  );
  const sorted = names.toSorted(
    (one, other) => byText(one.interface, other.interface) || byText(one.name, other.name),
  );
  await insertAll(sql, "field", sorted, "DO NOTHING");
};

/** Writes what a run showed. What other runs count up comes last: they wait for it. */
export const writeRun = async (sql: Sql, run: OpenRun, targets: readonly StoredTarget[]): Promise<void> => {
  const { day } = run;
  await insertAll(
    sql,
    "target_run",
    targets.map((target) => targetRunOf(run, target)),
  );
  await insertAll(
    sql,
    "target_shapes",
    targets.flatMap(({ id, shapes }) => (shapes === undefined ? [] : [{ target: id, day, shapes }])),
  );
  await writeStates(sql, targets);
  await writeChanges(sql, targets);
  await writeEvents(sql, day, targets);
  const rows = await operationRows(sql, targets);
  await insertAll(
    sql,
    "operation_run",
    rows.map((row) => ({ ...row, day })),
  );
  await writeFields(sql, run, targets);
  await addToDay(sql, run, rows);
};
