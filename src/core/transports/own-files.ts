import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../model/error-code.ts";
import { makeFolder } from "../model/make-folder.ts";
import { temporaryFile } from "../model/temporary-file.ts";

/** Undefined if there is none. @throws Error if it is no plain file, or holds more than `largest` bytes */
export const readLimitedFile = (path: string, largest: number): Buffer | undefined => {
  try {
    const found = statSync(path);
    // Reading a pipe could block forever.
    if (!found.isFile()) throw new Error("it is not a file");
    if (found.size > largest) throw new Error(`it holds more than ${largest} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
};

/** Writes an owner-only file atomically: `place` moves it to its path. Returns once it is on disk. */
export const writeOwnFile = (
  path: string,
  bytes: Uint8Array,
  place: (beside: string, path: string) => void,
): void => {
  makeFolder(dirname(path), 0o700);
  const beside = temporaryFile(path);
  const file = openSync(beside, "wx", 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
    place(beside, path);
  } finally {
    closeSync(file);
    rmSync(beside, { force: true });
  }
};
