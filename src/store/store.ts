import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UsageError } from "../model/usage-error.ts";

/**
 * One part of the store: its tables, grown step by step. A step is SQL and is never changed once released;
 * what comes later is appended.
 */
export interface StorePart {
  readonly name: string;
  readonly steps: readonly string[];
}

/** What runs leave for later runs: one SQLite file that several processes may use at once. */
export interface Store {
  readonly database: DatabaseSync;
  readonly path: string;
  /**
   * Brings a part's tables up to date. Idempotent, and safe while other processes do the same.
   * @throws UsageError when a newer tripact has written the file.
   */
  migrate(part: StorePart): void;
  /** Runs `work` in one transaction that waits for other writers; undone when it throws. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

const hint = "name another file with --store, or move this one away";

const open = (path: string): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    database = new DatabaseSync(path, { timeout: 10_000 });
    // What is committed outlives a killed process; a commit does not wait for the disk, as every request makes one.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    database.exec(
      "CREATE TABLE IF NOT EXISTS store_part (name TEXT PRIMARY KEY, step INTEGER NOT NULL) STRICT",
    );
    return database;
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the store cannot be used: ${reason}`, { place: path, hint });
  }
};

/**
 * Opens or creates the store; the path `:memory:` keeps it in memory.
 * @throws UsageError when the file cannot be written or is no store.
 */
export const openStore = (path: string): Store => {
  const database = open(path);

  const transaction: Store["transaction"] = (work) => {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };

  const migrate: Store["migrate"] = ({ name, steps }) =>
    transaction(() => {
      const done = Number(
        database.prepare("SELECT step FROM store_part WHERE name = ?").get(name)?.["step"] ?? 0,
      );
      if (done > steps.length)
        throw new UsageError(`the store was written by a newer tripact (${name} ${done})`, {
          place: path,
          hint,
        });
      for (const step of steps.slice(done)) database.exec(step);
      database
        .prepare("INSERT INTO store_part VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET step = excluded.step")
        .run(name, steps.length);
    });

  return { database, path, migrate, transaction, close: () => database.close() };
};
