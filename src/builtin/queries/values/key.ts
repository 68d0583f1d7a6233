import { compareDecimals, type Decimal, decimalOf } from "./decimal.ts";
import { momentOf } from "./moment.ts";
import { fits, isValue, type ValueType } from "./value-types.ts";

/** A value in comparable form: numbers and decimals by amount, moments by time, texts by characters. */
export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: Decimal }
  | { readonly kind: "moment"; readonly seconds: Decimal }
  | { readonly kind: "boolean"; readonly truth: boolean };

/** The key of a value of a type; undefined if the value does not fit the type. */
export const keyOf = (type: ValueType, value: unknown): Key | undefined => {
  if (!isValue(value) || !fits(type, value)) return undefined;
  if (typeof value === "boolean") return { kind: "boolean", truth: value };
  switch (type) {
    case "integer":
    case "decimal":
      return numberKey(value);
    case "date":
    case "instant":
      return momentKey(String(value));
    default:
      return typeof value === "number" ? numberKey(value) : { kind: "text", text: value };
  }
};

const numberKey = (value: string | number): Key | undefined => {
  const number = decimalOf(value);
  return number === undefined ? undefined : { kind: "number", number };
};

const momentKey = (text: string): Key | undefined => {
  const seconds = momentOf(text);
  return seconds === undefined ? undefined : { kind: "moment", seconds };
};

/** A text with A to Z in lower case and nothing else changed. */
export const lowered = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whether two values are equal. Values of different kinds never are. */
export const sameKeys = (one: Key, other: Key, ignoresCase: boolean): boolean =>
  one.kind === other.kind && compareKeys(one, other, ignoresCase) === 0;

const ranks: Readonly<Record<Key["kind"], number>> = { boolean: 0, number: 1, moment: 2, text: 3 };

/** Negative, zero or positive if one value sorts before, with or after the other. Texts sort by code points. */
export const compareKeys = (one: Key, other: Key, ignoresCase: boolean): number => {
  if (one.kind === "text" && other.kind === "text")
    return ignoresCase
      ? compareTexts(lowered(one.text), lowered(other.text))
      : compareTexts(one.text, other.text);
  if (one.kind === "number" && other.kind === "number") return compareDecimals(one.number, other.number);
  if (one.kind === "moment" && other.kind === "moment") return compareDecimals(one.seconds, other.seconds);
  if (one.kind === "boolean" && other.kind === "boolean") return Number(one.truth) - Number(other.truth);
  return ranks[one.kind] - ranks[other.kind];
};

/** By code points, as UTF-8 sorts, not by code units. */
const compareTexts = (one: string, other: string): number => {
  const [left, right] = [one[Symbol.iterator](), other[Symbol.iterator]()];
  for (;;) {
    const [a, b] = [left.next(), right.next()];
    if (a.done === true || b.done === true) return Number(a.done !== true) - Number(b.done !== true);
    const difference = (a.value.codePointAt(0) ?? 0) - (b.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
};
