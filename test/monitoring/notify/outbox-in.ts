import { documentation } from "../../../src/contract/documents.ts";
import { openHistory } from "../../../src/harness/history/sqlite.ts";
import { createOutbox, type Outbox } from "../../../src/harness/notify/outbox.ts";
import { databaseIn } from "../../../src/harness/store/sqlite-database.ts";
import type { Store } from "../../../src/harness/store/store.ts";

/** The outbox of a store, whose tables are those of its history. */
export const outboxIn = async (store: Store, now: () => number): Promise<Outbox> => {
  await openHistory(store, documentation);
  return createOutbox(databaseIn(store, now));
};
