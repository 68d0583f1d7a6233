import type { TriedStep } from "../model/tried-step.ts";
import type { Sql } from "./database.ts";
import { insertAll, integerColumnOf, textColumnOf } from "./rows.ts";
import type { StorePart } from "./store.ts";

/** How often one step of a check's sequences followed another, by scope of runs. Names only. */
export const triedTable = `CREATE TABLE tried_step (
       targets TEXT, check_id TEXT, before TEXT, step TEXT, times INTEGER NOT NULL,
       PRIMARY KEY (targets, check_id, before, step)
     )`;

export const triedPart: StorePart = { name: "tried", steps: [`${triedTable} STRICT`] };

/** The scope in a store: runs against the same addresses and, if named, of the same organization. */
export const triedBy = (
  baseUrls: Readonly<Partial<Record<string, string>>>,
  organization?: string | undefined,
): string => JSON.stringify(organization === undefined ? baseUrls : [baseUrls, organization]);

/** Steps tried so far, so that the next run continues with the rest. */
export const readTried = async (sql: Sql, by: string): Promise<readonly TriedStep[]> =>
  (await sql.rows("SELECT check_id, before, step, times FROM tried_step WHERE targets = $1", [by])).map(
    (row) => ({
      check: textColumnOf(row, "check_id"),
      before: textColumnOf(row, "before"),
      step: textColumnOf(row, "step"),
      times: integerColumnOf(row, "times"),
    }),
  );

/** @param steps without duplicates */
export const addTried = (sql: Sql, by: string, steps: readonly TriedStep[]): Promise<void> =>
  insertAll(
    sql,
    "tried_step",
    steps.map(({ check, before, step, times }) => ({ targets: by, check_id: check, before, step, times })),
    "(targets, check_id, before, step) DO UPDATE SET times = tried_step.times + excluded.times",
  );
