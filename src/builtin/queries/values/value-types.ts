import { decimalOf } from "./decimal.ts";
import { momentOf, startOfDay } from "./moment.ts";

/** A value in a condition, never null: separate operators test whether a field is set. */
export type Value = string | number | boolean;

/** Each parameter type with its TypeScript type in a typed builder. */
export interface ValuesByType {
  text: string;
  integer: number;
  /** A decimal string keeps every digit; a number, up to 2^53, means its shortest decimal form. */
  decimal: string | number;
  boolean: boolean;
  /** YYYY-MM-DD. */
  date: string;
  /** ISO 8601 in UTC, a day for its midnight, or a Date. */
  instant: string | Date;
  /** A discovered parameter of unknown type: accepts any value. */
  unknown: string | number | boolean | Date;
}

/** The type of a parameter. */
export type ValueType = keyof ValuesByType;

interface TypeRule {
  readonly must: string;
  readonly fits: (value: Value) => boolean;
}

const rules: Readonly<Record<ValueType, TypeRule>> = {
  text: { must: "text", fits: (value) => typeof value === "string" },
  integer: { must: "a whole number", fits: (value) => Number.isSafeInteger(value) },
  decimal: {
    must: "a decimal number: text like 12.50, or a number that JSON keeps",
    fits: (value) => (typeof value === "string" ? isDecimalText(value) : isKept(value)),
  },
  boolean: { must: "true or false", fits: (value) => typeof value === "boolean" },
  date: {
    must: "a day written YYYY-MM-DD",
    fits: (value) => typeof value === "string" && startOfDay(value) !== undefined,
  },
  instant: {
    must: "a moment in UTC like 2025-01-31T12:00:00Z, a day, or a Date",
    fits: (value) => typeof value === "string" && momentOf(value) !== undefined,
  },
  unknown: {
    must: "text, a number that JSON keeps, true or false",
    fits: (value) => typeof value !== "number" || isKept(value),
  },
};

/** Beyond 2^53 a receiver may read another number than was sent; text keeps every digit. */
const isKept = (value: Value): boolean =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const isDecimalText = (text: string): boolean => !/e/i.test(text) && decimalOf(text) !== undefined;

// Object.keys forgets the keys' types; the rules are total.
export const valueTypes = Object.keys(rules) as readonly ValueType[];

export const isValueType = (text: string): text is ValueType => Object.hasOwn(rules, text);

export const isValue = (value: unknown): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** The rule for a value of a type, as part of a sentence: `a whole number`. */
export const mustBe = (type: ValueType): string => rules[type].must;

/** Whether a value can be compared with a parameter of a type. */
export const fits = (type: ValueType, value: Value): boolean => rules[type].fits(value);
