import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  mkdtempSync,
  open as openFile,
  rmdirSync,
  writeFile as writeAll,
} from "node:fs";
import { access, open, realpath, rename, rm, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { besideFile } from "../model/beside.ts";
import { UsageError } from "../model/usage-error.ts";
import { codeOf } from "../model/error-code.ts";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
  EROFS: "the file system is read-only",
  ENOENT: "the folder does not exist",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  ENOSPC: "no space is left",
  EDQUOT: "no space is left to this user",
  EFBIG: "the file would become larger than is allowed",
  ENAMETOOLONG: "the name is too long",
  ENXIO: "no program reads from the pipe",
  EPIPE: "no program reads from the pipe any more",
  ELOOP: "its links go round in a circle",
};

const usualHint = "name a file in a folder that exists and may be written to";

/** Why a path cannot be written to. */
const unwritable = (location: string, error: unknown, hint = usualHint): UsageError => {
  const code = codeOf(error);
  return new UsageError(`cannot be written: ${reasons[code] ?? (code === "" ? "unknown reason" : code)}`, {
    location,
    hint,
  });
};

/**
 * Writes into a folder, and reports why the system refuses.
 * @throws UsageError when it cannot be done; an error that is not the system's stays what it is.
 */
export const intoFolder = <Result>(location: string, write: () => Result): Result => {
  try {
    return write();
  } catch (error) {
    throw codeOf(error) === "" ? error : unwritable(location, error, "choose an empty or a new folder");
  }
};

/** A path, or the nearest one above it that is there; of a drive that is not there, its root. */
const nearestThere = (path: string): string => {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearestThere(above);
};

/**
 * Before work that compares a folder with what should be in it: says at once when there can be no such folder.
 * @throws UsageError when there can be none.
 */
export const assertFolder = (path: string, location: string): void =>
  // What is no folder has nothing behind a slash.
  intoFolder(location, () => accessSync(`${nearestThere(path)}/`, constants.R_OK));

/**
 * Finds out whether a folder could be made, or written to where it is there.
 * @throws UsageError when it could not.
 */
export const assertFolderWritable = (path: string, location: string): void =>
  intoFolder(location, () => {
    const there = nearestThere(path);
    accessSync(`${there}/`, constants.W_OK);
    // `/proc` may be written to by root and still takes no folder. One that is there is left as it is: others watch it.
    if (there !== path) rmdirSync(mkdtempSync(join(there, ".tripact-")));
  });

type Destination =
  /** Written beside and moved into place; with the permissions of the file that is there. */
  | { readonly kind: "file"; readonly path: string; readonly mode?: number }
  /** A pipe or a device, which must not be replaced by a file. */
  | { readonly kind: "special"; readonly path: string };

const destinationOf = async (path: string): Promise<Destination> => {
  try {
    const real = await realpath(path);
    const found = await stat(real);
    if (found.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    if (!found.isFile()) return { kind: "special", path: real };
    // A file may be replaced in a folder that may be written to, also one that is there to be read only.
    await access(real, constants.W_OK);
    return { kind: "file", path: real, mode: found.mode & 0o777 };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "file", path };
    throw error;
  }
};

/** By its number: Yarn's Plug'n'Play gives handles that cannot sync. */
const syncNow = promisify(fsync);

const writeAndSync = async (path: string, text: string, mode?: number): Promise<void> => {
  const file = await open(path, "wx");
  try {
    if (mode !== undefined) await file.chmod(mode);
    await file.writeFile(text);
    await syncNow(file.fd);
  } finally {
    await file.close();
  }
};

/** Makes a rename last; a file system that cannot sync a folder does without. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), "r");
  try {
    await syncNow(folder.fd);
  } catch (error) {
    if (!["EINVAL", "EPERM", "EISDIR"].includes(codeOf(error))) throw error;
  } finally {
    await folder.close();
  }
};

const replace = async (path: string, text: string, mode?: number): Promise<void> => {
  const beside = besideFile(path);
  try {
    await writeAndSync(beside, text, mode);
    await rename(beside, path);
    await syncFolder(path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
};

/** Writes into a pipe or a device. Opening a pipe that nobody reads would wait in a thread that no signal reaches. */
const writeInto = async (path: string, text: string): Promise<void> => {
  const file = await promisify(openFile)(path, constants.O_WRONLY | constants.O_NONBLOCK);
  if (!fstatSync(file).isFIFO()) return promisify(writeAll)(file, text).finally(() => closeSync(file));
  const pipe = new Socket({ fd: file, readable: false, writable: true });
  await finished(pipe.end(text), { readable: false });
};

/** For what holds an organization's own words: readable by the owner of the file alone. */
export const ownerOnly = 0o600;

/**
 * Writes a file whole or not at all: a reader sees the old text or the new one, whatever happens in between. A file that
 * is there keeps its permissions; a new one gets `mode`, or what is usual.
 * @throws UsageError when the path cannot be written to.
 */
export const writeFileWhole = async (path: string, text: string, mode?: number): Promise<void> => {
  try {
    const destination = await destinationOf(path);
    if (destination.kind === "file") await replace(destination.path, text, destination.mode ?? mode);
    else await writeInto(destination.path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
};

/**
 * Finds out before a long run whether its result can be written, by writing an empty file beside the path.
 * @throws UsageError when it cannot.
 */
export const assertWritable = async (path: string): Promise<void> => {
  try {
    const destination = await destinationOf(path);
    if (destination.kind === "special") return await access(destination.path, constants.W_OK);
    const probe = besideFile(destination.path);
    await writeAndSync(probe, "");
    await rm(probe);
  } catch (error) {
    throw unwritable(path, error);
  }
};
