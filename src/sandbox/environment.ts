import type { Assumptions } from "./assumptions/assumptions.ts";
import type { MovableClock } from "./clock.ts";
import type { RateLimiter } from "./pipeline/rate-limiter.ts";
import type { SandboxDatabase } from "./store/database.ts";
import type { SandboxEvent } from "./store/events.ts";

/** State shared by all parts of one sandbox. */
export interface SandboxState {
  readonly database: SandboxDatabase;
  readonly clock: MovableClock;
  readonly assumptions: Assumptions;
  readonly seed: number;
  readonly limiter: RateLimiter;
  /** Whether web pages of other sites may register deliveries to this machine. */
  readonly corsWebhooks: boolean;
  /** Called with the events of a request, in the transaction of its changes, to create their deliveries. */
  announce(events: readonly SandboxEvent[]): void;
  /** Called after the changes of a request are stored, because deliveries may be waiting. */
  wakeDeliveries(): void;
  /** Called with an error thrown by a handler, after the 500 is made. */
  onBug(bug: unknown): void;
}
