import type { BrokenFact } from "../../../harness/model/drift-broken-fact.ts";
import type { Sql } from "../database/database.ts";
import { json, insertAll, integer, text } from "../database/rows.ts";
import type { FleetBrokenFact } from "./run-repository.ts";
import type { StoredTarget } from "./write-run.ts";

export const writeBrokenFacts = (
  sql: Sql,
  day: string,
  targets: readonly Pick<StoredTarget, "id" | "broken">[],
): Promise<void> =>
  insertAll(
    sql,
    "broken_fact",
    targets.flatMap(({ id, broken = [] }) =>
      broken.map((one) => ({ target: id, day, fact: one.fact, summary: JSON.stringify(one) })),
    ),
  );

/** How many targets of each interface could be judged on a day. */
const judgedOn = async (sql: Sql, day: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql.rows(
    `SELECT interface, count(*) AS judged FROM target_run JOIN target ON target.id = target_run.target
     WHERE day = $1 AND status <> 'failed' GROUP BY interface`,
    [day],
  );
  return new Map(rows.map((row) => [text(row, "interface"), integer(row, "judged")]));
};

/** The facts that are broken on a day, the widest first. */
export const brokenOn = async (sql: Sql, day: string): Promise<readonly FleetBrokenFact[]> => {
  const rows = await sql.rows(
    `SELECT interface, fact, count(DISTINCT target.organization) AS organizations, min(name) AS name,
       min(summary) AS summary
     FROM broken_fact JOIN target ON target.id = broken_fact.target
     JOIN organization ON organization.id = target.organization WHERE day = $1
     GROUP BY interface, fact ORDER BY organizations DESC, interface, fact`,
    [day],
  );
  if (rows.length === 0) return [];
  const judged = await judgedOn(sql, day);
  return rows.map((row) => ({
    // What `writeBrokenFacts` has written.
    ...(json(row, "summary", "object") as BrokenFact),
    organizations: integer(row, "organizations"),
    judged: judged.get(text(row, "interface")) ?? 0,
    names: [text(row, "name")],
  }));
};
