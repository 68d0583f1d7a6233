import type { DriftGroup } from "../../core/model/drift.ts";
import type { Sql } from "../../core/store/database.ts";
import { insertAll, integerColumnOf, parameterList, textColumnOf } from "../../core/store/rows.ts";
import type { StoredTarget } from "./write-run.ts";

type TargetChanges = Pick<StoredTarget, "id" | "groups" | "open">;

const keyOf = (target: number, fingerprint: string): string => `${target} ${fingerprint}`;

/** Removes changes that no longer exist: they were inconclusive, or have another cause by now. */
const removeOthers = async (
  sql: Sql,
  targets: readonly TargetChanges[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = targets.map(({ id }) => id);
  const rows = await sql.rows(
    `SELECT target, fingerprint, summary FROM change WHERE target IN ${parameterList(ids.length)}`,
    ids,
  );
  const present = new Set(
    targets.flatMap(({ id, groups }) => groups.map(({ fingerprint }) => keyOf(id, fingerprint))),
  );
  const stored = new Map<string, string>();
  for (const row of rows) {
    const [target, fingerprint] = [integerColumnOf(row, "target"), textColumnOf(row, "fingerprint")];
    const key = keyOf(target, fingerprint);
    if (present.has(key)) stored.set(key, textColumnOf(row, "summary"));
    else await sql.rows("DELETE FROM change WHERE target = $1 AND fingerprint = $2", [target, fingerprint]);
  }
  return stored;
};

const rowOf = (target: number, group: DriftGroup) => ({
  target,
  fingerprint: group.fingerprint,
  state: group.state,
  severity: group.severity,
  impact: group.impact,
  confidence: group.confidence,
  first_seen: group.firstSeen,
  reported_at: group.toldAt ?? null,
  last_seen: group.lastSeen,
  summary: JSON.stringify(group),
});

export const writeChanges = async (sql: Sql, targets: readonly TargetChanges[]): Promise<void> => {
  if (targets.length === 0) return;
  const stored = await removeOthers(sql, targets);
  const rows = targets.flatMap(({ id, groups }) => groups.map((group) => rowOf(id, group)));
  await insertAll(
    sql,
    "change",
    rows.filter(({ target, fingerprint, summary }) => stored.get(keyOf(target, fingerprint)) !== summary),
    `(target, fingerprint) DO UPDATE SET state = excluded.state, severity = excluded.severity,
       impact = excluded.impact, confidence = excluded.confidence, first_seen = excluded.first_seen,
       reported_at = excluded.reported_at, last_seen = excluded.last_seen, summary = excluded.summary`,
  );
  await writeAcceptable(sql, targets);
};

/** Writes what can be accepted; too little to compare it with existing rows. */
const writeAcceptable = async (sql: Sql, targets: readonly TargetChanges[]): Promise<void> => {
  const ids = targets.map(({ id }) => id);
  await sql.rows(`DELETE FROM acceptable WHERE target IN ${parameterList(ids.length)}`, ids);
  const rows = targets.flatMap(({ id, open }) => open.map((fingerprint) => ({ target: id, fingerprint })));
  await insertAll(sql, "acceptable", rows);
};

const turns = ["new", "back", "gone"] as const;

export const writeEvents = (sql: Sql, day: string, targets: readonly StoredTarget[]): Promise<void> =>
  insertAll(
    sql,
    "event",
    targets.flatMap(({ id, verdict }) =>
      (verdict?.groups ?? [])
        .filter(({ state }) => turns.some((turn) => turn === state))
        .map(({ fingerprint, state }) => ({ day, target: id, fingerprint, turn: state })),
    ),
  );
