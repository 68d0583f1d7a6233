import { resolve } from "node:path";
import { openStore, type Store } from "../store/store.ts";
import type { CliIo } from "./io.ts";
import { defaultStore } from "./state-folder.ts";

/**
 * The store of `--store`, or the user's own. A run against live targets does without neither: it holds what keeps
 * other runs within the same budget.
 * @throws UsageError when it cannot be used.
 */
export const openRunStore = (option: string | undefined, io: CliIo): Store =>
  openStore(option === undefined ? defaultStore(io.env) : resolve(io.cwd, option));
