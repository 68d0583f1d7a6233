import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { linkSync } from "node:fs";
import { codeOf } from "../model/error-code.ts";
import { readOwnFile, writeOwnFile } from "./own-files.ts";

const keyBytes = 32;

/** Bytes of a file that is taken for a key at all. */
const largest = 4096;

const ivBytes = 12;
const tagBytes = 16;

/** Makes texts unreadable for everybody without a key that only its owner may read. */
export type Seal = ReturnType<typeof sealWith>;

/** Creates a file with a new key, unless there is one: two processes at once end up with the same. */
const createKey = (path: string): void => {
  try {
    writeOwnFile(path, randomBytes(keyBytes), linkSync);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
};

/** The key of a file; undefined where there is none, or what is there is no key. */
const keyAt = (path: string): Buffer | undefined => {
  const key = readOwnFile(path, largest);
  return key?.byteLength === keyBytes ? key : undefined;
};

const sealWith = (key: Buffer) => {
  /** Twelve hex digits that stand for a text and reveal nothing of it. */
  const fingerprint = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, 12);
  return {
    seal(text: string) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
    },
    /** @throws Error when the text was not sealed with this key, or was changed. */
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
    /** Twelve hex digits that name the key. */
    keyId: fingerprint("key"),
  };
};

/**
 * The seal of a key file, readable by its owner alone. It is created where there is none, unless something is sealed
 * with the one that was there (`isInUse`): then the seal opens nothing, and the file is left as it is.
 * @throws Error with a system code when the file can be neither read nor created, or when it holds no key.
 */
export const openSeal = (path: string, isInUse: () => boolean = () => false): Seal => {
  const key = keyAt(path);
  if (key !== undefined) return sealWith(key);
  if (isInUse()) return sealWith(randomBytes(keyBytes));
  createKey(path);
  const created = keyAt(path);
  if (created === undefined) throw new Error(`${path} is no key: remove it, and a new one is made`);
  return sealWith(created);
};
