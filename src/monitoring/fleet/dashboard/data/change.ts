import type { Database } from "../../../../core/store/database.ts";
import { storedDay, integerColumnOf, textColumnOf } from "../../../../core/store/rows.ts";
import { mostRows } from "./limits.ts";
import { groupIn } from "../../../history/open-changes.ts";

/** The organizations of a change, at most 200, and by day the targets in which it was new, back or gone. */
export const changeData = async (database: Database, fingerprint: string) => {
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
    organizations: counted === undefined ? rows.length : integerColumnOf(counted, "organizations"),
    shown: rows.map((row) => ({
      organization: textColumnOf(row, "name"),
      state: textColumnOf(row, "state"),
      firstSeen: textColumnOf(row, "first_seen"),
      lastSeen: textColumnOf(row, "last_seen"),
    })),
    events: events.map((row) => ({
      day: storedDay(row, "day"),
      turn: textColumnOf(row, "turn"),
      targets: integerColumnOf(row, "targets"),
    })),
  };
};

export type ChangeData = NonNullable<Awaited<ReturnType<typeof changeData>>>;
