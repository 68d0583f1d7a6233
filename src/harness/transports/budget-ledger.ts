import type { InterfaceName } from "../model/interface-name.ts";
import { type FreeAgain, freeAgain } from "./free-again.ts";

/** How many requests may go out, and how fast. */
export interface Rates {
  /** Requests a second; Infinity for no pacing. */
  readonly perSecond: number;
  /** Requests within any hour; Infinity for no limit. */
  readonly perHour: number;
}

/** The answer to a request that asks to be sent. */
export type Permit =
  /** It is counted and may go out at once. */
  | { readonly kind: "taken" }
  /** Nothing is counted; to be asked again after so many milliseconds. */
  | { readonly kind: "wait"; readonly ms: number }
  /** The hour is used up. */
  | { readonly kind: "spent" };

/**
 * Counts the requests of the last hour and gives each its turn. A turn is taken at the moment of sending, all at
 * once, so that neither requests at the same time nor another process can share the last one. The ledger looks at the
 * clock itself, once nobody else can take a turn: it may have waited for that.
 */
export interface BudgetLedger {
  /** `hold` takes one of the slots that were kept under that name, as long as there are any. */
  take(of: InterfaceName, hold?: string): Permit;
  /** The request of the last turn has gone out only now: the next one keeps its distance from that. */
  departed(): void;
  /** Keeps slots for what may have to be put back; false, and nothing kept, when there are not so many. */
  hold(of: InterfaceName, name: string, slots: number): boolean;
  /** Releases the requests that are still reserved. */
  release(name: string): void;
  /** Places of the last hour that are taken or kept. */
  used(): number;
  /** When there is room for one request more than now, and for all; undefined where the clock alone does not say. */
  freeAgain(): FreeAgain | undefined;
}

export const hour = 3_600_000;

/** How many requests must no longer count before there is room for one more than now. */
export const tooManyOf = (used: number, { perHour }: Pick<Rates, "perHour">): number =>
  Math.max(1, used - perHour + 1);

/**
 * Milliseconds between two requests: a tenth more than would do, because requests do not travel evenly and none
 * must arrive as one too many of its second.
 */
export const spacingOf = ({ perSecond }: Rates): number => 1100 / perSecond;

/** Milliseconds by which a request may go out after its turn without bringing the next one too close. */
export const slackOf = (rates: Rates): number => spacingOf(rates) / 20;

/**
 * Milliseconds by which a request may be early: timers count no less. The next one waits all the longer, and what two
 * requests are further apart than they need to be makes up for it many times over.
 */
export const earlyMs = 1;

/** The ledger of one process alone; `now` never goes back. */
export const createMemoryLedger = (rates: Rates, now: () => number): BudgetLedger => {
  let freeAt = -Infinity;
  /** When the requests of the last hour went out, oldest first. */
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
