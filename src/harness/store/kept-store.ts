import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import { openStore, type Store } from "./store.ts";
import type { Surroundings } from "../model/surroundings.ts";

/** The store of an option. @throws UsageError when it cannot be used */
export const openNamedStore = (store: string, { cwd }: Pick<Surroundings, "cwd">): Store =>
  openStore(resolve(cwd, store), "another file with `store`");

/**
 * The store that earlier runs have written, which is not created: without the option there has been no run.
 * @throws UsageError when it is not there, and when it cannot be used.
 */
export const openKeptStore = (
  { store }: { readonly store?: string },
  { cwd }: Pick<Surroundings, "cwd">,
): Store => {
  if (store === undefined) return openStore(":memory:");
  if (existsSync(resolve(cwd, store))) return openNamedStore(store, { cwd });
  throw new UsageError("there is no such store", {
    option: "store",
    location: printable(store),
    hint: "name the file that tripact drift has been given",
  });
};
