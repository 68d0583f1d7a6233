import type { Config } from "../../harness/config/config.ts";
import type { Tried, TriedLog } from "../../harness/runner/draw-moves.ts";
import type { Store, StorePart } from "../../harness/store/store.ts";

/** How often one step of a check's sequences has followed another against a set of targets. Names only. */
const part: StorePart = {
  name: "tried",
  steps: [
    `CREATE TABLE tried_step (
       targets TEXT, check_id TEXT, before TEXT, step TEXT, times INTEGER NOT NULL,
       PRIMARY KEY (targets, check_id, before, step)
     ) STRICT`,
  ],
};

/**
 * What runs against the targets of a configuration have tried, so that each goes on where the last one left off. A
 * store that cannot be written, on a full disk for example, costs the turns and not the run.
 * @throws UsageError when a newer tripact has written the store.
 */
export const triedSteps = (store: Store, { baseUrls }: Pick<Config, "baseUrls">): TriedLog => {
  store.migrate(part);
  const { database } = store;
  const targets = JSON.stringify(baseUrls);
  const counts = new Map<string, number>();
  const totals = new Map<string, number>();
  const keyOf = (...names: readonly string[]): string => names.join(" ");
  const rows = database
    .prepare("SELECT check_id, before, step, times FROM tried_step WHERE targets = ?")
    .all(targets);
  const add = (check: string, before: string, step: string, times: number): void => {
    const key = keyOf(check, before, step);
    counts.set(key, (counts.get(key) ?? 0) + times);
    totals.set(check, (totals.get(check) ?? 0) + times);
  };
  for (const { check_id, before, step, times } of rows)
    add(String(check_id), String(before), String(step), Number(times));
  const keep = database.prepare(
    `INSERT INTO tried_step VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (targets, check_id, before, step) DO UPDATE SET times = times + excluded.times`,
  );
  const ofCheck = (check: string): Tried => ({
    count: (before, step) => counts.get(keyOf(check, before, step)) ?? 0,
    note(before, step, times = 1) {
      add(check, before, step, times);
      try {
        keep.run(targets, check, before, step, times);
      } catch {
        // The next run tries it again.
      }
    },
  });
  return { of: ofCheck, total: (check) => totals.get(check) ?? 0 };
};
