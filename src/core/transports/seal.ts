import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { linkSync, renameSync } from "node:fs";
import { codeOf } from "../model/error-code.ts";
import { readLimitedFile, writeOwnFile } from "./own-files.ts";

const keyBytes = 32;

/** Largest file accepted as a key, in bytes. */
const largest = 4096;

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts texts with a key that only its owner may read. */
export type Seal = ReturnType<typeof sealWith>;

/** Creates a key file unless there is one: two concurrent processes end up with the same key. */
const createKey = (path: string): void => {
  try {
    writeOwnFile(path, randomBytes(keyBytes), linkSync);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
};

/** The key in a file; undefined if there is no file or it holds no key. */
const keyAt = (path: string): Buffer | undefined => {
  const key = readLimitedFile(path, largest);
  return key?.byteLength === keyBytes ? key : undefined;
};

const sealWith = (key: Buffer) => {
  /** Twelve hex digits that identify a text without revealing it. */
  const fingerprint = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, 12);
  return {
    seal(text: string) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
    },
    /** @throws Error if the text was sealed with another key or has been changed. */
    open(sealed: string) {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
    fingerprint,
    /** Twelve hex digits that identify the key. */
    keyId: fingerprint("key"),
  };
};

/**
 * Opens the seal of a key file that only its owner may read. Creates a missing file, unless something is sealed with
 * the lost key (`isInUse`): then the seal opens nothing, and the path is left as it is.
 * @throws Error with a system code if the file can be neither read nor created, or if it holds no key.
 */
export const openSeal = (path: string, isInUse: () => boolean = () => false): Seal => {
  const key = keyAt(path);
  if (key !== undefined) return sealWith(key);
  if (isInUse()) return sealWith(randomBytes(keyBytes));
  createKey(path);
  const created = keyAt(path);
  if (created === undefined) throw new Error(`${path} is not a key: remove it to have a new one created`);
  return sealWith(created);
};

/** Size limit of a sealed file, in bytes. */
const largestSealed = 65_536;

/** A secret on disk, encrypted, in a file that only its owner may read. */
export const sealedFile = (path: string, seal: Seal) => ({
  /** Undefined if there is no file or this seal cannot open it. */
  read() {
    try {
      return seal.open(readLimitedFile(path, largestSealed)?.toString("utf8") ?? "");
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
