import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { printable } from "../../harness/output/escape.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { ConfigReading } from "../../inputs/config-reading.ts";
import type { OpenedConfig } from "../../inputs/open-config.ts";
import { stateFolder } from "../../harness/config/state-folder.ts";
import type { FileReference } from "../../harness/config/config.ts";
import type { CliIo } from "./io.ts";

/** A file that a command reads, keeps or writes. */
export interface FileUse {
  /** Absolute. */
  readonly path: string;
  /** What it is to the command: `the configuration c.yaml`. */
  readonly name: string;
  /** What named it: `--report json=r.json`. */
  readonly location: string;
  /** A baseline that is written may take the place of the one that the configuration names. */
  readonly role?: "baseline";
  /** Whether what is written goes to its end, so that nothing of it is lost. */
  readonly isAppended?: true;
  /** Whether whoever opens it says why it cannot be written. */
  readonly isOpenedLater?: true;
}

/** A file that is named on the command line, with or without an option, among those that are read. */
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

/** The files that a configuration is read from: itself, and those that it names; not a dialect that is not read. */
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

/** Where a link that leads to nothing would put a file. */
const endOfLinks = (path: string): string => {
  let end = path;
  try {
    for (let count = 0; count < mostLinks; count += 1) {
      if (lstatSync(end, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return end;
      end = resolve(dirname(end), readlinkSync(end));
    }
  } catch {
    // Whoever opens it says why it cannot be.
  }
  return path;
};

/**
 * The identity of a file, however its path is spelt: device and number of one that is there, else those of
 * the folder it would be in, with its name there. Undefined for a device, which takes what comes and loses nothing, and
 * for what cannot be looked at.
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

/** The path with its links followed as far as it is there. */
const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    const end = endOfLinks(path);
    return dirname(end) === end ? end : join(realOf(dirname(end)), basename(end));
  }
};

/** Identities of a path and of all folders around it, from the innermost. */
const identitiesAround = function* (path: string): Generator<string> {
  for (let inner = realOf(path); ; inner = dirname(inner)) {
    const identity = identityOf(inner);
    if (identity !== undefined) yield identity;
    if (inner === dirname(inner)) return;
  }
};

/** The files of a store. */
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
  /** The store of the run. The folder where tripact keeps what runs share is kept from harm in any case. */
  readonly store?: FileUse | undefined;
}

/**
 * Refuses a command whose output would destroy one of its inputs, its store or another output, whatever name or link
 * leads there. Every command that writes calls it with all of its files before it opens any for writing.
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
