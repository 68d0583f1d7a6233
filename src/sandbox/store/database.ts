import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { statOf } from "../../core/model/stat-of.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { SqlText, SqliteValue } from "./sql.ts";

/** Number of prepared statements kept; composed filters keep creating new texts. */
const cachedStatements = 400;

/** How long to wait for a file locked by another process, in milliseconds. */
const patience = 5000;

/**
 * A commit is on disk before its request is answered, and the write-ahead log shrinks again after a large commit. Index
 * creation sorts on disk, so that filling uses the same memory for any number of rows.
 */
const inFile = `pragma synchronous = full; pragma journal_size_limit = ${64 * 1024 * 1024}; pragma cache_size = -16384`;

/** In kibibytes. */
const readingCache = "pragma cache_size = -65536";

const inMemory = `pragma temp_store = memory; ${readingCache}`;

/** The sandbox's state: one synchronous SQLite connection, so that no half-finished request is visible. */
export interface SandboxDatabase {
  /** Every row. The type is what the `create table` text of the STRICT table states. */
  all<Row>(statement: SqlText): Row[];
  /**
   * The first row, read by `read`, or undefined. In memory, where nobody else writes, the row is cached until the next
   * write, because every request looks up its credential. It is shared and must not be changed.
   */
  get<Row, Read = Row>(statement: SqlText, read?: (row: Row) => Read): Read | undefined;
  /** Executes a statement that writes. `lastId` is the rowid of the last insert. */
  run(statement: SqlText): { readonly changes: number; readonly lastId: number };
  /** Executes one statement, written with `?`, once per row: for seeding millions of rows. */
  many(statement: SqlText, rows: Iterable<readonly SqliteValue[]>): void;
  /** Executes several statements without parameters: schemas. */
  script(statements: SqlText): void;
  /**
   * From now on commits go to a write-ahead log, which is fast for small ones, and more rows are cached. A new file is
   * filled without it, because its rows would be written twice. State in memory has no log.
   */
  startLog(): void;
  /** All or nothing. Within another transaction it is a part that can fail alone. */
  transaction<Result>(work: () => Result): Result;
  /** Like `transaction`, but a result that `keep` rejects is rolled back and still returned. */
  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result;
  /** A copy of everything stored, for another database in memory; undefined if Node (22) cannot create it. */
  image(): Uint8Array | undefined;
  /** Replaces everything stored with the image. Not within a transaction. */
  load(image: Uint8Array): void;
  close(): void;
}

const input = (value: SqliteValue): SQLInputValue => (typeof value === "boolean" ? Number(value) : value);

const inputs = (values: readonly SqliteValue[]): SQLInputValue[] => values.map(input);

/** Any other statement may write. */
const isQuery = (text: string): boolean => /^\s*select\b/.test(text);

/** Whether the parameter's JSON is short and unambiguous. */
const isKey = (value: SqliteValue): boolean =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= 1000);

const canCopy = "serialize" in DatabaseSync.prototype;

/** Number of first rows cached. */
const rememberedRows = 1000;

const begin = "begin immediate";
const commit = "commit";

/**
 * Opens the state: in memory, or in a file that survives a kill at any moment.
 * @throws UsageError when the file cannot be opened or is not a database.
 */
export const openSandboxDatabase = (file?: string): SandboxDatabase =>
  new SqliteDatabase(open(file), file === undefined);

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

const open = (file: string | undefined): DatabaseSync => {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file ?? ":memory:", { timeout: patience });
    connection.exec(`pragma foreign_keys = on; ${file === undefined ? inMemory : inFile}`);
    return connection;
  } catch (error) {
    connection?.close();
    const reason = error instanceof Error ? error.message : String(error);
    const why = file !== undefined && isFolder(file) ? "it is a folder" : reason;
    throw new UsageError(`the sandbox's data file cannot be opened: ${why}`, {
      ...(file === undefined ? {} : { location: file }),
      hint: "choose a new file in an existing folder, or one that a sandbox has written",
    });
  }
};

/** An error of SQLite's about the file or its disk as a UsageError; any other one unchanged. */
export const dataFileError = (error: unknown, file: string | undefined): unknown =>
  file !== undefined && error instanceof Error && "errcode" in error
    ? new UsageError(`the sandbox's data file cannot be used: ${error.message}`, {
        location: file,
        hint: "free some space, make the file and its folder writable, or choose another file",
      })
    : error;

