import { keyOf } from "../../contract/queries/values/key.ts";
import type { ValueType } from "../../contract/queries/values/value-types.ts";

const countsThings = /(id|count|number|year|month|day|age)$/i;

/** A fraction makes a text a decimal; without one it may be a postal code. */
const decimalText = /^-?\d+\.\d+$/;

const isTextOf =
  (type: ValueType, also: RegExp = /(?:)/) =>
  (value: unknown): boolean =>
    typeof value === "string" && also.test(value) && keyOf(type, value) !== undefined;

/**
 * The type of a parameter by the values that records hold, nulls aside; `unknown` where there are none or they differ.
 * Whole numbers alone are integers only where the name says that something is counted: an amount may happen to be whole.
 */
export const inferType = (name: string, values: readonly unknown[]): ValueType => {
  const held = values.filter((value) => value !== null && value !== undefined);
  if (held.length === 0) return "unknown";
  const all = (fits: (value: unknown) => boolean): boolean => held.every(fits);
  if (all((value) => typeof value === "boolean")) return "boolean";
  if (all((value) => typeof value === "number"))
    return all(Number.isSafeInteger) && countsThings.test(name) ? "integer" : "decimal";
  if (all(isTextOf("date", /^\d{4}-\d\d-\d\d$/))) return "date";
  if (all(isTextOf("instant", /T/))) return "instant";
  if (all(isTextOf("decimal", decimalText))) return "decimal";
  return all((value) => typeof value === "string") ? "text" : "unknown";
};
