import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { printable } from "../../core/output/escape.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { ConfigReading } from "../../inputs/config-reading.ts";
import type { OpenedConfig } from "../../inputs/open-config.ts";
import { stateFolder } from "../../core/config/state-folder.ts";
import type { FileReference } from "../../core/config/config.ts";
import type { CliIo } from "./io.ts";

/** A file that a command reads, keeps or writes. */
export interface FileUse {
  /** Absolute. */
  readonly path: string;
  /** Its role in the command: `the configuration c.yaml`. */
  readonly name: string;
  /** The option that named it: `--report json=r.json`. */
  readonly location: string;
  /** A written baseline may replace the one that the configuration names. */
  readonly role?: "baseline";
  /** Whether output is appended, so that existing content survives. */
  readonly isAppended?: true;
  /** Whether the code that opens it reports why it cannot be written. */
  readonly isOpenedLater?: true;
}

/** A file named on the command line, with or without an option, as an input. */
export const useOfOperand = (file: string, io: CliIo, what = "the input"): FileUse => ({
  path: resolve(io.cwd, file),
  name: `${what} ${printable(file)}`,
  location: printable(file),
});

const useOfReference = ({ path, location }: FileReference, what: string, io: CliIo): FileUse => ({
  path: resolve(io.cwd, path),
  name: `the ${what} ${printable(path)}`,
  location,
});

/** The files of a configuration: itself and those it names, except a dialect that is not read. */
export const usesOfOpened = (
  { file, references: { baseline, dialect } }: OpenedConfig,
  { isPlain = false }: ConfigReading,
  io: CliIo,
): readonly FileUse[] => [
  ...(file === undefined
    ? []
    : [useOfReference({ path: file, location: `--config ${printable(file)}` }, "configuration", io)]),
  ...(baseline === undefined
    ? []
    : [{ ...useOfReference(baseline, "baseline", io), role: "baseline" as const }]),
  ...(dialect === undefined || isPlain ? [] : [useOfReference(dialect, "dialect", io)]),
];

/** More links in a row than any system follows. */
const mostLinks = 64;

/** The path to which a dangling link would write. */
const endOfLinks = (path: string): string => {
  let end = path;
  try {
    for (let count = 0; count < mostLinks; count += 1) {
      if (lstatSync(end, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return end;
      end = resolve(dirname(end), readlinkSync(end));
    }
  } catch {
    // The code that opens the file reports the error.
  }
  return path;
};

/**
 * The identity of a file, however its path is spelled: device and inode if it exists, else those of its folder together
 * with its name. Undefined for a device, which cannot lose data, and for unreadable paths.
 */
const identityOf = (path: string): string | undefined => {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found !== undefined) return found.isCharacterDevice() ? undefined : `${found.dev}:${found.ino}`;
    const end = endOfLinks(path);
    const above = dirname(end);
    const folder = above === end ? undefined : identityOf(above);
    return folder === undefined ? undefined : `${folder}/${basename(end)}`;
  } catch {
    return undefined; // as above
  }
};

/** The path with links resolved as far as it exists. */
const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    const end = endOfLinks(path);
    return dirname(end) === end ? end : join(realOf(dirname(end)), basename(end));
  }
};

/** Identities of a path and of all folders around it, innermost first. */
const identitiesAround = function* (path: string): Generator<string> {
  for (let inner = realOf(path); ; inner = dirname(inner)) {
    const identity = identityOf(inner);
    if (identity !== undefined) yield identity;
    if (inner === dirname(inner)) return;
  }
};

/** The files that belong to a store. */
const filesOfStore = (store: FileUse): readonly FileUse[] =>
  ["", "-wal", "-shm", "-journal"].map((ending) => ({ ...store, path: `${store.path}${ending}` }));

/** The identity of the folder with locks, journals and the user's own store; undefined without a home. */
const stateIdentity = (io: CliIo): string | undefined => {
  try {
    return identityOf(stateFolder(io.env));
  } catch {
    return undefined;
  }
};

export interface FilesOfCommand {
  readonly outputs: readonly FileUse[];
  readonly inputs?: readonly FileUse[];
  /** The store of the run. The folder that tripact's runs share is protected in any case. */
  readonly store?: FileUse | undefined;
}

/**
 * Rejects a command whose output would overwrite one of its inputs, its store or another output, through any name or
 * link. Every command that writes passes all of its files before it opens any for writing.
 * @throws UsageError that names both.
 */
export const assertApart = ({ outputs, inputs = [], store }: FilesOfCommand, io: CliIo): void => {
  const taken = new Map<string, FileUse>();
  const refuse = ({ location }: FileUse, why: string): never => {
    throw new UsageError(why, { location, hint: "name another file" });
  };
  const take = (use: FileUse, isWritten: boolean): void => {
    const identity = identityOf(use.path);
    if (identity === undefined) return;
    const other = taken.get(identity);
    if (other === undefined) taken.set(identity, use);
    else if (isWritten) refuse(use, `is the same file as ${other.name}`);
  };
  for (const input of inputs) take(input, false);
  for (const file of store === undefined ? [] : filesOfStore(store)) take(file, true);
  const state = stateIdentity(io);
  for (const output of outputs) {
    take(output, true);
    if (state !== undefined && new Set(identitiesAround(output.path)).has(state))
      refuse(output, "is among what tripact keeps for later runs");
  }
};
