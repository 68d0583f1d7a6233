import { createTurns } from "../model/in-turn.ts";
import type { Database, Sql, Transaction } from "./database.ts";
import type { Store } from "./store.ts";

/** The store's current transaction. @param now milliseconds since the epoch */
export const transactionIn = (store: Store, now: () => number): Transaction => ({
  rows: async (text, values = []) =>
    store.database.prepare(text.replaceAll(/\$(\d+)/g, "?$1")).all(...values),
  // A writing transaction of SQLite already excludes all others.
  lock: async () => undefined,
  now: async () => now(),
});

/** A store as a database. Statements and transactions take turns on its single connection. */
export const databaseIn = (store: Store, now: () => number): Database => {
  const transaction = transactionIn(store, now);
  const inTurn = createTurns();
  const rows: Sql["rows"] = (text, values) => inTurn(() => transaction.rows(text, values));
  return {
    engine: "sqlite",
    shown: store.path,
    rows,
    transaction: (work) => inTurn(() => store.transactionOf(() => work(transaction))),
    close: () => inTurn(async () => store.close()),
  };
};
