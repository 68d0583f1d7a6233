import { documentation } from "../../contract/documents.ts";
import { type DriftStore, openDriftStore } from "../../harness/drift/drift-store.ts";
import type { Store } from "../../harness/store/store.ts";
import type { CliIo } from "./io.ts";
import { openRunStore } from "./run-store.ts";

/** Works with the store of `--store`, and closes it. */
export const withDriftStore = async <Result>(
  options: { readonly store?: string | undefined },
  io: CliIo,
  work: (drift: DriftStore, store: Store) => Promise<Result>,
): Promise<Result> => {
  const store = openRunStore(options.store, io);
  try {
    return await work(openDriftStore(store, documentation), store);
  } finally {
    store.close();
  }
};
