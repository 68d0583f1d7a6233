import type { Random } from "../../../../serving/random.ts";

const day = 86_400_000;
const year = 365 * day;

const second = (instant: number): number => Math.floor(instant / 1000) * 1000;
const midnight = (instant: number): number => Math.floor(instant / day) * day;

export const createMoments = (now: number, random: Random) => {
  const within = (interval: number): number => second(now - 1000 - random.next() * interval);
  const imports = Array.from({ length: 12 }, () => within(3 * year));
  const thisYear = new Date(now).getUTCFullYear();
  const thisMonth = Date.UTC(thisYear, new Date(now).getUTCMonth());
  const edges = [
    Date.UTC(thisYear, 0),
    Date.UTC(thisYear, 0) - 1,
    thisMonth,
    thisMonth - 1,
    midnight(now),
    midnight(now) - 1,
    midnight(now) - 30 * day,
    Date.UTC(2024, 1, 29),
    Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  ];
  const pick = (instants: readonly number[]): number =>
    instants[random.integer(0, instants.length - 1)] ?? now;
  return {
    now,
    /** Creation of a record: up to ten years ago. */
    created: (): number =>
      random.chance(0.05) ? Date.UTC(thisYear - random.integer(1, 9), 0) : within(10 * year),
    /** Last change of a record created at `created`. */
    modified: (created: number): number => {
      const changed = random.chance(0.4)
        ? pick(imports)
        : random.chance(0.1)
          ? pick(edges)
          : within(2 * year);
      return Math.max(created, changed);
    },
    /** Time of a gift: mostly in recent years, not before `earliest`. */
    given: (earliest: number): number => {
      if (random.chance(0.06)) return Math.max(earliest, pick(edges));
      const instant = within(random.chance(0.15) ? 60 * day : 6 * year);
      return Math.max(earliest, random.chance(0.4) ? midnight(instant) : instant);
    },
    /** Midnight some days ahead. */
    ahead: (): number => midnight(now) + random.integer(1, 90) * day,
  };
};

/**
 * Past instants in milliseconds since the epoch: mostly whole seconds, with many ties (imports that wrote thousands of
 * records at once) and many at the exact boundary of a day, month or year.
 */
export type Moments = ReturnType<typeof createMoments>;
