import type { Documentation } from "../../core/shapes/documentation.ts";
import type { DriftHistory, DriftTarget } from "../../core/model/drift.ts";
import type { Database } from "../../core/store/database.ts";
import { textColumnOf } from "../../core/store/rows.ts";
import { acceptancesIn } from "./acceptances.ts";
import { organizationsIn } from "./organizations.ts";
import { ownRunsIn } from "./own-runs.ts";
import { readingIn } from "./reading.ts";
import { runsIn } from "./runs.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Never before 1970, when nothing was stored. */
const daysBefore = (day: string, days: number): string =>
  new Date(Math.max(0, Date.parse(day) - days * dayMs)).toISOString().slice(0, 10);

/** Removes the rows of a table before a day, one day at a time to keep locks short. */
const removeBefore = async (
  database: Database,
  table: "target_shapes" | "operation_run" | "due_run",
  before: string,
): Promise<void> => {
  const rows = await database.rows(`SELECT DISTINCT day FROM ${table} WHERE day < $1 ORDER BY day`, [before]);
  for (const row of rows)
    await database.rows(`DELETE FROM ${table} WHERE day = $1`, [textColumnOf(row, "day")]);
};

const retentionIn = (database: Database) => ({
  /** Removes details older than the given days before a day, and expired grants. The resulting states stay. */
  async prune(day: string, { shapes, operations }: { readonly shapes: number; readonly operations: number }) {
    await removeBefore(database, "target_shapes", daysBefore(day, shapes));
    for (const table of ["operation_run", "due_run"] as const)
      await removeBefore(database, table, daysBefore(day, operations));
    await database.transaction(async (sql) => {
      // A grant in use, or still counted, is never older.
      await sql.rows("DELETE FROM budget_grant WHERE valid_until < $1", [(await sql.now()) - 24 * hourMs]);
    });
  },
});

/**
 * The data of a fleet or of a store of `tripact drift`: runs, resulting states and acceptances. SQLite allows one running
 * process, PostgreSQL any number. Database errors reject unchanged; the call may then be repeated.
 * @param isFleet whether organizations share knowledge, and each has one set of addresses
 */
export const createRunRepository = (database: Database, documentation: Documentation, isFleet = true) => ({
  ...organizationsIn(database),
  ...runsIn(database, documentation, isFleet),
  ...ownRunsIn(database, documentation),
  ...acceptancesIn(database, documentation),
  ...readingIn(database, documentation),
  ...retentionIn(database),
});

export type RunRepository = ReturnType<typeof createRunRepository>;

/** The histories of these targets, or of all, read one at a time; in a store, runs have no day. */
export async function* ownHistories(
  runs: RunRepository,
  targets?: readonly DriftTarget[],
): AsyncGenerator<DriftHistory> {
  for await (const { nights, ...history } of runs.histories(targets === undefined ? {} : { targets }))
    yield { ...history, nights: nights.map(({ day: _, ...night }) => night) };
}
