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
import { temporaryFile } from "../model/temporary-file.ts";
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
  EDQUOT: "this user's disk quota is used up",
  EFBIG: "the file would exceed the allowed size",
  ENAMETOOLONG: "the name is too long",
  ENXIO: "no program reads from the pipe",
  EPIPE: "no program reads from the pipe any more",
  ELOOP: "its links form a loop",
};

/** The fix by the reason; for all other reasons it is another folder. */
const fixes: Readonly<Record<string, string>> = {
  ENOSPC: "free some space, or name a file on another disk",
  EDQUOT: "free some space, or name a file on another disk",
  ENXIO: "start the program that reads from it, or name a file",
  EPIPE: "start the program that reads from it, or name a file",
};

const usualHint = "name a file in a folder that exists and may be written to";

const unwritable = (location: string, error: unknown, hint = usualHint): UsageError => {
  const code = codeOf(error);
  return new UsageError(`cannot be written: ${reasons[code] ?? (code === "" ? "unknown reason" : code)}`, {
    location,
    hint: fixes[code] ?? hint,
  });
};

/** @throws UsageError with the system's reason if the folder refuses; other errors are thrown unchanged */
export const intoFolder = <Result>(location: string, write: () => Result): Result => {
  try {
    return write();
  } catch (error) {
    throw codeOf(error) === "" ? error : unwritable(location, error, "choose an empty or a new folder");
  }
};

/** The path or its nearest existing ancestor; the root for a missing drive. */
const nearestThere = (path: string): string => {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : nearestThere(above);
};

/** Fails early, before a folder is compared with its intended content. @throws UsageError if there can be none */
export const assertFolder = (path: string, location: string): void =>
  // A trailing slash fails for anything but a folder.
  intoFolder(location, () => accessSync(`${nearestThere(path)}/`, constants.R_OK));

/** @throws UsageError if the folder can neither be created nor written to */
export const assertFolderWritable = (path: string, location: string): void =>
  intoFolder(location, () => {
    const there = nearestThere(path);
    accessSync(`${there}/`, constants.W_OK);
    // Root may write to `/proc`, but cannot create folders there. An existing folder stays as is: others may watch it.
    if (there !== path) rmdirSync(mkdtempSync(join(there, ".tripact-")));
  });

type Destination =
  /** Written to a temporary file and moved into place, with the permissions of an existing file. */
  | { readonly kind: "file"; readonly path: string; readonly mode?: number }
  /** A pipe or a device, which must not be replaced by a file. */
  | { readonly kind: "special"; readonly path: string };

const destinationOf = async (path: string): Promise<Destination> => {
  try {
    const real = await realpath(path);
    const found = await stat(real);
    if (found.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    if (!found.isFile()) return { kind: "special", path: real };
    // In a writable folder even a read-only file could be replaced.
    await access(real, constants.W_OK);
    return { kind: "file", path: real, mode: found.mode & 0o777 };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "file", path };
    throw error;
  }
};

/** By descriptor, because handles under Yarn's Plug'n'Play cannot sync. */
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

/** Makes a rename durable, unless the file system cannot sync folders. */
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
  const beside = temporaryFile(path);
  try {
    await writeAndSync(beside, text, mode);
    await rename(beside, path);
    await syncFolder(path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
};

/** Writes to a pipe or a device. Opening a pipe without a reader would block a thread that no signal reaches. */
const writeInto = async (path: string, text: string): Promise<void> => {
  const file = await promisify(openFile)(path, constants.O_WRONLY | constants.O_NONBLOCK);
  if (!fstatSync(file).isFIFO()) return promisify(writeAll)(file, text).finally(() => closeSync(file));
  const pipe = new Socket({ fd: file, readable: false, writable: true });
  await finished(pipe.end(text), { readable: false });
};

/** For files with an organization's own words: readable by their owner only. */
export const ownerOnly = 0o600;

/** Atomic. An existing file keeps its permissions, a new one gets `mode`. @throws UsageError if not writable */
export const writeFileWhole = async (path: string, text: string, mode?: number): Promise<void> => {
  try {
    const destination = await destinationOf(path);
    if (destination.kind === "file") await replace(destination.path, text, destination.mode ?? mode);
    else await writeInto(destination.path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
};

/** Before a long run: writes an empty file beside the path. @throws UsageError if it cannot */
export const assertWritable = async (path: string): Promise<void> => {
  try {
    const destination = await destinationOf(path);
    if (destination.kind === "special") return await access(destination.path, constants.W_OK);
    const probe = temporaryFile(destination.path);
    await writeAndSync(probe, "");
    await rm(probe);
  } catch (error) {
    throw unwritable(path, error);
  }
};
