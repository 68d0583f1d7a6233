import type { DriftGroup } from "../../../../harness/model/drift.ts";
import type { Database } from "../../../../harness/store/database.ts";
import { integer, text } from "../../../../harness/store/rows.ts";
import { mostRows } from "./limits.ts";
import { groupIn } from "../../../../harness/history/open-changes.ts";

export interface ChangeData {
  readonly group: DriftGroup;
  readonly organizations: number;
  /** At most 200, by name. */
  readonly shown: readonly {
    readonly organization: string;
    readonly state: string;
    readonly firstSeen: string;
    readonly lastSeen: string;
  }[];
  /** Targets in which it was new, back or gone, by day. */
  readonly events: readonly { readonly day: string; readonly turn: string; readonly targets: number }[];
}

/** Undefined for a fingerprint that no organization has. */
export const changeData = async (
  database: Database,
  fingerprint: string,
): Promise<ChangeData | undefined> => {
  const from = `FROM change JOIN target ON target.id = change.target
     JOIN organization ON organization.id = target.organization WHERE fingerprint = $1`;
  const rows = await database.rows(
    `SELECT name, state, first_seen, last_seen, summary ${from} ORDER BY name LIMIT $2`,
    [fingerprint, mostRows],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const [counted] = await database.rows(`SELECT count(DISTINCT organization.id) AS organizations ${from}`, [
    fingerprint,
  ]);
  const events = await database.rows(
    "SELECT day, turn, count(*) AS targets FROM event WHERE fingerprint = $1 GROUP BY day, turn ORDER BY day, turn",
    [fingerprint],
  );
  return {
    group: groupIn(first),
    organizations: counted === undefined ? rows.length : integer(counted, "organizations"),
    shown: rows.map((row) => ({
      organization: text(row, "name"),
      state: text(row, "state"),
      firstSeen: text(row, "first_seen"),
      lastSeen: text(row, "last_seen"),
    })),
    events: events.map((row) => ({
      day: text(row, "day"),
      turn: text(row, "turn"),
      targets: integer(row, "targets"),
    })),
  };
};
