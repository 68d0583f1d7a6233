import { documentation } from "../../contract/documents.ts";
import { type DriftStore, openDriftStore } from "../../harness/drift/drift-store.ts";
import type { Store } from "../../harness/store/store.ts";
import type { CliIo } from "./io.ts";
import { openKeptStore, openRunStore } from "./run-store.ts";

interface Options {
  readonly store?: string | undefined;
}

type Work<Result> = (drift: DriftStore, store: Store) => Promise<Result>;

/** Works with the store of `--store`, and closes it. */
export const withDriftStore = <Result>(options: Options, io: CliIo, work: Work<Result>): Promise<Result> =>
  within(() => openRunStore(options.store, io), work);

/** The same with a store that earlier runs have written. @throws UsageError when it is not there. */
export const withKeptStore = <Result>(options: Options, io: CliIo, work: Work<Result>): Promise<Result> =>
  within(() => openKeptStore(options.store, io), work);

const within = async <Result>(open: () => Store, work: Work<Result>): Promise<Result> => {
  const store = open();
  try {
    return await work(openDriftStore(store, documentation), store);
  } finally {
    store.close();
  }
};
