import { isFieldName } from "../../contract/documents.ts";
import { shapeOf } from "../../harness/validation/shape-of.ts";
import type { Mismatch } from "./run-verifier.ts";

const parsed = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** An expectation in words: values of the pact and of the target as shapes, statuses as they are. */
const expectation = (type: string, expected: unknown, actual: unknown): string => {
  if (type === "StatusMismatch") return `: expected ${Number(expected)}, got ${Number(actual)}`;
  const [wanted, found] = [expected, actual].map((value) =>
    value === undefined ? "nothing" : shapeOf(value),
  );
  return wanted === found ? `: expected another ${wanted}` : `: expected ${wanted}, got ${found}`;
};

/** A key as a pact spells it, and not a whole value. */
const isKey = (text: string): boolean => /^[\w.$-]{1,60}$/.test(text);

const difference = (type: string, expected: unknown, actual: unknown): string => {
  if (expected === undefined && actual === undefined) return " does not match";
  // Where keys are missing, the verifier lists those it expected and those it got.
  const missing = isTexts(expected) && isTexts(actual) ? expected.filter((key) => !actual.includes(key)) : [];
  if (missing.length > 0 && missing.every(isKey)) return ` lacks ${missing.join(", ")}`;
  return expectation(type, expected, actual);
};

/** A path in an answer, without keys that only the answer has: a pact may expect a map of anything. */
const printedPath = (path: string, own: ReadonlySet<string>): string =>
  path.replace(/\['((?:[^'\\]|\\.)*)'\]|\.([^.[\]]+)/g, (whole, quoted?: string, plain?: string) => {
    const key = quoted ?? plain ?? "";
    return own.has(key) || isFieldName(key) ? whole : quoted === undefined ? ".*" : "['*']";
  });

/**
 * What a verifier has against an answer, in shapes.
 * @param own the keys that the pact itself holds, which may be printed.
 */
export const describeMismatch = (
  { type, path, key, expected, actual }: Mismatch,
  own: ReadonlySet<string>,
): string => {
  const what = type.replace(/Mismatch$/, "").toLowerCase() || "answer";
  const location = path === undefined ? key : printedPath(path, own);
  const at = location === undefined || location === "" ? "" : ` ${location}`;
  return `${what}${at}${difference(type, parsed(expected), parsed(actual))}`;
};

/** A wrong status explains a wrong body, and comes first. */
const ranks: Readonly<Record<string, number>> = { StatusMismatch: 0, HeaderMismatch: 1 };

const rankOf = ({ type }: Mismatch): number => ranks[type] ?? 2;

/** What a verifier has against an answer: its status, then its headers, then its body. */
export const describeMismatches = (
  mismatches: readonly Mismatch[],
  own: ReadonlySet<string>,
): readonly string[] =>
  mismatches.toSorted((a, b) => rankOf(a) - rankOf(b)).map((one) => describeMismatch(one, own));

/** Every key that a pact holds. */
export const keysIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
};