interface Prepared {
  readonly statement: StatementSync;
  readonly isQuery: boolean;
  /** First rows already read, by the query's parameters; valid for one count of writes. */
  readonly rows: Map<string, unknown>;
  writes: number;
}

class SqliteDatabase implements SandboxDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** Nobody else writes, so first rows are cached. */
  readonly #isAlone: boolean;
  #writes = 0;
  #remembered = 0;
  #depth = 0;

  constructor(connection: DatabaseSync, isAlone: boolean) {
    this.#connection = connection;
    this.#isAlone = isAlone;
  }

  all<Row>({ text, parameters }: SqlText): Row[] {
    const { statement, isQuery } = this.#prepared(text);
    if (!isQuery) this.#forget();
    // The rows of a STRICT table have the types of its schema, which Row repeats.
    return statement.all(...inputs(parameters)) as Row[];
  }

  get<Row, Read = Row>({ text, parameters }: SqlText, read?: (row: Row) => Read): Read | undefined {
    const prepared = this.#prepared(text);
    if (!prepared.isQuery) this.#forget();
    const isRemembered = this.#isAlone && prepared.isQuery && parameters.every(isKey);
    const key = isRemembered ? JSON.stringify(parameters) : "";
    const known = isRemembered && prepared.writes === this.#writes ? prepared.rows.get(key) : undefined;
    if (known !== undefined) return known as Read; // read by the same statement
    const row = prepared.statement.get(...inputs(parameters));
    if (row === undefined) return undefined;
    // As in `all`; without a reader, the row itself is the result.
    const result = read === undefined ? (row as Read) : read(row as Row);
    if (isRemembered) this.#remember(prepared, key, result);
    return result;
  }

  #remember(prepared: Prepared, key: string, result: unknown): void {
    if (this.#remembered >= rememberedRows) this.#forget();
    if (prepared.writes !== this.#writes) prepared.rows.clear();
    prepared.writes = this.#writes;
    prepared.rows.set(key, result);
    this.#remembered += 1;
  }

  /** Cached rows may have changed. */
  #forget(): void {
    this.#writes += 1;
    this.#remembered = 0;
  }

  run({ text, parameters }: SqlText): { changes: number; lastId: number } {
    this.#forget();
    const result = this.#prepared(text).statement.run(...inputs(parameters));
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  many({ text }: SqlText, rows: Iterable<readonly SqliteValue[]>): void {
    this.#forget();
    const { statement } = this.#prepared(text);
    this.transaction(() => {
      for (const row of rows) statement.run(...inputs(row));
    });
  }

  script(statements: SqlText): void {
    this.#forget();
    this.#connection.exec(statements.text);
  }

  startLog(): void {
    if (!this.#isAlone) this.#connection.exec(`pragma journal_mode = wal; ${readingCache}`);
  }

  transaction<Result>(work: () => Result): Result {
    return this.attempt(work, () => true);
  }

  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result {
    const name = this.#depth === 0 ? undefined : `level_${this.#depth}`;
    this.#execute(name === undefined ? begin : `savepoint ${name}`);
    this.#depth += 1;
    let kept = false;
    try {
      const result = work();
      kept = keep(result);
      return result;
    } finally {
      this.#depth -= 1;
      if (kept) this.#execute(name === undefined ? commit : `release ${name}`);
      else this.#undo(name);
    }
  }

  #undo(savepoint: string | undefined): void {
    this.#forget();
    this.#connection.exec(
      savepoint === undefined ? "rollback" : `rollback to ${savepoint}; release ${savepoint}`,
    );
  }

  image(): Uint8Array | undefined {
    return canCopy ? this.#connection.serialize() : undefined;
  }

  load(image: Uint8Array): void {
    this.#forget();
    this.#statements.clear();
    this.#connection.deserialize(image);
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  /** Executes a statement without rows. */
  #execute(text: string): void {
    this.#prepared(text).statement.run();
  }

  #prepared(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    if (this.#statements.size >= cachedStatements) this.#statements.clear();
    const statement = this.#connection.prepare(text);
    const prepared = { statement, isQuery: isQuery(text), rows: new Map<string, unknown>(), writes: -1 };
    this.#statements.set(text, prepared);
    return prepared;
  }
}
