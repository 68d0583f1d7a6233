import type { SqliteValue } from "../../../../store/sql.ts";
import type { FieldType } from "../../../../store/entity.ts";

/** A request's value in the stored form of a field's type, or its error. */
export type ScalarReading = { readonly value: SqliteValue } | { readonly problem: string };

const problem = (text: string): ScalarReading => ({ problem: text });

/** Beyond every stored amount and instant; whole and half numbers up to here are exact. */
const limit = 2 ** 51;

/**
 * Reads a value to compare a field with. Decimals are numbers or decimal strings, instants are ISO 8601 text in UTC or
 * with an offset (a date alone is its midnight), booleans are JSON booleans or text. A decimal with more than two
 * digits after the point or an instant finer than a millisecond lies between two stored values: it becomes the half
 * between them, which compares with every stored value in the same way.
 */
export const readOperand = (type: FieldType, value: unknown): ScalarReading => {
  switch (type) {
    case "text":
      return readText(value);
    case "integer":
      return readInteger(value);
    case "boolean":
      return readBoolean(value);
    case "decimal":
      return exactOrBetween(centsOf(value), "Write a decimal number, for example 60.25.");
    case "instant":
      return exactOrBetween(
        readMoment(value),
        "Write a date and time in ISO 8601, for example 2025-01-31T00:00:00Z.",
      );
  }
};

/** Reads a value to store: like an operand, but the field must be able to hold it exactly. */
export const readStored = (type: FieldType, value: unknown): ScalarReading => {
  const reading = readOperand(type, value);
  if ("problem" in reading) return reading;
  if (typeof reading.value === "string" && reading.value.includes("\0"))
    return problem("Leave the NUL character out.");
  if (type === "instant" && !isFourDigitYear(Number(reading.value)))
    return problem("Write an instant of the years 0000 to 9999.");
  if (
    typeof reading.value !== "number" ||
    (Number.isInteger(reading.value) && Math.abs(reading.value) < limit)
  ) {
    return reading;
  }
  return problem(
    type === "decimal" ? "Write an amount with at most two decimals." : "The value is out of range.",
  );
};

/** Whether ISO 8601 writes the instant's year with four digits; an offset can exceed that range. */
const isFourDigitYear = (instant: number): boolean =>
  instant >= Date.parse("0000-01-01T00:00:00Z") && instant <= Date.parse("9999-12-31T23:59:59.999Z");

const readText = (value: unknown): ScalarReading => {
  if (typeof value !== "string") return problem("Write a text.");
  return value.isWellFormed() ? { value } : problem("The text holds half of a character.");
};

const readInteger = (value: unknown): ScalarReading => {
  const number = typeof value === "string" && /^[+-]?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? { value: Number(number) } : problem("Write an integer.");
};

const readBoolean = (value: unknown): ScalarReading => {
  if (value === true || value === "true") return { value: 1 };
  if (value === false || value === "false") return { value: 0 };
  return problem("Write true or false.");
};

/** A number of stored units: the whole part, and whether a fraction remains. */
interface Units {
  readonly whole: bigint;
  readonly hasRest: boolean;
}

const exactOrBetween = (units: Units | undefined, otherwise: string): ScalarReading => {
  if (units === undefined) return problem(otherwise);
  const { whole, hasRest } = units;
  if (whole >= BigInt(limit)) return { value: limit + 0.5 };
  if (whole < -BigInt(limit)) return { value: -limit - 0.5 };
  return { value: Number(whole) + (hasRest ? 0.5 : 0) };
};

/** The greatest whole number not above it. */
const floored = (isNegative: boolean, digits: string, rest: string): Units => {
  const hasRest = /[1-9]/.test(rest);
  const magnitude = BigInt(digits === "" ? "0" : digits);
  if (!isNegative) return { whole: magnitude, hasRest };
  return { whole: hasRest ? -magnitude - 1n : -magnitude, hasRest };
};

/** Longer texts are not amounts. */
const longestDecimal = 1000;

const centsOf = (value: unknown): Units | undefined => {
  const text = typeof value === "number" ? plainDecimal(value) : value;
  if (typeof text !== "string" || text.length > longestDecimal) return undefined;
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", units = "", decimals = ""] = match;
  return floored(sign === "-", units + decimals.slice(0, 2).padEnd(2, "0"), decimals.slice(2));
};

/** The decimal notation of a number, without an exponent. */
const plainDecimal = (value: number): string => {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return String(value);
  const [, sign = "", first = "", decimals = "", exponent = "0"] = match;
  const digits = first + decimals;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0").slice(0, point)}.${digits.slice(point)}0`;
};

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,12}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A time without a zone is in UTC, as all times of the interface are. */
const readMoment = (value: unknown): Units | undefined => {
  const match = typeof value === "string" ? instantPattern.exec(value) : null;
  if (match === null) return undefined;
  const [, date = "", time = "00:00", seconds = "00", fraction = "", zone = "Z"] = match;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const isRealDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  const instant = Date.parse(`${date}T${time}:${seconds}Z`);
  const offset = offsetOf(zone);
  if (!isRealDay || Number.isNaN(instant) || time.startsWith("24") || offset === undefined) return undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  return { whole: BigInt(instant - offset + milliseconds), hasRest: /[1-9]/.test(fraction.slice(3)) };
};

/** Milliseconds ahead of UTC. */
const offsetOf = (zone: string): number | undefined => {
  if (zone.toUpperCase() === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
};
