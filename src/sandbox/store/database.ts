import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { UsageError } from "../../model/usage-error.ts";
import { createRowMemory, type Findings } from "./row-memory.ts";
import type { Sql, SqlValue } from "./sql.ts";
import { createTableMap, type Reference, type TableMap } from "./table-map.ts";

/** How many prepared statements are kept; composed filters make new texts without end. */
const cachedStatements = 400;

/** How long another process may hold a file, in milliseconds, for example to look into it. */
const patience = 5000;

/**
 * A commit is on disk before it is answered, and the log that it goes to first does not stay large after a large one.
 * What is sorted to make an index goes to disk too, so that filling takes the same memory for many rows as for few.
 */
const inFile = `pragma synchronous = full; pragma journal_size_limit = ${64 * 1024 * 1024}; pragma cache_size = -16384`;

/** In kibibytes. */
const readingCache = "pragma cache_size = -65536";

const inMemory = `pragma temp_store = memory; ${readingCache}`;

/** The sandbox's state: one SQLite connection, synchronous, so that a request is never seen half done. */
export interface Database {
  /** Every row. The type is what the `create table` text of a STRICT table promises. */
  all<Row>(statement: Sql): Row[];
  /**
   * The first row, or undefined. A query is remembered until one of its tables changes: every request asks for its
   * credential, every page for the total. The row is shared and must not be changed.
   */
  get<Row>(statement: Sql): Row | undefined;
  /** Every row of a query that finds few, remembered like the row of `get`. */
  few<Row>(statement: Sql): readonly Row[];
  /** Grows with every write, with every one that is undone, and when another process has written to the file. */
  readonly writes: number;
  /** Executes a statement that writes. `lastId` is the rowid of the last insert. */
  run(statement: Sql): { readonly changes: number; readonly lastId: number };
  /** Executes one statement, written with `?`, once per row: for seeding by the million. */
  many(statement: Sql, rows: Iterable<readonly SqlValue[]>): void;
  /** Executes several statements without parameters: schemas. */
  script(statements: Sql): void;
  /**
   * From now on commits go to a write-ahead log, which is quick for small ones, and more is kept of what was read. A
   * new file is filled without: its rows would be written twice. State in memory has no log.
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

/** What is known of a statement by its text. */
interface Prepared {
  readonly statement: StatementSync;
  readonly isQuery: boolean;
  /** What it found, of a query whose tables are known. */
  readonly findings: Findings | undefined;
  /** The tables in which it may change rows; undefined where that is nobody knows which. */
  readonly changes: readonly string[] | undefined;
  /** Whether it was executed since somebody looked for one to drop. */
  isRecent: boolean;
}

/** Whether JSON tells a parameter from every other, in few letters. */
const isKey = (value: SqlValue): boolean =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= 1000);

const inputs = (values: readonly SqlValue[]): SQLInputValue[] => values.map(input);

const read = (statement: StatementSync, parameters: readonly SqlValue[], wanted: "row" | "rows"): unknown =>
  wanted === "row" ? statement.get(...inputs(parameters)) : statement.all(...inputs(parameters));

const begin = "begin immediate";
const commit = "commit";

/**
 * Opens the state: in memory, or in a file that survives a kill at any moment.
 * @throws UsageError when the file cannot be opened or is not a database.
 */
export const openDatabase = (file?: string): Database => new SqliteDatabase(open(file), file !== undefined);

