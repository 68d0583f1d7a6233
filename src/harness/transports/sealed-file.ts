import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { besideFile } from "../model/beside.ts";
import { makeFolder } from "../model/make-folder.ts";
import { readOwnFile } from "./read-own-file.ts";
import type { Seal } from "./seal.ts";

/** Bytes that a sealed file may hold. */
const largest = 65_536;

/** A secret on disk, sealed, in a file that only its owner may read. */
export const sealedFile = (path: string, seal: Seal) => ({
  /** Undefined where there is none, or none that this seal opens. */
  read() {
    try {
      return seal.open(readOwnFile(path, largest)?.toString("utf8") ?? "");
    } catch {
      return undefined;
    }
  },
  /** Returns when it is on the disk, whole. @throws Error when it cannot be written. */
  write(text: string) {
    makeFolder(dirname(path), 0o700);
    const beside = besideFile(path);
    const file = openSync(beside, "wx", 0o600);
    try {
      writeSync(file, seal.seal(text));
      fsyncSync(file);
      renameSync(beside, path);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
  },
});

export type SealedFile = ReturnType<typeof sealedFile>;
