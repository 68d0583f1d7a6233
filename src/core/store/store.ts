import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { codeOf, messageOf } from "../model/error-code.ts";
import { makeFolder } from "../model/make-folder.ts";
import { beyondNumbers } from "../model/stored.ts";
import { UsageError } from "../model/usage-error.ts";

/** A part of the store. Its steps are SQL that never changes after its release; later ones are appended. */
export interface StorePart {
  readonly name: string;
  readonly steps: readonly string[];
}

/** Data that runs leave for later ones: one SQLite file that several processes may use at once. */
export interface Store {
  readonly database: DatabaseSync;
  readonly path: string;
  /** Idempotent, and safe beside other processes. @throws UsageError if a newer tripact has written the file */
  migrate(part: StorePart): void;
  /** Whether the file has the tables of a part. */
  has(part: string): boolean;
  /** Waits for other writers; rolled back if it throws. @throws UsageError if the file is locked or not writable */
  transaction<Result>(work: () => Result): Result;
  /** The same for asynchronous work; nothing else may use this store meanwhile. */
  transactionOf<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs reading `work` on a snapshot of the file. Neither waits for writers nor blocks them. */
  read<Result>(work: () => Result): Result;
  /** Frees disk space if more than half of the file is unused, unless another process is doing so. */
  compact(): void;
  close(): void;
}

/** The default suggestion of another store. */
const otherFile = "another file with --store";

const useAnother = (elsewhere: string): string => `name ${elsewhere}, or move this one away`;

const lockTimeoutMs = 10_000;

/** Compacting fewer pages (4 KiB each) is not worth the time. */
const fewestPages = 256;

/** What SQLite reports about the file or the disk, by primary result code; any other error is a bug of this program. */
const fileErrorsOf = (
  elsewhere: string,
  reason: string,
): Readonly<Record<number, { readonly message: string; readonly hint: string }>> => {
  const hint = useAnother(elsewhere);
  return {
    // Every statement is a fixed text: a missing or existing table means that another program changed the file.
    1: {
      message: reason.endsWith("already exists")
        ? `another program, or a sandbox, keeps its data in this file: ${reason}`
        : `the store is damaged: ${reason}`,
      hint,
    },
    5: { message: "another process keeps the store locked", hint: "wait for it to end, then run again" },
    8: {
      message: "the store is read-only",
      hint: `make the file and its folder writable, or name ${elsewhere}`,
    },
    10: {
      message: "the disk failed to read or write the store",
      hint: `check the disk, or name ${elsewhere}`,
    },
    11: { message: "the store is damaged", hint },
    // Whatever may be there already is written with what to do then: these rows contradict each other.
    19: { message: `the store is damaged: ${reason}`, hint },
    13: { message: "the disk is full", hint: `free some space, or name ${elsewhere} on another disk` },
    14: { message: "the store cannot be opened", hint },
    26: { message: "the file is not a store", hint },
  };
};

/** Turns an SQLite error into a UsageError if the file or the disk is its cause. */
const asUsageError = (error: unknown, path: string, elsewhere: string): unknown => {
  if (!(error instanceof Error)) return error;
  // Its message quotes the integer.
  if (codeOf(error) === "ERR_OUT_OF_RANGE") return beyondNumbers(path);
  // node:sqlite reports the extended result code, whose low byte is the primary one.
  const result = "errcode" in error ? Number(error.errcode) & 0xff : 0;
  const known = fileErrorsOf(elsewhere, error.message)[result];
  return known === undefined ? error : new UsageError(known.message, { location: path, hint: known.hint });
};

/** Wraps a database, its statements and rows so that problems of the file are thrown as UsageError. */
const guarded = <Target extends object>(target: Target, asOwn: (error: unknown) => unknown): Target =>
  new Proxy(target, {
    get(of, key, itself) {
      const member: unknown = Reflect.get(of, key, of);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]): unknown => {
        try {
          const result: unknown = Reflect.apply(member, of, args);
          // An iterator over rows returns itself.
          if (result === of) return itself;
          const goesOn = result instanceof StatementSync || result instanceof Iterator;
          return goesOn ? guarded(result, asOwn) : result;
        } catch (error) {
          throw asOwn(error);
        }
      };
    },
  });

