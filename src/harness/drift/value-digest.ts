import { createHmac } from "node:crypto";

/** Stands for a text in the counts of a store: two texts have two of them, and nobody without the key finds one. */
export type ValueDigest = (text: string) => string;

/** Texts whose digests are kept in memory: those that take few values come again and again. */
const mostRemembered = 1000;

/** So many characters of base64 that two of a few values hardly ever share one, and that many other texts do. */
const digestLength = 3;

/** The bytes of a key; those that `hex:` begins are of a store that kept them as they are. */
const bytesOf = (key: string): string | Uint8Array =>
  key.startsWith("hex:") ? Buffer.from(key.slice(4), "hex") : key;

/** @param text key of an organization, the same in all of its runs */
export const createValueDigest = (text: string): ValueDigest => {
  const key = bytesOf(text);
  const known = new Map<string, string>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const digest = createHmac("sha256", key).update(value).digest("base64url").slice(0, digestLength);
    if (known.size < mostRemembered) known.set(value, digest);
    return digest;
  };
};
