import type { Decimal } from "./decimal.ts";

const dayText = /^(\d{4})-(\d\d)-(\d\d)$/;
const momentText = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|\+00:00)$/;

/** Milliseconds since the epoch at which a day (YYYY-MM-DD) begins in UTC; undefined when there is no such day. */
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
 * Seconds since the epoch, exactly, of an ISO 8601 moment in UTC, whose seconds and their fraction may be left out;
 * a day alone is its midnight. Undefined for anything else.
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

/** A number of milliseconds since the epoch as `momentOf` gives it. */
export const momentOfMilliseconds = (milliseconds: number): Decimal => ({
  unscaled: BigInt(Math.trunc(milliseconds)),
  scale: 3,
});
