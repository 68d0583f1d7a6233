import type { Clock } from "../model/clock.ts";
import type { FailureOutcome } from "../model/exchange.ts";
import type { Transport } from "../model/transport.ts";

export interface BudgetOptions {
  readonly maxRequests: number;
  /** Requests a second; Infinity for no pacing. */
  readonly perSecond: number;
  /** Requests within any hour; Infinity for no limit. */
  readonly perHour: number;
  readonly clock: Clock;
}

const hour = 3_600_000;

const isSpent = (what: string): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message: `the budget of ${what} is spent`,
  stop: "budget",
});

/** Counts every request that is sent, paces them evenly, and sends none beyond the budgets. */
export const budgeted = (send: Transport, options: BudgetOptions): Transport & { spent(): number } => {
  let spent = 0;
  let freeAt = -Infinity;
  /** When the requests of the last hour go out, oldest first. */
  const lastHour: number[] = [];

  const refusal = (slot: number): FailureOutcome | undefined => {
    if (spent >= options.maxRequests) return isSpent(`${options.maxRequests} requests (safety.maxRequests)`);
    while (lastHour[0] !== undefined && lastHour[0] <= slot - hour) lastHour.shift();
    return lastHour.length >= options.perHour
      ? isSpent(`${options.perHour} requests an hour (safety.perHour)`)
      : undefined;
  };

  const waitFor = async (slot: number, signal?: AbortSignal): Promise<void> => {
    const ahead = slot - options.clock.now();
    if (ahead > 0) await options.clock.sleep(ahead, signal);
    signal?.throwIfAborted();
  };

  const transport: Transport = async (request, signal) => {
    const slot = Math.max(options.clock.now(), freeAt);
    const refused = refusal(slot);
    if (refused !== undefined) return refused;
    // Taken before the wait, so that requests at the same time cannot share the last one of the budget.
    spent += 1;
    freeAt = slot + 1000 / options.perSecond;
    lastHour.push(slot);
    try {
      await waitFor(slot, signal);
    } catch (error) {
      spent -= 1;
      throw error;
    }
    return send(request, signal);
  };
  return Object.assign(transport, { spent: () => spent });
};
