import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import { openStore, type Store } from "./store.ts";
import type { Environment } from "../model/environment.ts";

/** Opens the store named by an option. @throws UsageError if it is unusable */
export const openNamedStore = (store: string, { cwd }: Pick<Environment, "cwd">): Store =>
  openStore(resolve(cwd, store), "another file with `store`");

/** Without creating it: without the option there was no run. @throws UsageError if it is missing or unusable */
export const openKeptStore = (
  { store }: { readonly store?: string },
  { cwd }: Pick<Environment, "cwd">,
): Store => {
  if (store === undefined) return openStore(":memory:");
  if (existsSync(resolve(cwd, store))) return openNamedStore(store, { cwd });
  throw new UsageError("there is no such store", {
    option: "store",
    location: printable(store),
    hint: "name the file that tripact drift has been given",
  });
};
