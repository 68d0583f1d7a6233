import { renameSync } from "node:fs";
import { readOwnFile, writeOwnFile } from "./own-files.ts";
import type { Seal } from "./seal.ts";

/** Size limit of a sealed file, in bytes. */
const largest = 65_536;

/** A secret on disk, encrypted, in a file that only its owner may read. */
export const sealedFile = (path: string, seal: Seal) => ({
  /** Undefined if there is no file or this seal cannot open it. */
  read() {
    try {
      return seal.open(readOwnFile(path, largest)?.toString("utf8") ?? "");
    } catch {
      return undefined;
    }
  },
  /** Returns once it is completely on disk. @throws Error if it cannot be written. */
  write(text: string) {
    writeOwnFile(path, Buffer.from(seal.seal(text)), renameSync);
  },
});

export type SealedFile = ReturnType<typeof sealedFile>;
