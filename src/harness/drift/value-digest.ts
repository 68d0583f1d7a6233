import { createHmac } from "node:crypto";

/** Stands for a text in the counts of a store: two texts have two of them, and nobody without the key finds one. */
export type ValueDigest = (text: string) => string;

/** Texts whose digests are kept in memory: those that take few values come again and again. */
const mostRemembered = 1000;

/** So many characters of base64 that two of a few values hardly ever share one, and that many other texts do. */
const digestLength = 3;

/** @param key of the store, the same in all of its runs */
export const createValueDigest = (key: string | Uint8Array): ValueDigest => {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const digest = createHmac("sha256", key).update(text).digest("base64url").slice(0, digestLength);
    if (known.size < mostRemembered) known.set(text, digest);
    return digest;
  };
};
