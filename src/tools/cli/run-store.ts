import { resolve } from "node:path";
import { openStore, type Store } from "../../harness/store/store.ts";
import type { CliIo } from "./io.ts";
import { defaultStore } from "../../app/state-folder.ts";

const storePath = (option: string | undefined, io: CliIo): string =>
  option === undefined ? defaultStore(io.env) : resolve(io.cwd, option);

/**
 * The store of `--store`, or the user's own. A run against live targets does without neither: it holds what keeps
 * other runs within the same budget.
 * @throws UsageError when it cannot be used.
 */
export const openRunStore = (option: string | undefined, io: CliIo): Store =>
  openStore(
    storePath(option, io),
    option === undefined ? "another folder with XDG_STATE_HOME" : "another file with --store",
  );
