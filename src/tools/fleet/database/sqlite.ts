import { openStore } from "../../../harness/store/store.ts";
import { existsSync } from "node:fs";
import { neverMigrated, type Database, type Row, type Sql, type Transaction } from "./database.ts";
import { type ColumnTypes, steps } from "./tables.ts";

const types: ColumnTypes = {
  id: "INTEGER PRIMARY KEY AUTOINCREMENT",
  integer: "INTEGER",
  large: "INTEGER",
  day: "TEXT",
  instant: "TEXT",
  bytes: "BLOB",
  strict: " STRICT",
};

/**
 * One file, for the workers of one process and for commands beside it. Statements and transactions take turns: there is
 * one connection.
 * @param now milliseconds since the epoch
 * @param mayCreate whether the tables are created where there are none
 * @throws UsageError when the file cannot be used, or a newer tripact has written it.
 */
export const openSqlite = (path: string, now: () => number, mayCreate = true): Database => {
  if (!mayCreate && !existsSync(path)) throw neverMigrated(path);
  const store = openStore(path, "another file with the key database");
  if (!mayCreate && !store.has("fleet")) {
    store.close();
    throw neverMigrated(path);
  }
  store.database.exec("PRAGMA foreign_keys = ON");
  store.migrate({ name: "fleet", steps: steps(types) });

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const rows: Sql["rows"] = async (text, values = []): Promise<readonly Row[]> =>
    store.database.prepare(text.replaceAll(/\$(\d+)/g, "?$1")).all(...values);

  // A transaction of SQLite that may write keeps out every other one.
  const transaction: Transaction = { rows, lock: async () => undefined, now: async () => now() };

  return {
    engine: "sqlite",
    shown: path,
    rows: (text, values) => inTurn(() => rows(text, values)),
    transaction: (work) => inTurn(() => store.transactionOf(() => work(transaction))),
    close: () => inTurn(async () => store.close()),
  };
};
