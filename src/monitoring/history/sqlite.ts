import { existsSync } from "node:fs";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { Database } from "../../core/store/database.ts";
import { databaseIn } from "../../core/store/sqlite-database.ts";
import { openStore, type Store } from "../../core/store/store.ts";
import { createRunRepository, type RunRepository } from "./create-repository.ts";
import { triedPart } from "../../core/store/tried-steps.ts";
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

/** One file for the workers of one process and commands beside it. @throws UsageError if it is unusable or newer */
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

/** The runs in a store of `tripact drift`. @throws UsageError if it is unusable */
export const openHistory = async (store: Store, documentation: Documentation): Promise<RunRepository> => {
  store.migrate(triedPart);
  store.migrate({ name: "drift", steps: steps(types, false) });
  return createRunRepository(
    databaseIn(store, () => Date.now()),
    documentation,
    false,
  );
};