/** SQLite silently opens a read-only file, and waits for the other end of a pipe. */
const assertUsable = (path: string): void => {
  makeFolder(dirname(path), 0o700);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return accessSync(dirname(path), constants.W_OK);
  if (!found.isFile()) throw new Error("it is not a file");
  accessSync(path, constants.R_OK | constants.W_OK);
};

/** The first table of a store is that of its parts; any other database is somebody else's. */
const assertStore = (database: DatabaseSync): void => {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  if (tables.length > 0 && tables.every(({ name }) => name !== "store_part"))
    throw new Error("another program, or a sandbox, keeps its data in this file");
};

const open = (path: string, elsewhere: string): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") assertUsable(path);
    database = new DatabaseSync(path, { timeout: lockTimeoutMs });
    assertStore(database);
    // Committed data survives a killed process; commits do not wait for the disk, because every request makes one.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    database.exec(
      "CREATE TABLE IF NOT EXISTS store_part (name TEXT PRIMARY KEY, step INTEGER NOT NULL) STRICT",
    );
    return database;
  } catch (error) {
    database?.close();
    throw new UsageError(`the store cannot be used: ${messageOf(error)}`, {
      location: path,
      hint: useAnother(elsewhere),
    });
  }
};

type Transactions = Pick<Store, "transaction" | "transactionOf" | "read">;

const transactionsOf = (database: DatabaseSync): Transactions => {
  const undone = (error: unknown): unknown => {
    if (database.isTransaction) database.exec("ROLLBACK");
    return error;
  };
  const within = <Result>(begin: string, work: () => Result): Result => {
    try {
      database.exec(begin);
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      throw undone(error);
    }
  };
  return {
    transaction: (work) => within("BEGIN IMMEDIATE", work),
    read: (work) => within("BEGIN", work),
    transactionOf: async (work) => {
      try {
        database.exec("BEGIN IMMEDIATE");
        const result = await work();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        throw undone(error);
      }
    },
  };
};

/** `:memory:` keeps it in memory. @param elsewhere how to choose another @throws UsageError if it is unusable */
export const openStore = (path: string, elsewhere = otherFile): Store => {
  const asOwn = (error: unknown): unknown => asUsageError(error, path, elsewhere);
  const database = guarded(open(path, elsewhere), asOwn);
  const transactions = transactionsOf(database);
  const { read, transaction } = transactions;

  const stepsDone = (name: string): number =>
    Number(database.prepare("SELECT step FROM store_part WHERE name = ?").get(name)?.["step"] ?? 0);

  const migrate: Store["migrate"] = ({ name, steps }) => {
    // Avoids the lock if there is nothing to do, which is nearly always.
    if (read(() => stepsDone(name)) === steps.length) return;
    transaction(() => {
      const done = stepsDone(name);
      if (done > steps.length)
        throw new UsageError(`a newer tripact has written the store (${name} ${done})`, {
          location: path,
          hint: useAnother(elsewhere),
        });
      for (const step of steps.slice(done)) database.exec(step);
      database
        .prepare("INSERT INTO store_part VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET step = excluded.step")
        .run(name, steps.length);
    });
  };

  const pages = (pragma: "page_count" | "freelist_count"): number =>
    Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);

  const compact: Store["compact"] = () => {
    if (2 * pages("freelist_count") < Math.max(pages("page_count"), fewestPages)) return;
    try {
      database.exec("VACUUM");
    } catch (error) {
      // Another run does it: only space is lost.
      if (!(error instanceof UsageError)) throw error;
    }
  };

  return {
    database,
    path,
    ...transactions,
    migrate,
    has: (part) => stepsDone(part) > 0,
    compact,
    close: () => database.close(),
  };
};
