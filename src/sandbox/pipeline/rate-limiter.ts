import type { Clock } from "../../core/model/clock.ts";

/** The rest of a credential's hourly limit. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Start of the next hour, in milliseconds since the epoch. */
  readonly resetAt: number;
}

const hour = 3_600_000;

/** The clock hour of an instant, counted from the epoch. */
export const hourOf = (instant: number): number => Math.floor(instant / hour);

/** Hours begin at full hours UTC, for all credentials alike. */
export const createRateLimiter = (clock: Clock) => {
  const counts = new Map<number, number>();
  let window = 0;
  const enter = (): number => {
    const current = hourOf(clock.now());
    if (current !== window) counts.clear();
    window = current;
    return current;
  };
  return {
    /** Counts one request of a credential against `limit`; a limit of 0 means unlimited. */
    take: (credentialId: number, limit: number): Allowance => {
      const current = enter();
      const count = (counts.get(credentialId) ?? 0) + 1;
      if (limit === 0 || count <= limit) counts.set(credentialId, count);
      return {
        allowed: limit === 0 || count <= limit,
        limit,
        remaining: limit === 0 ? 0 : Math.max(0, limit - count),
        resetAt: (current + 1) * hour,
      };
    },
    /** Sets the count of the present hour to `used`. */
    spend: (credentialId: number, used: number) => {
      enter();
      counts.set(credentialId, used);
    },
    /** Resets all counts. */
    reset: () => counts.clear(),
  };
};

/** Counts requests per credential and clock hour. A restart resets the count. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Whole seconds until an instant, at least one, for Retry-After. */
export const secondsUntil = (instant: number, clock: Clock): number =>
  Math.max(1, Math.ceil((instant - clock.now()) / 1000));
