import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { UsageError } from "../../model/usage-error.ts";
import type { Sql, SqlValue } from "./sql.ts";

/** How many prepared statements are kept; composed filters make new texts without end. */
const cachedStatements = 400;

/** How many first rows are remembered at most. */
const rememberedRows = 1000;

/** How long another process may hold a file, in milliseconds, for example to look into it. */
const patience = 5000;

/**
 * A commit is on disk before it is answered, and the log that it goes to first does not stay large after a large one.
 */
const durable = `pragma synchronous = full; pragma journal_size_limit = ${64 * 1024 * 1024}`;

/** The sandbox's state: one SQLite connection, synchronous, so that a request is never seen half done. */
export interface Database {
  /** Every row. The type is what the `create table` text of a STRICT table promises. */
  all<Row>(statement: Sql): Row[];
  /**
   * The first row, or undefined. Remembered until the next write: every request asks for its credential, every page for
   * the total.
   */
  get<Row>(statement: Sql): Row | undefined;
  /** Grows with every write, and with every one that is undone. */
  readonly writes: number;
  /** Executes a statement that writes. `lastId` is the rowid of the last insert. */
  run(statement: Sql): { readonly changes: number; readonly lastId: number };
  /** Executes one statement, written with `?`, once per row: for seeding by the million. */
  many(statement: Sql, rows: Iterable<readonly SqlValue[]>): void;
  /** Executes several statements without parameters: schemas. */
  script(statements: Sql): void;
  /**
   * From now on commits go to a write-ahead log, which is quick for small ones. A new file is filled without: its
   * rows would be written twice. State in memory has no log.
   */
  startLog(): void;
  /** All or nothing. Within another transaction it is a part of that one that can fail alone. */
  transaction<Result>(work: () => Result): Result;
  /** Like `transaction`, but a result for which `keep` says no is undone and still returned. */
  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result;
  close(): void;
}

const input = (value: SqlValue): SQLInputValue => (typeof value === "boolean" ? Number(value) : value);

/** Anything else may write. */
const isQuery = (text: string): boolean => /^\s*select\b/.test(text);

/** Whether JSON tells a parameter from every other, in few letters. */
const isKey = (value: SqlValue): boolean =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= 1000);

const inputs = (values: readonly SqlValue[]): SQLInputValue[] => values.map(input);

/**
 * Opens the state: in memory, or in a file that survives a kill at any moment.
 * @throws UsageError when the file cannot be opened or is not a database.
 */
export const openDatabase = (file?: string): Database => new SqliteDatabase(open(file));

const open = (file: string | undefined): DatabaseSync => {
  try {
    const connection = new DatabaseSync(file ?? ":memory:", { timeout: patience });
    if (file !== undefined) connection.exec(durable);
    connection.exec("pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory");
    return connection;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the sandbox's data file cannot be opened: ${reason}`, {
      ...(file === undefined ? {} : { place: file }),
      hint: "name a file in a folder that exists, written by a sandbox or not there yet",
    });
  }
};

class SqliteDatabase implements Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** First rows that were read since the last write, by statement and parameters. */
  readonly #known = new Map<string, Map<string, unknown>>();
  #knownRows = 0;
  #writes = 0;
  #depth = 0;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  get writes(): number {
    return this.#writes;
  }

  all<Row>(statement: Sql): Row[] {
    if (!isQuery(statement.text)) this.#forget();
    // The rows of a STRICT table have the types its schema states, which Row repeats.
    return this.#prepared(statement.text).all(...inputs(statement.parameters)) as Row[];
  }

  get<Row>(statement: Sql): Row | undefined {
    const { text, parameters } = statement;
    if (!isQuery(text)) this.#forget();
    const key = isQuery(text) && parameters.every(isKey) ? JSON.stringify(parameters) : undefined;
    const known = this.#known.get(text);
    // As above, and what stands behind a key came from the same statement.
    if (key !== undefined && known?.has(key) === true) return known.get(key) as Row | undefined;
    const row = this.#prepared(text).get(...inputs(parameters)) as Row | undefined;
    if (key !== undefined) this.#remember(text, key, row);
    return row;
  }

  run(statement: Sql): { changes: number; lastId: number } {
    this.#forget();
    const result = this.#prepared(statement.text).run(...inputs(statement.parameters));
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  many(statement: Sql, rows: Iterable<readonly SqlValue[]>): void {
    this.#forget();
    this.transaction(() => {
      const prepared = this.#prepared(statement.text);
      for (const row of rows) prepared.run(...inputs(row));
    });
  }

  script(statements: Sql): void {
    this.#forget();
    this.#connection.exec(statements.text);
  }

  startLog(): void {
    this.#connection.exec("pragma journal_mode = wal");
  }

  transaction<Result>(work: () => Result): Result {
    return this.attempt(work, () => true);
  }

  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result {
    const name = this.#depth === 0 ? undefined : `level_${this.#depth}`;
    this.#connection.exec(name === undefined ? "begin immediate" : `savepoint ${name}`);
    this.#depth += 1;
    let kept = false;
    try {
      const result = work();
      kept = keep(result);
      return result;
    } finally {
      this.#depth -= 1;
      if (kept) this.#connection.exec(name === undefined ? "commit" : `release ${name}`);
      else this.#undo(name);
    }
  }

  #undo(savepoint: string | undefined): void {
    this.#forget();
    this.#connection.exec(
      savepoint === undefined ? "rollback" : `rollback to ${savepoint}; release ${savepoint}`,
    );
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #remember(text: string, key: string, row: unknown): void {
    if (this.#knownRows >= rememberedRows) this.#clear();
    const known = this.#known.get(text);
    if (known === undefined) this.#known.set(text, new Map([[key, row]]));
    else known.set(key, row);
    this.#knownRows += 1;
  }

  /** To be called at every write, and when one is undone. */
  #forget(): void {
    this.#writes += 1;
    if (this.#knownRows > 0) this.#clear();
  }

  #clear(): void {
    this.#known.clear();
    this.#knownRows = 0;
  }

  /** Least recently used goes first: a Map keeps the order of insertion. */
  #prepared(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const prepared = this.#connection.prepare(text);
    this.#statements.set(text, prepared);
    if (this.#statements.size > cachedStatements) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return prepared;
  }
}
