/** Values for `$1`, `$2` and so on in a statement. */
export type SqlValue = string | number | null | Uint8Array;

/** A row of a result; timestamps are ISO 8601, days `YYYY-MM-DD`, integers numbers. */
export type Row = Readonly<Record<string, unknown>>;

export interface Sql {
  /** Runs one statement, in the SQL that SQLite and PostgreSQL share, and returns its rows. */
  rows(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

export interface Transaction extends Sql {
  /** Waits for the named lock and holds it until this transaction ends. */
  lock(name: string): Promise<void>;
  /** Milliseconds since the epoch, by the clock shared by all users of the database. */
  now(): Promise<number>;
}

/** A database with up-to-date tables: SQLite or PostgreSQL. */
export interface Database extends Sql {
  readonly engine: "sqlite" | "postgres";
  /** Name for messages and reports, without a password. */
  readonly shown: string;
  /** Runs `work` in one transaction, rolled back if it throws. `work` must use only the given transaction. */
  transaction<Result>(work: (sql: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
