import type { TargetPast } from "../drift/judge-target.ts";
import type { IsUsualElsewhere } from "../drift/change-tracker.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { unpackShapes } from "../drift/packed.ts";
import type { StoredEndedRun, StoredAcceptance } from "../drift/stored-run.ts";
import { stateForm, unpackState } from "../drift/tracked-state-json.ts";
import { addAll, createTrackedTarget, type TrackedState } from "../drift/tracked-target.ts";
import type { DriftTarget } from "../../core/model/drift.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import type { Row, Sql } from "../../core/store/database.ts";
import {
  bytesColumnOf,
  insertAll,
  integerColumnOf,
  parameterList,
  textColumnOf,
} from "../../core/store/rows.ts";
import { acceptanceIn } from "./acceptance-rows.ts";

export interface StoredPast extends TargetPast {
  readonly id: number;
}

/** The error for a state that is missing and cannot be rebuilt. */
export const lostState = ({ interface: name, organization }: DriftTarget): UsageError =>
  new UsageError(
    `the state of ${name} (${organization}) cannot be read, and the runs to rebuild it from are removed`,
    {
      hint: "use the version of tripact that wrote it, restore the file from a backup, or name another file with --store",
    },
  );

/** A run for replay; one without stored shapes counts as a run that saw nothing. */
const endedRunOf = (row: Row, documentation: Documentation): StoredEndedRun => {
  const shapes = bytesColumnOf(row, "shapes");
  return {
    run: integerColumnOf(row, "position"),
    state: shapes === undefined ? "failed" : "sampled",
    startedAt: textColumnOf(row, "started_at"),
    seed: integerColumnOf(row, "seed"),
    version: textColumnOf(row, "version"),
    requests: integerColumnOf(row, "requests"),
    findings: { error: 0, warning: 0, info: 0 },
    shapes: () => unpackShapes(shapes ?? new Uint8Array(), documentation),
  };
};

export const readAcceptances = async (sql: Sql, target: number): Promise<readonly StoredAcceptance[]> =>
  (await sql.rows("SELECT * FROM acceptance WHERE target = $1 ORDER BY id", [target])).map((row) => ({
    id: integerColumnOf(row, "id"),
    after: integerColumnOf(row, "after_position"),
    fingerprint: textColumnOf(row, "fingerprint"),
    ...acceptanceIn(row),
  }));

/** Rebuilds a missing or unreadable state from the runs with stored shapes. */
const replayed = async (
  sql: Sql,
  id: number,
  target: DriftTarget,
  documentation: Documentation,
): Promise<TrackedState> => {
  const tracked = createTrackedTarget(target, documentation);
  const rows = await sql.rows(
    `SELECT position, run.started_at, seed, version, target_run.requests, shapes FROM target_run
     LEFT JOIN target_shapes ON target_shapes.target = target_run.target AND target_shapes.day = target_run.day
     JOIN run ON run.id = target_run.run WHERE target_run.target = $1 AND position > 0 ORDER BY position`,
    [id],
  );
  const runs = rows.map((row) => endedRunOf(row, documentation));
  if ((runs[0]?.run ?? 1) > 1) throw lostState(target);
  addAll(tracked, runs, await readAcceptances(sql, id));
  return tracked.state;
};

const storedState = (row: Row): TrackedState | undefined => {
  const packed = bytesColumnOf(row, "state");
  if (packed === undefined) return undefined;
  const form = integerColumnOf(row, "form");
  if (form > stateForm)
    throw new UsageError(`a newer tripact has written what is known of ${textColumnOf(row, "interface")}`, {
      hint: "use that version on every machine",
    });
  return unpackState(packed, form, {
    run: integerColumnOf(row, "position"),
    acceptance: integerColumnOf(row, "acceptance"),
  });
};

/** The state of a target: from its row of `target_state`, else rebuilt from its runs. */
export const readState = async (
  sql: Sql,
  row: Row,
  target: DriftTarget,
  documentation: Documentation,
): Promise<TrackedState> => {
  if (!documentation.isInterface(target.interface))
    throw new UsageError(`the store has runs of ${printable(target.interface)}, which is no interface here`, {
      hint: "name the configuration or the document of these runs",
    });
  return storedState(row) ?? (await replayed(sql, integerColumnOf(row, "id"), target, documentation));
};

/** A target with its state, ready to be changed. */
export const readTracked = async (sql: Sql, row: Row, target: DriftTarget, documentation: Documentation) =>
  createTrackedTarget(target, documentation, await readState(sql, row, target, documentation));

const allRows = (sql: Sql, organization: number): Promise<readonly Row[]> =>
  sql.rows(
    `SELECT target.id, interface, address, form, position, acceptance, state
     FROM target LEFT JOIN target_state ON target = target.id WHERE organization = $1`,
    [organization],
  );

export const concernsTarget =
  ({ interface: name, address }: DriftTarget) =>
  (row: Row): boolean =>
    textColumnOf(row, "interface") === name && textColumnOf(row, "address") === address;

/** The rows of these targets; missing ones are added. */
export const targetRows = async (
  sql: Sql,
  organization: number,
  targets: readonly DriftTarget[],
): Promise<readonly Row[]> => {
  const rows = await allRows(sql, organization);
  const missing = targets.filter((target) => !rows.some(concernsTarget(target)));
  if (missing.length === 0) return rows;
  await insertAll(
    sql,
    "target",
    missing.map(({ interface: name, address }) => ({ organization, interface: name, address })),
  );
  return allRows(sql, organization);
};

/** Names known to be fields, by interface: shown by two organizations. */
const readKnownFields = async (
  sql: Sql,
  targets: readonly DriftTarget[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const names = [...new Set(targets.map(({ interface: name }) => name))];
  const rows = await sql.rows(
    `SELECT interface, name FROM field WHERE interface IN ${parameterList(names.length)}
     GROUP BY interface, name HAVING count(*) > 1`,
    names,
  );
  const known = new Map(names.map((name) => [name, new Set<string>()]));
  for (const row of rows) known.get(textColumnOf(row, "interface"))?.add(textColumnOf(row, "name"));
  return known;
};

/** Knowledge that organizations share: field names, and changes accepted everywhere. */
const readShared = async (sql: Sql, targets: readonly DriftTarget[]) => {
  const known = await readKnownFields(sql, targets);
  const everywhere = await sql.rows("SELECT * FROM acceptance_everywhere");
  const acceptedEverywhere = new Map(
    everywhere.map((row) => [textColumnOf(row, "fingerprint"), acceptanceIn(row)] as const),
  );
  return ({ interface: name }: DriftTarget) => ({
    knownFields: known.get(name) ?? new Set<string>(),
    acceptedEverywhere,
  });
};

/** In the order of `targets`. @param isUsualElsewhere undefined if organizations do not share knowledge */
export const readPasts = async (
  sql: Sql,
  organization: number,
  targets: readonly DriftTarget[],
  documentation: Documentation,
  isUsualElsewhere: IsUsualElsewhere | undefined,
): Promise<readonly StoredPast[]> => {
  if (targets.length === 0) return [];
  const rows = await targetRows(sql, organization, targets);
  const shared = isUsualElsewhere && (await readShared(sql, targets));
  const pasts: StoredPast[] = [];
  for (const target of targets) {
    const row = rows.find(concernsTarget(target));
    if (row === undefined) throw new Error("a target was not added");
    const state = await readState(sql, row, target, documentation);
    const others = isUsualElsewhere && { ...shared?.(target), isUsualElsewhere };
    pasts.push({ id: integerColumnOf(row, "id"), target, state, ...others });
  }
  return pasts;
};
