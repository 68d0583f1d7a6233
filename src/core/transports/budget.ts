import { setImmediate } from "node:timers/promises";
import type { Clock } from "../model/clock.ts";
import type { FailureOutcome } from "../model/exchange.ts";
import { createTurns } from "../model/in-turn.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport } from "../model/transport.ts";
import {
  type BudgetLedger,
  createMemoryLedger,
  createSlots,
  freeAgainText,
  type Rates,
  slackOf,
  spacingOf,
} from "./budget-ledger.ts";
import { messageOf } from "../model/error-code.ts";

export interface BudgetOptions extends Rates {
  readonly maxRequests: number;
  readonly clock: Clock;
  /** Counts for all runs together; by default for this run only. */
  readonly ledger?: BudgetLedger;
}

/** A transport with a request budget, part of which can be reserved for restoring records. */
export interface Budgeted extends Transport {
  spent(): number;
  /** Requests that may still be sent, without the reserved ones. */
  left(): number;
  /** When requests are free again, as the end of a sentence; empty unless the hourly limit is the tightest one. */
  freeAgain(): string;
  /** Reserves requests under a name; false unless that many are left, plus one for the write itself. */
  hold(name: string, of: InterfaceName, slots: number): boolean;
  release(name: string): void;
  /** The same budget, spending what is reserved under a name first. */
  forHold(name: string): Transport;
}

const isSpent = (what: string, freeAgain = ""): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message: `the budget of ${what} is spent${freeAgain}`,
  stop: "budget",
});

/** A request that cannot be counted is not sent: the store may be full, missing or locked. */
const askLedger = <Result>(ask: () => Result): Result | FailureOutcome => {
  try {
    return ask();
  } catch (error) {
    const reason = messageOf(error);
    return {
      kind: "failure",
      reason: "not-sent",
      message: `the request cannot be counted in the store: ${reason}`,
      stop: "safety",
    };
  }
};

/** When requests are free again; empty if the store cannot say, so that the budget error is still reported. */
const whenFree = (ledger: BudgetLedger): string => {
  const free = askLedger(() => ledger.freeAgain());
  return free !== undefined && "kind" in free ? "" : freeAgainText(free);
};

interface Account {
  readonly options: BudgetOptions;
  readonly ledger: BudgetLedger;
  readonly slots: ReturnType<typeof createSlots>;
  spent: number;
}

/** Waits for a request's turn and counts it; returns the time of the turn, or why the request may not be sent. */
const takeTurn = async (
  account: Account,
  of: InterfaceName,
  hold: string | undefined,
  signal: AbortSignal | undefined,
): Promise<FailureOutcome | number> => {
  const { options, ledger, slots } = account;
  const { clock, maxRequests, perHour } = options;
  for (;;) {
    signal?.throwIfAborted();
    const isKept = slots.of(hold) > 0;
    if (!isKept && account.spent + slots.total() >= maxRequests)
      return isSpent(`${maxRequests} requests (safety.maxRequests)`);
    const askedAt = clock.now();
    const turn = askLedger(() => ledger.take(of, hold));
    if (turn.kind === "spent")
      return isSpent(`${perHour} requests an hour (safety.perHour)`, whenFree(ledger));
    if (turn.kind === "failure" && !isKept) return turn;
    if (turn.kind === "wait") {
      await clock.sleep(Math.max(1, turn.ms), signal);
      continue;
    }
    // Reserved requests are counted already: a record is restored even if the store takes no more writes.
    if (turn.kind === "failure") await clock.sleep(spacingOf(options), signal);
    account.spent += 1;
    slots.use(hold);
    return turn.kind === "taken" ? askedAt : clock.now();
  }
};

/** A busy process, or one that is still connecting, sends after its turn: later requests must not catch up. */
const keepDistance = async ({ options, ledger }: Account, takenAt: number): Promise<void> => {
  await setImmediate();
  if (options.clock.now() - takenAt > slackOf(options)) askLedger(() => ledger.departed());
};

/** Counts and evenly paces all requests, and sends none beyond the budgets. */
export const budgeted = (send: Transport, options: BudgetOptions): Budgeted => {
  const { clock, maxRequests, perHour } = options;
  const { ledger = createMemoryLedger(options, () => clock.now()) } = options;
  const slots = createSlots();
  const account: Account = { options, ledger, slots, spent: 0 };
  // Only one request waits on the ledger at a time: more would only keep other processes from it.
  const inTurn = createTurns();

  const counted =
    (hold?: string): Transport =>
    async (request, signal) => {
      const takenAt = await inTurn(() => takeTurn(account, request.interface, hold, signal));
      if (typeof takenAt !== "number") return takenAt;
      void keepDistance(account, takenAt);
      return send(request, signal);
    };

  const left = (): number => maxRequests - account.spent - slots.total();
  const leftOfHour = (): number => perHour - ledger.used();

  return Object.assign(counted(), {
    spent: () => account.spent,
    // The ledger is asked only if that matters: each question reads a store.
    left: () => (left() <= 0 ? 0 : Math.max(0, Math.min(left(), leftOfHour()))),
    freeAgain: () => (leftOfHour() < left() ? whenFree(ledger) : ""),
    hold(name: string, of: InterfaceName, count: number) {
      if (left() < count + 1 || !ledger.hold(of, name, count)) return false;
      slots.keep(name, count);
      return true;
    },
    release(name: string) {
      slots.release(name);
      // On a full disk the slots stay reserved until the next write to the record: too few are left, never too many.
      askLedger(() => ledger.release(name));
    },
    forHold: counted,
  });
};
