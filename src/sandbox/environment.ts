import type { Assumptions } from "./assumptions/assumptions.ts";
import type { MovableClock } from "./clock.ts";
import type { RateLimiter } from "./pipeline/rate-limiter.ts";
import type { Database } from "./store/database.ts";
import type { SandboxEvent } from "./store/events.ts";

/** What every part of one sandbox shares. */
export interface Environment {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly assumptions: Assumptions;
  readonly seed: number;
  readonly limiter: RateLimiter;
  /** Called in the transaction of a change, with what it means to others. */
  announce(event: SandboxEvent): void;
  /** Called after a request whose changes are stored: deliveries may be waiting. */
  wakeDeliveries(): void;
  /** Called with what a handler threw, after the 500 was made. */
  onBug(bug: unknown): void;
}
