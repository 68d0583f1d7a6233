import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../../harness/model/usage-error.ts";
import { openStore, type Store } from "../../harness/store/store.ts";
import { printable } from "../../harness/output/escape.ts";
import type { FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { defaultStore } from "../../app/state-folder.ts";

const storePath = (option: string | undefined, io: CliIo): string =>
  option === undefined ? defaultStore(io.env) : resolve(io.cwd, option);

/** The store of `--store`, or the user's own, among the files of a command. @throws UsageError without a home folder */
export const useOfStore = (option: string | undefined, io: CliIo): FileUse => {
  const path = storePath(option, io);
  return {
    path,
    name: `the store ${printable(option ?? path)}`,
    location: `--store ${printable(option ?? path)}`,
  };
};

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

/**
 * The store of earlier runs, which is not created: the user's own is empty before the first of them.
 * @throws UsageError when the one that `--store` names is not there, and when it cannot be used.
 */
export const openKeptStore = (option: string | undefined, io: CliIo): Store => {
  const path = storePath(option, io);
  if (existsSync(path)) return openRunStore(option, io);
  if (option !== undefined)
    throw new UsageError("there is no such store", {
      location: `--store ${printable(option)}`,
      hint: "name the file that tripact drift has been given",
    });
  return { ...openStore(":memory:"), path };
};
