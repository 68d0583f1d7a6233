import type { JudgedTarget } from "../drift/judge-target.ts";
import { summaryOf } from "../drift/run-outcome.ts";
import { packState, stateForm } from "../drift/tracked-state-json.ts";
import { byText } from "../../core/model/texts.ts";
import type { Sql } from "../../core/store/database.ts";
import { insertAll, type NewRow } from "../../core/store/rows.ts";
import { writeChanges, writeEvents } from "./write-changes.ts";
import { addToDay, type OperationRow, writeOperations } from "./write-operations.ts";
import type { OpenRun } from "./run-repository.ts";

export interface StoredTarget extends JudgedTarget {
  readonly id: number;
}

/** A run's details of a target, without the resulting state. */
export type TargetDetails = Pick<StoredTarget, "id" | "target" | "run" | "outcome" | "shapes">;

const targetRunOf = (
  run: Pick<OpenRun, "id" | "day">,
  { id, run: stored, outcome }: TargetDetails,
): NewRow => {
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

/** Writes the resulting states of targets and the changes that follow from them. */
export const writeTracked = async (
  sql: Sql,
  targets: readonly Pick<StoredTarget, "id" | "state" | "groups" | "open">[],
): Promise<void> => {
  await insertAll(
    sql,
    "target_state",
    targets.map(({ id, state }) => ({
      target: id,
      form: stateForm,
      position: state.run,
      acceptance: state.acceptance,
      state: packState(state),
    })),
    `(target) DO UPDATE SET form = excluded.form, position = excluded.position,
       acceptance = excluded.acceptance, state = excluded.state`,
  );
  await writeChanges(sql, targets);
};

/** Field names shown by this organization that the fleet does not know yet: two rows for each suffice. */
export const writeFields = async (
  sql: Sql,
  organization: number,
  targets: readonly Pick<StoredTarget, "target" | "state">[],
): Promise<void> => {
  const names = targets.flatMap(({ target, state }) =>
    [...state.fields].map((name) => ({ interface: target.interface, name, organization })),
  );
  const sorted = names.toSorted(
    (one, other) => byText(one.interface, other.interface) || byText(one.name, other.name),
  );
  await insertAll(sql, "field", sorted, "DO NOTHING");
};

/** Writes the details of a run; returns the rows for `addToDay`, which must come last. */
export const writeDetails = async (
  sql: Sql,
  run: Pick<OpenRun, "id" | "day">,
  targets: readonly TargetDetails[],
): Promise<readonly OperationRow[]> => {
  const { day } = run;
  const rows = targets.map((target) => targetRunOf(run, target));
  const all = Object.keys(rows[0] ?? {}).map((column) => `${column} = excluded.${column}`);
  // A begun run has a row already.
  await insertAll(sql, "target_run", rows, `(target, day) DO UPDATE SET ${all.join(", ")}`);
  await insertAll(
    sql,
    "target_shapes",
    targets.flatMap(({ id, shapes }) => (shapes === undefined ? [] : [{ target: id, day, shapes }])),
  );
  return writeOperations(sql, day, targets);
};

/** Writes the results of a run. The shared sums come last, because other runs wait for them. */
export const writeRun = async (sql: Sql, run: OpenRun, targets: readonly StoredTarget[]): Promise<void> => {
  const rows = await writeDetails(sql, run, targets);
  await writeTracked(sql, targets);
  await writeEvents(sql, run.day, targets);
  await writeFields(sql, run.organizationId, targets);
  await addToDay(sql, run.day, rows);
};
