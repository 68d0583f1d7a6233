import type { Environment } from "../../../core/model/environment.ts";
import { clockIn, dayMs, momentIn } from "./day.ts";

/** Whether this machine knows a time zone. */
export const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The time zone of this machine's clocks, and so of its crontab. `TZ` of the environment comes first. */
export const machineTimezone = ({ TZ = "" }: Environment["env"]): string => {
  const names = [TZ.replace(/^:/, ""), new Intl.DateTimeFormat().resolvedOptions().timeZone];
  return names.find((name) => name !== "" && isTimezone(name)) ?? "UTC";
};

const hourAndMinute = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/**
 * When the days of one time zone begin on the clocks of another one, during a year: the first and the last time. Who
 * starts something at a fixed time between them has a day twice, or never, when clocks change. Undefined if days always
 * begin at the same time.
 */
export const dayBegins = (
  timezone: string,
  clocks: string,
  from: number,
): { readonly first: string; readonly last: string } | undefined => {
  const starts = Array.from({ length: 366 }, (_, at) => {
    const day = new Date(from + at * dayMs).toISOString().slice(0, 10);
    return clockIn(clocks, momentIn(timezone, day, 0)) % dayMs;
  });
  const times = [...new Set(starts)].toSorted((one, other) => one - other);
  if (times.length === 1) return undefined;
  // They are close to each other on the dial: the longest time without one is outside.
  const gaps = times.map((time, at) => (time - (times.at(at - 1) ?? 0) + dayMs) % dayMs);
  const at = gaps.indexOf(Math.max(...gaps));
  return { first: hourAndMinute(times[at] ?? 0), last: hourAndMinute(times.at(at - 1) ?? 0) };
};
