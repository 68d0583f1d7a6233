import { createHash } from "node:crypto";

/** Compares texts by code units: the same order on every machine. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const unique = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

/** The first of some times in ISO 8601. */
export const earliest = (times: readonly string[]): string | undefined => times.toSorted()[0];

/** The first hex digits of a text's SHA-256. */
export const digestOf = (text: string, digits = 12): string =>
  createHash("sha256").update(text).digest("hex").slice(0, digits);

/** A script or style as a source for a content security policy. */
export const policySource = (content: string): string =>
  `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/** With `#` for every number that is a word of its own. */
export const withoutFigures = (text: string): string =>
  text.replace(/(?<![\w./])-?\d+(?:[.,]\d+)*(?!\w)/g, "#");
