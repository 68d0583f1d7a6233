import { randomUUID } from "node:crypto";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { SeenRun } from "../drift/field-history.ts";
import type { TargetPast } from "../drift/judge-target.ts";
import { unpackShapes } from "../drift/packed.ts";
import type { StoredRun } from "../drift/stored-run.ts";
import type { DriftTarget } from "../../core/model/drift.ts";
import type { Database, Row, Sql } from "../../core/store/database.ts";
import { bytesColumnOf, integerColumnOf, parameterList, textColumnOf } from "../../core/store/rows.ts";
import { concernsTarget, readState, targetRows } from "./read-past.ts";
import { listTargets, trackedRows } from "./reading.ts";
import type { OpenRun, RunOrder } from "./run-repository.ts";
import { beginRun } from "./runs.ts";
import { writeDetails } from "./write-run.ts";

const begun = ({ startedAt, seed, version }: OpenRun): StoredRun => ({
  run: 0,
  state: "running",
  startedAt,
  seed,
  version,
  requests: 0,
  findings: { error: 0, warning: 0, info: 0 },
});

/** The tables with rows per target and run. */
const detailTables = ["operation_run", "target_shapes", "event", "target_run"];

/** Removes runs that began before a moment, except the last ended one and those not yet included in a state. */
const forgetAt = async (sql: Sql, row: Row, before: string): Promise<number> => {
  if (typeof row["position"] !== "number") return 0;
  const target = integerColumnOf(row, "id");
  const runs = await sql.rows(
    `SELECT run.id, target_run.day FROM target_run JOIN run ON run.id = target_run.run
     WHERE target = $1 AND run.started_at < $2 AND position < $3`,
    [target, before, row["position"]],
  );
  if (runs.length === 0) return 0;
  const days = runs.map((run) => textColumnOf(run, "day"));
  for (const table of detailTables)
    await sql.rows(`DELETE FROM ${table} WHERE target = $1 AND day IN ${parameterList(days.length, 2)}`, [
      target,
      ...days,
    ]);
  const ids = runs.map((run) => integerColumnOf(run, "id"));
  await sql.rows(
    `DELETE FROM run WHERE id IN ${parameterList(ids.length)} AND id NOT IN (SELECT run FROM target_run)`,
    ids,
  );
  return runs.length;
};

export const ownRunsIn = (database: Database, documentation: Documentation) => ({
  /** Begins one of any number of runs of an organization on a day. A killed run appears in the histories. */
  start: (order: Omit<RunOrder, "day">, targets: readonly DriftTarget[]) =>
    database.transaction(async (sql) => {
      const answer = await beginRun(sql, { ...order, day: `${order.startedAt} ${randomUUID()}` });
      if (answer.kind !== "begun") throw new Error(`a new run is ${answer.kind}`);
      const { run } = answer;
      const rows = await targetRows(sql, run.organizationId, targets);
      const details = targets.flatMap((target) => {
        const row = rows.find(concernsTarget(target));
        return row === undefined
          ? []
          : [
              {
                id: integerColumnOf(row, "id"),
                target,
                run: begun(run),
                outcome: undefined,
                shapes: undefined,
              },
            ];
      });
      await writeDetails(sql, run, details);
      return run;
    }),

  /** Every target with runs, in the order in which they were added. */
  targets: () => listTargets(database, "target.id"),

  /** A target's past and digest key; undefined if it has no run. */
  async past(target: DriftTarget): Promise<(TargetPast & Pick<OpenRun, "digestKey">) | undefined> {
    const [row] = await trackedRows(database, target);
    if (row === undefined) return undefined;
    return {
      target,
      state: await readState(database, row, target, documentation),
      digestKey: textColumnOf(row, "digest_key"),
    };
  },

  /** What a target's stored runs saw from a moment on (ISO 8601). */
  async seen(target: DriftTarget, since = ""): Promise<Iterable<SeenRun>> {
    const [row] = await trackedRows(database, target);
    if (row === undefined) return [];
    const { fields } = await readState(database, row, target, documentation);
    const rows = await database.rows(
      `SELECT position, run.started_at, shapes FROM target_run
       JOIN target_shapes ON target_shapes.target = target_run.target AND target_shapes.day = target_run.day
       JOIN run ON run.id = target_run.run WHERE target_run.target = $1 ORDER BY position`,
      [integerColumnOf(row, "id")],
    );
    // Unpacked one at a time.
    return (function* () {
      for (const one of rows) {
        const mark = { run: integerColumnOf(one, "position"), startedAt: textColumnOf(one, "started_at") };
        if (mark.startedAt < since) continue;
        const shapes = unpackShapes(bytesColumnOf(one, "shapes") ?? new Uint8Array(), documentation);
        shapes.hideNames(fields);
        yield { mark, shapes };
      }
    })();
  },

  /** Removes runs of these targets begun before a moment (ISO 8601), except the last ended one; returns how many. */
  forget: (targets: readonly DriftTarget[], before: string) =>
    database.transaction(async (sql) => {
      let count = 0;
      for (const target of targets)
        for (const row of await trackedRows(sql, target)) count += await forgetAt(sql, row, before);
      return count;
    }),
});
