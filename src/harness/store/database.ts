/** What a statement takes for `$1`, `$2` and so on. */
export type SqlValue = string | number | null | Uint8Array;

/** One row of a result; instants are ISO 8601, days `YYYY-MM-DD`, integers numbers. */
export type Row = Readonly<Record<string, unknown>>;

export interface Sql {
  /** Runs one statement, in the SQL that SQLite and PostgreSQL share, and gives its rows. */
  rows(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

export interface Transaction extends Sql {
  /** Waits until no other transaction holds this name, and holds it until this one ends. */
  lock(name: string): Promise<void>;
  /** Milliseconds since the epoch by the clock that all who use the database share. */
  now(): Promise<number>;
}

/** A database whose tables are up to date: SQLite or PostgreSQL. */
export interface Database extends Sql {
  readonly engine: "sqlite" | "postgres";
  /** Shown in messages and reports: without a password. */
  readonly shown: string;
  /** Runs `work` in one transaction; undone when it throws. `work` must use the transaction it is given, and nothing else. */
  transaction<Result>(work: (sql: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
