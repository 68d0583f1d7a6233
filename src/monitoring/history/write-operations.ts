import { describeLatencyClass, latencyClasses } from "../../core/shapes/latency-class.ts";
import type { OperationOutcome } from "../drift/run-outcome.ts";
import { byText } from "../../core/model/texts.ts";
import type { Sql } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, type NewRow, textColumnOf } from "../../core/store/rows.ts";
import type { TargetDetails } from "./write-run.ts";

/** The ids of operations; missing ones are added. */
export const operationIds = async (
  sql: Sql,
  operations: readonly { readonly interface: string; readonly name: string }[],
): Promise<(interfaceName: string, name: string) => number> => {
  const ids = new Map<string, number>();
  const read = async (): Promise<void> => {
    for (const row of await sql.rows("SELECT id, interface, name FROM operation"))
      ids.set(`${textColumnOf(row, "interface")} ${textColumnOf(row, "name")}`, integerColumnOf(row, "id"));
  };
  await read();
  const missing = operations.filter(({ interface: of, name }) => !ids.has(`${of} ${name}`));
  if (missing.length > 0) {
    // Sorted, so that concurrent writers cannot deadlock.
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
export interface OperationRow extends NewRow {
  readonly target: number;
  readonly operation: number;
  readonly answers: number;
  readonly good: number;
  /** The class of the median latency; null without an answer. */
  readonly latency: number | null;
}

const operationRows = async (
  sql: Sql,
  targets: readonly TargetDetails[],
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

/** Adds the operations of a run to the day's sums for all targets. */
export const addToDay = (sql: Sql, day: string, rows: readonly OperationRow[]): Promise<void> => {
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

/** Writes the results of each operation in a run; returns the rows. */
export const writeOperations = async (
  sql: Sql,
  day: string,
  targets: readonly TargetDetails[],
): Promise<readonly OperationRow[]> => {
  const rows = await operationRows(sql, targets);
  await insertAll(
    sql,
    "operation_run",
    rows.map((row) => ({ ...row, day })),
  );
  return rows;
};
