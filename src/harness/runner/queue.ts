import type { ActiveCheck } from "../model/check.ts";
import type { Asked, PlanResult } from "./engine.ts";

/** What one check asks for, and what that is judged for. */
export interface Offer {
  readonly check: string;
  /** Each by a text of its own: what two checks ask for alike is asked once. */
  readonly requests: ReadonlySet<string>;
  /** By fact, the operations on which it is judged. */
  readonly judges: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the active checks of a run are likely to ask. */
export interface Forecast {
  /** How many requests each adds to those before it, in the order of the checks, with what the journal adds. */
  readonly costs: ReadonlyMap<string, number>;
  readonly offers: readonly Offer[];
}

const newIn = (some: ReadonlySet<string>, known: ReadonlySet<string>): number => {
  let count = 0;
  for (const one of some) if (!known.has(one)) count += 1;
  return count;
};

/** What it is worth to judge a fact at all, beside judging it on one operation more. */
const worthOfFact = 10;

type Judged = Map<string, Set<string>>;

const worthIn = ({ judges }: Offer, judged: Judged): number => {
  let worth = 0;
  for (const [fact, operations] of judges) {
    const known = judged.get(fact);
    worth += known === undefined ? worthOfFact + operations.size : newIn(operations, known);
  }
  return worth;
};

/** What it gains to take something next, and what that costs. */
interface Worth {
  readonly gain: number;
  readonly cost: number;
}

/** More gained for a request comes first, then fewer requests. */
const isBetter = (one: Worth, other: Worth): boolean => {
  const [left, right] = [one.gain * (other.cost || 1), other.gain * (one.cost || 1)];
  return left !== right ? left > right : one.cost < other.cost;
};

/**
 * Items one after the other: next comes the one that gains most for its cost, after all that were taken before it.
 *
 * A covering problem with costs, solved greedily. Whatever the budget, the beginning that fits it and the best single
 * item that fits it: one of them gains at least (1 − 1/e) / 2 of what the best choice would (Khuller, Moss and Naor
 * 1999).
 */
export function* greedily<Item>(
  items: readonly Item[],
  worthOf: (item: Item) => Worth,
): Generator<readonly [Item, Worth]> {
  const waiting = new Set(items);
  while (waiting.size > 0) {
    let best: readonly [Item, Worth] | undefined;
    for (const item of waiting) {
      const worth = worthOf(item);
      if (best === undefined || isBetter(worth, best[1])) best = [item, worth];
    }
    if (best === undefined) return;
    waiting.delete(best[0]);
    yield best;
  }
}

/** The offers in an order of which every beginning judges much for its requests that nothing before it has judged. */
export const inOrderOfWorth = (offers: readonly Offer[]): readonly Offer[] => {
  const judged: Judged = new Map();
  const asked = new Set<string>();
  const ordered: Offer[] = [];
  const worthOf = (offer: Offer): Worth => ({
    gain: worthIn(offer, judged),
    cost: newIn(offer.requests, asked),
  });
  for (const [offer] of greedily(offers, worthOf)) {
    ordered.push(offer);
    for (const [fact, operations] of offer.judges)
      judged.set(fact, new Set([...(judged.get(fact) ?? []), ...operations]));
    for (const one of offer.requests) asked.add(one);
  }
  return ordered;
};

/**
 * The checks that every run asks, of those on offer: together they judge every fact that can be judged. Where that takes
 * more than so many requests, what others judge as well is left out, the dearest first.
 */
export const alwaysAsked = ({ costs, offers }: Forecast, most: number): ReadonlySet<string> => {
  const costOf = ({ check }: Offer): number => costs.get(check) ?? 0;
  const asked = new Set(offers);
  const times = new Map<string, number>();
  for (const fact of offers.flatMap(({ judges }) => [...judges.keys()]))
    times.set(fact, (times.get(fact) ?? 0) + 1);
  let sum = offers.reduce((all, offer) => all + costOf(offer), 0);
  for (const offer of offers.toSorted((one, other) => costOf(other) - costOf(one))) {
    const facts = [...offer.judges.keys()];
    if (sum <= most || !facts.every((fact) => (times.get(fact) ?? 0) > 1)) continue;
    for (const fact of facts) times.set(fact, (times.get(fact) ?? 0) - 1);
    asked.delete(offer);
    sum -= costOf(offer);
  }
  return new Set([...asked].map(({ check }) => check));
};

/** What may be asked next: the plan of a check, or a further portion of what it picks from. */
export interface Work {
  readonly check: ActiveCheck;
  /** Whether it goes on with what its check was asked before. */
  readonly isMore?: true;
  /** About how many requests it adds. */
  readonly cost: number;
  /** How much was asked of its check: what has least comes first. */
  readonly covered: number;
  /** @param left requests that it may take at the moment; a plan takes what it needs */
  ask(left: () => number): Promise<PlanResult>;
}

/** Of those that so many requests pay for, the one whose check has been asked least; of equals the first. */
export const next = <Waiting extends Pick<Work, "cost" | "covered">>(
  waiting: Iterable<Waiting>,
  free: number,
): Waiting | undefined => {
  let best: Waiting | undefined;
  for (const work of waiting)
    if (work.cost <= free && (best === undefined || work.covered < best.covered)) best = work;
  return best;
};

/** Where works are taken from, and for how long. */
export interface Draining {
  /** Requests that the run may still make. */
  left(): number;
  /** So many of them are not for these works. */
  readonly reserve: number;
  isOver(): boolean;
  /** Whether the first one may take of the reserve, so that what is dear has its turn, too. */
  readonly mayExceed?: true;
  /** Whether a check has anything left to find. */
  isWanted?(check: ActiveCheck): boolean;
}

/** Works one after the other, until none can be paid for. A check may be given other work meanwhile. */
export function* drain(
  waiting: Map<ActiveCheck, Work>,
  { left, reserve, isOver, mayExceed, isWanted = () => true }: Draining,
): Generator<Asked> {
  const whole = left();
  const free = (): number => left() - reserve;
  for (;;) {
    for (const check of waiting.keys()) if (!isWanted(check)) waiting.delete(check);
    if (free() <= 0 || isOver()) return;
    // Whoever had nothing to ask has had no turn.
    const work = next(waiting.values(), mayExceed === true && left() === whole ? whole : free());
    if (work === undefined) return;
    const { check, isMore } = work;
    yield { check, ...(isMore === undefined ? {} : { isMore }), result: work.ask(free) };
    if (waiting.get(check) === work) waiting.delete(check);
  }
}
