import type { Clock } from "../model/clock.ts";
import type { Transport } from "../model/transport.ts";

export interface BudgetOptions {
  readonly maxRequests: number;
  /** Requests a second; Infinity for no pacing. */
  readonly perSecond: number;
  readonly clock: Clock;
}

/** Counts every request that is sent, paces them evenly, and sends none beyond the budget. */
export const budgeted = (send: Transport, options: BudgetOptions): Transport & { spent(): number } => {
  let spent = 0;
  let nextSlot = -Infinity;

  const pace = async (signal?: AbortSignal): Promise<void> => {
    if (!Number.isFinite(options.perSecond)) return;
    const now = options.clock.now();
    const slot = Math.max(now, nextSlot);
    nextSlot = slot + 1000 / options.perSecond;
    if (slot > now) await options.clock.sleep(slot - now, signal);
  };

  const transport: Transport = async (request, signal) => {
    if (spent >= options.maxRequests)
      return {
        kind: "failure",
        reason: "not-sent",
        message: `the budget of ${options.maxRequests} requests is spent (safety.maxRequests)`,
        stop: "budget",
      };
    spent += 1;
    await pace(signal);
    return send(request, signal);
  };
  return Object.assign(transport, { spent: () => spent });
};
