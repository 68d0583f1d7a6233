import type { Decimal } from "./decimal.ts";

const dayText = /^(\d{4})-(\d\d)-(\d\d)$/;
const momentText = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|\+00:00)$/;

/** Start of a day (YYYY-MM-DD) in UTC, in milliseconds since the epoch; undefined for an invalid day. */
export const startOfDay = (text: string): number | undefined => {
  const parts = dayText.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
};

const isTimeOfDay = (hour: number, minute: number, second: number): boolean =>
  hour <= 23 && minute <= 59 && second <= 59;

/**
 * Exact seconds since the epoch of an ISO 8601 moment in UTC. Seconds and their fraction are optional; a day means its
 * midnight. Undefined for anything else.
 */
export const momentOf = (text: string): Decimal | undefined => {
  const [, day = text, hour = "0", minute = "0", second = "0", fraction = ""] = momentText.exec(text) ?? [];
  const start = startOfDay(day);
  if (start === undefined || !isTimeOfDay(Number(hour), Number(minute), Number(second))) return undefined;
  const whole = BigInt(start / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second));
  return {
    unscaled: whole * 10n ** BigInt(fraction.length) + BigInt(fraction || "0"),
    scale: fraction.length,
  };
};

/** Milliseconds since the epoch in the form of `momentOf`. */
export const momentOfMilliseconds = (milliseconds: number): Decimal => ({
  unscaled: BigInt(Math.trunc(milliseconds)),
  scale: 3,
});
