import { isDecimalString } from "../formats/formats.ts";

const sized = (name: string, size: number): string => `${name}(${size})`;

/**
 * The shape of a value without the value: `string(12)`, `number`, `boolean`, `null`, `array(3)`,
 * `object(5 keys)`, or `missing` for undefined. Safe to write anywhere.
 */
export const shapeOf = (value: unknown): string => {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (typeof value === "string") return sized("string", value.length);
  if (Array.isArray(value)) return sized("array", value.length);
  if (typeof value !== "object") return typeof value;
  const keys = Object.keys(value).length;
  return `object(${keys} ${keys === 1 ? "key" : "keys"})`;
};

/** Longer texts have none of these forms. */
const longest = 64;

const forms: readonly (readonly [form: (text: string) => boolean, words: string])[] = [
  [(text) => text === "", "empty text"],
  [(text) => text.trim() === "", "text of spaces"],
  [(text) => text.length <= longest && isDecimalString(text), "a number written as text"],
  [(text) => /^(?:true|false|yes|no)$/i.test(text), "a yes or no written as text"],
  [(text) => text.length <= longest && /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(text), "a date written as text"],
  [(text) => /^\s*[[{]/.test(text), "JSON written as text"],
];

/** Describes a value without revealing it: a text by its form, anything else by its shape. */
export const describedForm = (value: unknown): string => {
  if (typeof value !== "string") return shapeOf(value);
  return (
    forms.find(([isOf]) => isOf(value))?.[1] ??
    `text of ${value.length} ${value.length === 1 ? "character" : "characters"}`
  );
};

/** What is there where something else of the same form is expected: `another text of 4 characters`. */
export const unlike = (expected: string, actual: string): string =>
  actual === expected ? `another ${actual.replace(/^an? /, "")}` : actual;

/** Booleans identify nobody: `true` and `false` are shown, every other value by its form. */
export const shownFlag = (value: unknown): string =>
  typeof value === "boolean" ? String(value) : describedForm(value);

/** A longer number than any total or limit may be an identifier. */
const longestCount = 7;

/** A total, a count or a limit as it is, since it belongs to no record; anything else by its form. */
export const shownCount = (value: unknown): string => {
  if (typeof value !== "number" || !Number.isInteger(value)) return describedForm(value);
  const digits = String(Math.abs(value));
  return digits.length > longestCount ? `a number of ${digits.length} digits` : String(value);
};
