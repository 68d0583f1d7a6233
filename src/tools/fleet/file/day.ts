import type { Schedule } from "./fleet-file.ts";

const dayMs = 86_400_000;

/** The day (`YYYY-MM-DD`) of a moment in a time zone. */
export const dayIn = (timezone: string, ms: number): string =>
  // The Canadian format is that of ISO 8601.
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(ms);

/** What the clocks of a time zone show at a moment, as if it were UTC. */
export const clockIn = (timezone: string, ms: number): number => {
  // The Swedish format is that of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return Date.parse(`${format.format(ms).replace(" ", "T")}Z`);
};

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

const startOf = ({ timezone, hour, minute }: Schedule, day: string): number =>
  momentIn(timezone, day, hour * 60 + minute);

/** When the window of a day ends by the schedule, in milliseconds since the epoch. */
export const windowEnd = (schedule: Schedule, day: string): number =>
  startOf(schedule, day) + schedule.windowMs;

/** The day before another. */
const before = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** The day whose runs the schedule began last at a moment. */
export const scheduledDay = (schedule: Schedule, ms: number): string => {
  const today = dayIn(schedule.timezone, ms);
  return startOf(schedule, today) <= ms ? today : before(today);
};
