import { UsageError } from "./usage-error.ts";

/** The error for what a store or a database holds, and tripact has not written so. */
export const damaged = (what: string): UsageError =>
  new UsageError(`the store is damaged: ${what}`, {
    hint: "restore it from a backup, or name another one: with --store, or as the database of the fleet file",
  });

/** What `read` makes of something stored. @throws UsageError that names it, where it was not written by tripact */
export const stored = <Result>(name: string, read: () => Result): Result => {
  try {
    return read();
  } catch {
    // The error of a parser quotes what it reads.
    throw damaged(`${name} cannot be read`);
  }
};
