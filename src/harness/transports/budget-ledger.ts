import type { InterfaceName } from "../model/interface-name.ts";
import { type FreeAgain, freeAgain } from "./free-again.ts";

/** How many requests may be sent, and how fast. */
export interface Rates {
  /** Requests per second; Infinity for no pacing. */
  readonly perSecond: number;
  /** Requests in any one hour; Infinity for no limit. */
  readonly perHour: number;
}

/** The ledger's answer to a request for a turn. */
export type Permit =
  /** Counted; may be sent at once. */
  | { readonly kind: "taken" }
  /** Not counted; ask again after this many milliseconds. */
  | { readonly kind: "wait"; readonly ms: number }
  /** The hourly budget is used up. */
  | { readonly kind: "spent" };

/**
 * Counts the requests of the last hour and hands out turns. Taking a turn is atomic at the moment of sending, so that
 * neither concurrent requests nor other processes can share the last one. The ledger reads the clock itself once it
 * holds its lock, because it may have waited for the lock.
 */
export interface BudgetLedger {
  /** `hold` uses one of the slots reserved under that name while any remain. */
  take(of: InterfaceName, hold?: string): Permit;
  /** Reports that the request of the last turn was sent only now: the next one keeps its distance from this moment. */
  departed(): void;
  /** Reserves slots for requests that may have to restore records; false, reserving nothing, if too few are left. */
  hold(of: InterfaceName, name: string, slots: number): boolean;
  /** Releases the slots still reserved under the name. */
  release(name: string): void;
  /** Slots of the last hour that are used or reserved. */
  used(): number;
  /** When one more request fits, and when all do; undefined if the clock alone cannot say. */
  freeAgain(): FreeAgain | undefined;
}

export const hour = 3_600_000;

/** How many requests must expire before one more fits. */
export const tooManyOf = (used: number, { perHour }: Pick<Rates, "perHour">): number =>
  Math.max(1, used - perHour + 1);

/**
 * Milliseconds between two requests: 10 % more than the rate needs, because travel times vary and no second may see one
 * request too many.
 */
export const spacingOf = ({ perSecond }: Rates): number => 1100 / perSecond;

/** Milliseconds that a request may leave after its turn without crowding the next one. */
export const slackOf = (rates: Rates): number => spacingOf(rates) / 20;

/**
 * Milliseconds that a request may be early, the resolution of timers. The next one waits that much longer, and the
 * margin in the spacing covers it many times over.
 */
export const earlyMs = 1;

/** The ledger of a single process; `now` must never go back. */
export const createMemoryLedger = (rates: Rates, now: () => number): BudgetLedger => {
  let freeAt = -Infinity;
  /** When the requests of the last hour were sent, oldest first. */
  const sent: number[] = [];
  const held = new Map<string, number>();

  const used = (at: number): number => {
    while (sent[0] !== undefined && sent[0] <= at - hour) sent.shift();
    return sent.length + [...held.values()].reduce((sum, slots) => sum + slots, 0);
  };

  return {
    used: () => used(now()),
    freeAgain() {
      const at = now();
      const tooMany = tooManyOf(used(at), rates);
      return freeAgain(
        sent.map((sentAt) => ({ requests: 1, countFor: sentAt + hour - at })),
        tooMany,
      );
    },
    take(_, hold) {
      const at = now();
      const kept = hold === undefined ? 0 : (held.get(hold) ?? 0);
      if (kept === 0 && used(at) >= rates.perHour) return { kind: "spent" };
      if (freeAt > at + earlyMs) return { kind: "wait", ms: freeAt - at };
      if (kept > 0 && hold !== undefined) held.set(hold, kept - 1);
      freeAt = Math.max(at, freeAt) + spacingOf(rates);
      sent.push(at);
      return { kind: "taken" };
    },
    departed() {
      freeAt = Math.max(freeAt, now() + spacingOf(rates));
    },
    hold(_, name, slots) {
      if (used(now()) + slots > rates.perHour) return false;
      held.set(name, (held.get(name) ?? 0) + slots);
      return true;
    },
    release(name) {
      held.delete(name);
    },
  };
};
