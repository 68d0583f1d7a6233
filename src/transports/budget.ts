import { setImmediate } from "node:timers/promises";
import type { Clock } from "../model/clock.ts";
import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport } from "../model/transport.ts";
import { type BudgetLedger, createMemoryLedger, type Rates, slackOf, spacingOf } from "./budget-ledger.ts";

export interface BudgetOptions extends Rates {
  readonly maxRequests: number;
  readonly clock: Clock;
  /** Counts for every run at once; by default for this one alone. */
  readonly ledger?: BudgetLedger;
}

/** A transport that spends a budget, and keeps a part of it for putting back what was changed. */
export interface Budgeted extends Transport {
  /** Requests sent so far. */
  spent(): number;
  /** Requests that may still be sent, but for those that are kept. */
  left(): number;
  /** Keeps requests under a name; false when there are not so many left, and one for the write itself. */
  hold(name: string, of: InterfaceName, places: number): boolean;
  /** Lets go of what is still kept under a name. */
  release(name: string): void;
  /** The same budget for those that a name keeps requests for. */
  forHold(name: string): Transport;
}

const isSpent = (what: string): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message: `the budget of ${what} is spent`,
  stop: "budget",
});

/** What cannot be counted is not sent: the store may be full, gone or held by somebody else. */
const askLedger = <Result>(ask: () => Result): Result | FailureOutcome => {
  try {
    return ask();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      kind: "failure",
      reason: "not-sent",
      message: `the request cannot be counted in the store: ${reason}`,
      stop: "safety",
    };
  }
};

/** Counts every request that is sent, paces them evenly, and sends none beyond the budgets. */
export const budgeted = (send: Transport, options: BudgetOptions): Budgeted => {
  const {
    clock,
    maxRequests,
    perHour,
    ledger = createMemoryLedger(options, () => options.clock.now()),
  } = options;
  const ofRun = isSpent(`${maxRequests} requests (safety.maxRequests)`);
  const ofHour = isSpent(`${perHour} requests an hour (safety.perHour)`);
  let spent = 0;
  const held = new Map<string, number>();

  const heldInAll = (): number => [...held.values()].reduce((sum, places) => sum + places, 0);

  const placesOf = (hold: string | undefined): number => (hold === undefined ? 0 : (held.get(hold) ?? 0));

  /** Waits for the turn of a request and counts it: when that was, or why it may not be sent. */
  const takeTurn = async (
    of: InterfaceName,
    hold: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<FailureOutcome | number> => {
    for (;;) {
      signal?.throwIfAborted();
      const kept = placesOf(hold);
      if (kept === 0 && spent + heldInAll() >= maxRequests) return ofRun;
      const askedAt = clock.now();
      const turn = askLedger(() => ledger.take(of, hold));
      if (turn.kind === "spent") return ofHour;
      if (turn.kind === "failure" && kept === 0) return turn;
      if (turn.kind === "wait") {
        await clock.sleep(Math.max(1, turn.ms), signal);
        continue;
      }
      // What was kept is counted already: a record is put back although nothing more can be written down.
      if (turn.kind === "failure") await clock.sleep(spacingOf(options), signal);
      spent += 1;
      if (kept > 0 && hold !== undefined) held.set(hold, kept - 1);
      return turn.kind === "taken" ? askedAt : clock.now();
    }
  };

  /** A busy process, or one that has yet to connect, sends later than its turn was: those behind it must not catch up. */
  const keepDistance = async (takenAt: number): Promise<void> => {
    await setImmediate();
    if (clock.now() - takenAt > slackOf(options)) askLedger(() => ledger.departed());
  };

  let before: Promise<unknown> = Promise.resolve();

  /** One request waits at a time: those behind it would only keep the ledger from others. */
  const inTurn: typeof takeTurn = (...request) => {
    const result = before.then(() => takeTurn(...request));
    before = result.catch(() => undefined);
    return result;
  };

  const counted =
    (hold?: string): Transport =>
    async (request, signal) => {
      const turn = await inTurn(request.interface, hold, signal);
      if (typeof turn !== "number") return turn;
      void keepDistance(turn);
      return send(request, signal);
    };

  return Object.assign(counted(), {
    spent: () => spent,
    left: () => Math.max(0, Math.min(maxRequests - spent - heldInAll(), perHour - ledger.used())),
    hold(name: string, of: InterfaceName, places: number) {
      if (spent + heldInAll() + places + 1 > maxRequests) return false;
      if (!ledger.hold(of, name, places)) return false;
      held.set(name, (held.get(name) ?? 0) + places);
      return true;
    },
    release(name: string) {
      held.delete(name);
      // On a full disk the places stay kept until the record is written to again: too few are left then, never too many.
      askLedger(() => ledger.release(name));
    },
    forHold: counted,
  });
};
