import { isGood } from "../../core/model/exchange.ts";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Clock } from "../../core/model/clock.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { dueDeliveries, nextDue, saveDelivery, type StoredDelivery } from "../store/deliveries.ts";
import { type Deliver, type DeliveryOutcome, type DeliveryRequest, timeoutMs } from "./deliver.ts";
import { signed } from "./signed-delivery.ts";

/** Pauses before the second and the third attempt, in milliseconds; the third is the last (assumed, U-21, U-23). */
const retryPauses: readonly number[] = [10_000, 100_000];

/** Maximum number of concurrent deliveries. */
const parallel = 16;

const tooLate: DeliveryOutcome = { kind: "failed", reason: "timeout" };

const kinds: ReadonlySet<unknown> = new Set([
  "answered",
  "failed",
  "logged",
] satisfies DeliveryOutcome["kind"][]);

/** Reason for aborting a sleep; without one, every abort would create an exception with a stack. */
const switchedOff = "switched off";

/** Attempts deliveries until they succeed or finally fail. */
export interface DeliveryEngine {
  /** Looks for due deliveries soon, without delaying the caller. */
  wake(): void;
  /** Resolves when no delivery is in progress or due at the clock's present instant. */
  settled(): Promise<void>;
  /** Stops the engine; waiting deliveries stay in the store. */
  close(): Promise<void>;
}

export interface EngineParts {
  readonly database: SandboxDatabase;
  readonly clock: Clock;
  readonly deliver: Deliver;
  readonly signatureHeader: string;
  onBug(bug: unknown): void;
}

export const createDeliveryEngine = (parts: EngineParts): DeliveryEngine => new Engine(parts);

class Engine implements DeliveryEngine {
  readonly #parts: EngineParts;
  #closed = false;
  /** Whether the engine was woken since it last looked. */
  #woken = false;
  #running: Promise<void> | undefined;
  /** Ends the sleep before the next due delivery. */
  #alarm = new AbortController();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  wake(): void {
    this.#woken = true;
    this.#running ??= this.#run();
  }

  async settled(): Promise<void> {
    this.wake();
    await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#alarm.abort(switchedOff);
    await this.#running;
  }

  /** Works until no wake-up is left, then sets the alarm. A bug ends the run, not the engine. */
  async #run(): Promise<void> {
    try {
      // The caller continues first, and simultaneous events are delivered together.
      await setImmediate();
      while (this.#woken && !this.#closed) {
        this.#woken = false;
        await this.#work();
      }
      this.#setAlarm();
    } catch (bug) {
      this.#parts.onBug(bug);
    } finally {
      this.#running = undefined;
    }
  }

  async #work(): Promise<void> {
    const { database, clock } = this.#parts;
    while (!this.#closed) {
      if ((nextDue(database) ?? Infinity) > clock.now()) return;
      const due = dueDeliveries(database, clock.now(), parallel);
      const tried = await Promise.all(due.map((delivery) => attempt(this.#parts, delivery)));
      database.transaction(() => tried.forEach((delivery) => saveDelivery(database, delivery)));
    }
  }

  #setAlarm(): void {
    this.#alarm.abort(switchedOff);
    const { database, clock, onBug } = this.#parts;
    const next = this.#closed ? undefined : nextDue(database);
    if (next === undefined) return;
    this.#alarm = new AbortController();
    const { signal } = this.#alarm;
    clock.sleep(next - clock.now(), signal).then(
      () => this.wake(),
      (reason: unknown) => {
        if (!signal.aborted) onBug(reason);
      },
    );
  }
}

/** Makes one more attempt and returns the delivery after it. */
const attempt = async (parts: EngineParts, delivery: StoredDelivery): Promise<StoredDelivery> => {
  const { clock } = parts;
  const outcome = await outcomeOf(parts, signed(delivery, parts.signatureHeader));
  const attempts = [...delivery.attempts, { at: clock.now(), outcome: inShort(outcome) }];
  const pause = retryPauses[attempts.length - 1];
  if (outcome.kind === "logged") return { ...delivery, attempts, state: "logged" };
  if (isSuccess(outcome)) return { ...delivery, attempts, state: "delivered" };
  if (pause === undefined) return { ...delivery, attempts, state: "failed" };
  return { ...delivery, attempts, dueAt: clock.now() + pause };
};

/** `deliver` may be code of the sandbox's user: it may take for ever, throw, or return something else. */
const outcomeOf = async (
  { deliver, onBug }: EngineParts,
  { url, headers, body }: DeliveryRequest,
): Promise<DeliveryOutcome> => {
  const late = new AbortController();
  try {
    const outcome = await Promise.race([
      deliver({ url, headers, body }),
      setTimeout(timeoutMs, tooLate, { signal: late.signal }),
    ]);
    if (kinds.has(outcome?.kind)) return outcome;
    throw new TypeError("deliver must return { kind: answered, failed or logged }");
  } catch (bug) {
    onBug(bug);
    return { kind: "failed", reason: "error" };
  } finally {
    late.abort();
  }
};

const isSuccess = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === "answered" && isGood(outcome.status);

const inShort = (outcome: DeliveryOutcome): number | string => {
  if (outcome.kind === "answered") return outcome.status;
  return outcome.kind === "failed" ? outcome.reason : "logged";
};
