import { existsSync } from "node:fs";
import type { Database } from "../store/database.ts";
import { databaseIn } from "../store/sqlite-database.ts";
import { openStore } from "../store/store.ts";
import { type ColumnTypes, neverMigrated, steps } from "./tables.ts";

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
 * One file, for the workers of one process and for commands beside it.
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
  return databaseIn(store, now);
};
