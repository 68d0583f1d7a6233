import { renameSync } from "node:fs";
import { readOwnFile, writeOwnFile } from "./own-files.ts";
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
    writeOwnFile(path, Buffer.from(seal.seal(text)), renameSync);
  },
});

export type SealedFile = ReturnType<typeof sealedFile>;
