import { createHmac } from "node:crypto";

/** Replaces a text in the counts of a store: unique per text, and irreversible without the key. */
export type ValueDigest = (text: string) => string;

/** Limit of digests cached in memory: texts with few values recur often. */
const mostRemembered = 1000;

/** Base64 characters of a digest: few values hardly ever collide, while many other texts share each digest. */
const digestLength = 3;

/** @param key of an organization, the same in all of its runs */
export const createValueDigest = (key: string): ValueDigest => {
  const known = new Map<string, string>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const digest = createHmac("sha256", key).update(value).digest("base64url").slice(0, digestLength);
    if (known.size < mostRemembered) known.set(value, digest);
    return digest;
  };
};
