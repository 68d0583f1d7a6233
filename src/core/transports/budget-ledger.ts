import type { InterfaceName } from "../model/interface-name.ts";

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

export const hour = 3_600_000;

/** Milliseconds between requests: 10 % above the rate, because travel times vary and no second may see one more. */
export const spacingOf = ({ perSecond }: Rates): number => 1100 / perSecond;

/** Milliseconds that a request may leave after its turn without crowding the next one. */
export const slackOf = (rates: Rates): number => spacingOf(rates) / 20;

/** Milliseconds that a request may be early, the resolution of timers; the next one waits that much longer. */
const earlyMs = 1;

/** Requests reserved for restoring records, by name. */
export const createSlots = () => {
  const held = new Map<string, number>();
  const of = (name: string | undefined): number => (name === undefined ? 0 : (held.get(name) ?? 0));
  return {
    of,
    total: (): number => [...held.values()].reduce((sum, slots) => sum + slots, 0),
    keep: (name: string, slots: number): void => void held.set(name, of(name) + slots),
    use: (name: string | undefined): void => {
      if (name !== undefined && of(name) > 0) held.set(name, of(name) - 1);
    },
    release: (name: string): void => void held.delete(name),
  };
};

/** Where a ledger keeps what it counts. All times are those of its own clock, which never goes back. */
interface LedgerCounts {
  now(): number;
  /** Runs a change as one step for all who share the counts, at the time when it begins. */
  change<Result>(work: (at: number) => Result): Result;
  /** Slots of the last hour that are used or reserved. */
  used(at: number): number;
  /** Requests of the last hour that were sent together, oldest first, and the milliseconds until each group expires. */
  sent(at: number): readonly { readonly requests: number; readonly countFor: number }[];
  add(of: InterfaceName, at: number): void;
  /** When the next request may be sent. */
  freeAt(): number;
  setFreeAt(at: number): void;
  held(of: InterfaceName, name: string): number;
  keep(of: InterfaceName, name: string, slots: number): void;
  useHeld(of: InterfaceName, name: string): void;
  release(name: string): void;
}

/**
 * Counts the requests of the last hour and hands out turns. Taking a turn is atomic at the moment of sending, so that
 * neither concurrent requests nor other processes can share the last one. The ledger reads the clock itself once it
 * holds its lock, because it may have waited for the lock.
 */
export const createLedger = (rates: Rates, counts: LedgerCounts) => ({
  /** `hold` uses one of the slots reserved under that name while any remain. */
  take: (of: InterfaceName, hold?: string): Permit =>
    counts.change((at) => {
      const isKept = hold !== undefined && counts.held(of, hold) > 0;
      if (!isKept && counts.used(at) >= rates.perHour) return { kind: "spent" };
      const freeAt = counts.freeAt();
      if (freeAt > at + earlyMs) return { kind: "wait", ms: freeAt - at };
      if (isKept) counts.useHeld(of, hold);
      counts.setFreeAt(Math.max(at, freeAt) + spacingOf(rates));
      counts.add(of, at);
      return { kind: "taken" };
    }),
  /** Reports that the request of the last turn was sent only now: the next one keeps its distance from this moment. */
  departed: (): void =>
    counts.change((at) => counts.setFreeAt(Math.max(counts.freeAt(), at + spacingOf(rates)))),
  /** Reserves slots for requests that may have to restore records; false, reserving nothing, if too few are left. */
  hold: (of: InterfaceName, name: string, slots: number): boolean =>
    counts.change((at) => {
      if (counts.used(at) + slots > rates.perHour) return false;
      counts.keep(of, name, slots);
      return true;
    }),
  release: (name: string): void => counts.change(() => counts.release(name)),
  /** Slots of the last hour that are used or reserved. */
  used: (): number => counts.used(counts.now()),
  /** When one more request fits, and when all do; undefined if the clock alone cannot say. */
  freeAgain() {
    const at = counts.now();
    return freeAgain(counts.sent(at), Math.max(1, counts.used(at) - rates.perHour + 1));
  },
});

export type BudgetLedger = ReturnType<typeof createLedger>;

/** When a spent hourly budget has room again, in milliseconds from now. */
type FreeAgain = NonNullable<ReturnType<typeof freeAgain>>;

/**
 * @param sent groups of requests sent together in the last hour, oldest first, and the milliseconds until each expires
 * @param tooMany how many of them must expire before one more fits
 * @returns undefined if fewer were sent: the rest is reserved for restoring records
 */
const freeAgain = (
  sent: readonly { readonly requests: number; readonly countFor: number }[],
  tooMany: number,
) => {
  let gone = 0;
  const first = sent.find(({ requests }) => (gone += requests) >= tooMany);
  const last = sent.at(-1);
  return first === undefined || last === undefined
    ? undefined
    : { first: first.countFor, all: last.countFor };
};

const inMinutes = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  return `in ${minutes} minute${minutes === 1 ? "" : "s"}`;
};

/** Suffix of the message about a spent hour: `; requests are free again in 12 minutes, all of them in 58 minutes`. */
export const freeAgainText = (free: FreeAgain | undefined): string => {
  if (free === undefined) return "";
  const [first, all] = [inMinutes(free.first), inMinutes(free.all)];
  return `; requests are free again ${first}${all === first ? "" : `, all of them ${all}`}`;
};

/** The ledger of a single process; `now` must never go back. */
export const createMemoryLedger = (rates: Rates, now: () => number): BudgetLedger => {
  let freeAt = -Infinity;
  /** When the requests of the last hour were sent, oldest first. */
  const sent: number[] = [];
  const slots = createSlots();
  const sentUntil = (at: number): readonly number[] => {
    while (sent[0] !== undefined && sent[0] <= at - hour) sent.shift();
    return sent;
  };
  return createLedger(rates, {
    now,
    change: (work) => work(now()),
    used: (at) => sentUntil(at).length + slots.total(),
    sent: (at) => sentUntil(at).map((sentAt) => ({ requests: 1, countFor: sentAt + hour - at })),
    add: (_, at) => void sent.push(at),
    freeAt: () => freeAt,
    setFreeAt: (at) => void (freeAt = at),
    held: (_, name) => slots.of(name),
    keep: (_, name, count) => slots.keep(name, count),
    useHeld: (_, name) => slots.use(name),
    release: slots.release,
  });
};