const open = (file: string | undefined): DatabaseSync => {
  try {
    const connection = new DatabaseSync(file ?? ":memory:", { timeout: patience });
    connection.exec(`pragma foreign_keys = on; ${file === undefined ? inMemory : inFile}`);
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
  readonly #statements = new Map<string, Prepared>();
  readonly #memory = createRowMemory();
  #tables: TableMap | undefined;
  #writes = 0;
  #depth = 0;
  /** What the last look at a file said of changes that others made to it. */
  #version: number | undefined;
  readonly #isFile: boolean;

  constructor(connection: DatabaseSync, isFile: boolean) {
    this.#connection = connection;
    this.#isFile = isFile;
  }

  get writes(): number {
    this.#lookForChanges();
    return this.#writes;
  }

  all<Row>(statement: Sql): Row[] {
    const prepared = this.#prepared(statement.text);
    if (!prepared.isQuery) this.#forget(prepared);
    // The rows of a STRICT table have the types its schema states, which Row repeats.
    return prepared.statement.all(...inputs(statement.parameters)) as Row[];
  }

  get<Row>(statement: Sql): Row | undefined {
    const read = this.#remembered(statement, "row");
    return read as Row | undefined; // as above, and what is remembered came from the same statement
  }

  few<Row>(statement: Sql): readonly Row[] {
    return this.#remembered(statement, "rows") as Row[]; // as above
  }

  run(statement: Sql): { changes: number; lastId: number } {
    const prepared = this.#prepared(statement.text);
    this.#forget(prepared);
    const result = prepared.statement.run(...inputs(statement.parameters));
    if (prepared.changes === undefined) this.#forgetSchema();
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  many(statement: Sql, rows: Iterable<readonly SqlValue[]>): void {
    const prepared = this.#prepared(statement.text);
    this.#forget(prepared);
    this.transaction(() => {
      for (const row of rows) prepared.statement.run(...inputs(row));
    });
  }

  script(statements: Sql): void {
    this.#forget();
    this.#connection.exec(statements.text);
    this.#forgetSchema();
  }

  startLog(): void {
    this.#connection.exec(`pragma journal_mode = wal; ${readingCache}`);
  }

  transaction<Result>(work: () => Result): Result {
    return this.attempt(work, () => true);
  }

  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result {
    const name = this.#depth === 0 ? undefined : `level_${this.#depth}`;
    this.#execute(name === undefined ? begin : `savepoint ${name}`);
    if (name === undefined) this.#lookForChanges();
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

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  /** Executes a statement that is no matter of rows. */
  #execute(text: string): void {
    this.#prepared(text).statement.run();
  }

  #remembered({ text, parameters }: Sql, wanted: "row" | "rows"): unknown {
    const prepared = this.#prepared(text);
    const { findings, statement } = prepared;
    if (!prepared.isQuery) this.#forget(prepared);
    if (findings === undefined || !parameters.every(isKey)) return read(statement, parameters, wanted);
    if (this.#depth === 0) this.#lookForChanges();
    const key = wanted === "row" ? JSON.stringify(parameters) : `all ${JSON.stringify(parameters)}`;
    const { found } = findings;
    const known = found.get(key);
    if (known !== undefined || found.has(key)) return known;
    const result = read(statement, parameters, wanted);
    this.#memory.keep(findings, key, result);
    return result;
  }

  /** To be called at every write with what may change, and without when anything may: one was undone, for example. */
  #forget({ changes }: { readonly changes?: readonly string[] | undefined } = {}): void {
    this.#writes += 1;
    this.#memory.forget(changes);
  }

  /** Which tables there are, and so which one a text means, may be another matter now. */
  #forgetSchema(): void {
    this.#tables = undefined;
    this.#statements.clear();
  }

  /** Another process may have written to the file, against all advice; not within a transaction. */
  #lookForChanges(): void {
    if (!this.#isFile) return;
    const { data_version: version } = this.#prepared("pragma data_version").statement.get() ?? {};
    if (this.#version !== undefined && this.#version !== version) this.#forget();
    this.#version = Number(version);
  }

  #prepared(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known !== undefined) {
      known.isRecent = true;
      return known;
    }
    const tables = (this.#tables ??= createTableMap(schemaOf(this.#connection)));
    const read = isQuery(text) ? tables.readBy(text) : undefined;
    const prepared: Prepared = {
      statement: this.#connection.prepare(text),
      isQuery: isQuery(text),
      findings: read === undefined ? undefined : this.#memory.findings(read),
      changes: isQuery(text) ? [] : tables.changedBy(text),
      isRecent: true,
    };
    this.#statements.set(text, prepared);
    if (this.#statements.size > cachedStatements) this.#dropOne();
    return prepared;
  }

  /** Drops the oldest statement that was not executed since the last look: a Map keeps the order of insertion. */
  #dropOne(): void {
    for (const [text, prepared] of this.#statements) {
      this.#statements.delete(text);
      if (!prepared.isRecent) return;
      prepared.isRecent = false;
      this.#statements.set(text, prepared);
    }
  }
}

const schemaOf = (connection: DatabaseSync) => ({
  tables: connection
    .prepare("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => String(name)),
  // The names are those of the columns.
  references: connection
    .prepare(
      `select t.name as "table", k."table" as target, k.on_delete as onDelete, k.on_update as onUpdate
        from sqlite_schema as t, pragma_foreign_key_list(t.name) as k where t.type = 'table'`,
    )
    .all() as unknown as Reference[],
  isIndirect:
    connection.prepare("select 1 from sqlite_schema where type in ('view', 'trigger') limit 1").get() !==
    undefined,
});
