import type { Clock } from "../../harness/model/clock.ts";

/** What is left of a credential's hour. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the next hour begins, in milliseconds since the epoch. */
  readonly resetAt: number;
}

/** Counts requests per credential and hour of the clock. A restart forgets the count. */
export interface RateLimiter {
  /** Counts one request of a credential against `limit`; a limit of 0 is none. */
  take(credentialId: number, limit: number): Allowance;
  /** Counts `used` requests of the present hour as made, whatever was counted before. */
  spend(credentialId: number, used: number): void;
  /** Forgets all counts. */
  reset(): void;
}

const hour = 3_600_000;

/** The hour of the clock begins at full hours UTC, for all credentials alike. */
export const createRateLimiter = (clock: Clock): RateLimiter => {
  const counts = new Map<number, number>();
  let window = 0;
  const enter = (): number => {
    const current = Math.floor(clock.now() / hour);
    if (current !== window) counts.clear();
    window = current;
    return current;
  };
  return {
    take: (credentialId, limit) => {
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
    spend: (credentialId, used) => {
      enter();
      counts.set(credentialId, used);
    },
    reset: () => counts.clear(),
  };
};

/** Whole seconds until an instant, at least one: what Retry-After carries. */
export const secondsUntil = (instant: number, clock: Clock): number =>
  Math.max(1, Math.ceil((instant - clock.now()) / 1000));
