import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../harness/model/usage-error.ts";
import { printable } from "../harness/output/escape.ts";
import { openStore, type Store } from "../harness/store/store.ts";
import type { Surroundings } from "./surroundings.ts";

/** The file that keeps runs. */
interface StoreOption {
  readonly store?: string;
}

/** Works with a store, and closes it. @throws UsageError when it cannot be used */
export const withStore = async <Result>(
  { store }: Required<StoreOption>,
  { cwd }: Surroundings,
  work: (store: Store) => Promise<Result>,
): Promise<Result> => {
  const opened = openStore(store === ":memory:" ? store : resolve(cwd, store), "another file with `store`");
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
};

/**
 * The same with a store that earlier runs have written, which is not created: without the option there has been no run.
 * @throws UsageError when it is not there, and when it cannot be used.
 */
export const withKeptStore = <Result>(
  { store }: StoreOption,
  surroundings: Surroundings,
  work: (store: Store) => Promise<Result>,
): Promise<Result> => {
  if (store !== undefined && !existsSync(resolve(surroundings.cwd, store)))
    throw new UsageError("there is no such store", {
      option: "store",
      location: printable(store),
      hint: "name the file that tripact drift has been given",
    });
  return withStore({ store: store ?? ":memory:" }, surroundings, work);
};
