import type { Schedule } from "./fleet-file.ts";

export const dayMs = 86_400_000;

/** One for each time zone: they take long to make. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  // The Swedish format is that of ISO 8601.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format;
};

/** What the clocks of a time zone show at a moment, as if it were UTC. */
export const clockIn = (timezone: string, ms: number): number =>
  Date.parse(`${formatOf(timezone).format(ms).replace(" ", "T")}Z`);

/** The day (`YYYY-MM-DD`) of a moment in a time zone. */
export const dayIn = (timezone: string, ms: number): string => formatOf(timezone).format(ms).slice(0, 10);

/** The day (`YYYY-MM-DD`) the given number of days before another; after it if the number is negative. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/**
 * The first moment at which the clocks of a time zone show a time of a day. A time that they skip counts from the
 * clocks before.
 */
export const momentIn = (timezone: string, day: string, minutes: number): number => {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  // Clocks do not change twice in two days.
  const candidates = [shown - dayMs, shown + dayMs].map((near) => shown - (clockIn(timezone, near) - near));
  const hits = candidates.filter((at) => clockIn(timezone, at) === shown);
  return hits.length === 0 ? Math.max(...candidates) : Math.min(...hits);
};

/** When the runs of a day begin by the schedule, in milliseconds since the epoch. */
export const startOf = ({ timezone, hour, minute }: Schedule, day: string): number =>
  momentIn(timezone, day, hour * 60 + minute);

/** When its window ends. */
export const windowEnd = (schedule: Schedule, day: string): number =>
  startOf(schedule, day) + schedule.windowMs;

/** The day whose runs the schedule began last at a moment. */
export const scheduledDay = (schedule: Schedule, ms: number): string => {
  const today = dayIn(schedule.timezone, ms);
  return startOf(schedule, today) <= ms ? today : dayBefore(today, 1);
};
