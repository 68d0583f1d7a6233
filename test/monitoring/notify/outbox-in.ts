import { documentation } from "../../../src/builtin/documents.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import { createOutbox, type Outbox } from "../../../src/monitoring/notify/outbox.ts";
import { databaseIn } from "../../../src/core/store/sqlite-database.ts";
import type { Store } from "../../../src/core/store/store.ts";

/** The outbox of a store, whose tables are those of its history. */
export const outboxIn = async (store: Store, now: () => number): Promise<Outbox> => {
  await openHistory(store, documentation);
  return createOutbox(databaseIn(store, now));
};
