import type { DriftGroup } from "../../../../harness/model/drift.ts";
import type { Database, Row } from "../../database/database.ts";
import { integer, text } from "../../database/rows.ts";
import { mostRows } from "./limits.ts";

// What `writeChanges` has written.
export const groupIn = (row: Row): DriftGroup => JSON.parse(text(row, "summary")) as DriftGroup;

/** A change with its breadth. */
export interface WideChange {
  readonly group: DriftGroup;
  readonly organizations: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** The open changes of a fleet, the widest first. */
export const wideChanges = async (database: Database): Promise<readonly WideChange[]> => {
  const rows = await database.rows(
    `SELECT organizations, wide.first_seen, wide.last_seen, summary FROM (
       SELECT fingerprint, count(DISTINCT target.organization) AS organizations,
         min(first_seen) AS first_seen, max(last_seen) AS last_seen, min(change.target) AS example
       FROM change JOIN target ON target.id = change.target WHERE change.state = 'standing'
       GROUP BY fingerprint ORDER BY organizations DESC, fingerprint LIMIT $1
     ) AS wide JOIN change ON change.target = example AND change.fingerprint = wide.fingerprint
     ORDER BY organizations DESC, wide.fingerprint`,
    [mostRows],
  );
  return rows.map((row) => ({
    group: groupIn(row),
    organizations: integer(row, "organizations"),
    firstSeen: text(row, "first_seen"),
    lastSeen: text(row, "last_seen"),
  }));
};
