import type { Config } from "../config/config.ts";
import { createTriedLog, type TriedLog } from "./draw-moves.ts";
import type { Store, StorePart } from "../store/store.ts";

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

/** Whose turns are counted: those of runs against the same addresses, and of one organization where it is named. */
type TriedTargets = Pick<Config, "baseUrls"> & { readonly organization?: string | undefined };

const nameOf = ({ baseUrls, organization }: TriedTargets): string =>
  JSON.stringify(organization === undefined ? baseUrls : [baseUrls, organization]);

/**
 * What runs against the targets of a configuration have tried, so that each goes on where the last one left off. A
 * store that cannot be written, on a full disk for example, costs the turns and not the run.
 * @throws UsageError when a newer tripact has written the store.
 */
export const triedSteps = (store: Store, of: TriedTargets): TriedLog => {
  store.migrate(part);
  const { database } = store;
  const targets = nameOf(of);
  const rows = database
    .prepare("SELECT check_id, before, step, times FROM tried_step WHERE targets = ?")
    .all(targets);
  const insert = database.prepare(
    `INSERT INTO tried_step VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (targets, check_id, before, step) DO UPDATE SET times = times + excluded.times`,
  );
  const earlier = rows.map((row) => ({
    check: String(row["check_id"]),
    before: String(row["before"]),
    step: String(row["step"]),
    times: Number(row["times"]),
  }));
  return createTriedLog(earlier, ({ check, before, step, times }) => {
    try {
      insert.run(targets, check, before, step, times);
    } catch {
      // The next run tries it again.
    }
  });
};
