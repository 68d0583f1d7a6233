import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { statOf } from "../../core/model/stat-of.ts";
import { UsageError } from "../../core/model/usage-error.ts";

/** SQLite's code for a lock that another connection holds. */
const busy = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === busy;

/** Holds a file beside the data file; the system releases it with the process, however that ends. */
const hold = (path: string): DatabaseSync | undefined => {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    const { ino } = statOf(path) ?? {};
    lock.exec("begin exclusive");
    // Whoever held it may have removed the file in between.
    if (statOf(path)?.ino === ino) return lock;
    lock.close();
    return undefined;
  } catch (error) {
    lock.close();
    throw error;
  }
};

/**
 * Keeps a second sandbox away from a data file: tokens, ids and hourly limits of two would disagree. Other programs may
 * read and change the file. Returns what releases it.
 * @throws UsageError if another sandbox uses the file
 */
export const lockDataFile = (file: string): (() => void) => {
  const path = `${file}-lock`;
  try {
    let lock = hold(path);
    while (lock === undefined) lock = hold(path);
    const held = lock;
    return () => {
      rmSync(path, { force: true });
      held.close();
    };
  } catch (error) {
    // What cannot be locked cannot be opened either, which is said there.
    if (!isBusy(error)) return () => undefined;
    throw new UsageError("another sandbox uses the data file", {
      location: file,
      hint: "stop that one, or choose another file",
    });
  }
};
