import type { ActiveCheck } from "../model/check.ts";
import type { Asked, PlanResult } from "./engine.ts";
import { createSemaphore } from "./semaphore.ts";

/** Requests of one check, and what they can judge. */
export interface Offer {
  readonly check: string;
  /** Texts of its requests: equal requests of two checks are sent once. */
  readonly requests: ReadonlySet<string>;
  /** Operations on which each fact is judged. */
  readonly judges: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the active checks of a run will probably ask. */
export interface Forecast {
  /** Requests that each check adds to those before it, in the order of the checks, including those of the journal. */
  readonly costs: ReadonlyMap<string, number>;
  readonly offers: readonly Offer[];
}

const newIn = (some: ReadonlySet<string>, known: ReadonlySet<string>): number => {
  let count = 0;
  for (const one of some) if (!known.has(one)) count += 1;
  return count;
};

/** Worth of judging a fact that the last run has judged, relative to judging it on one more operation. */
const worthOfFact = 10;

type Judged = Map<string, Set<string>>;

type AgeOf = (fact: string) => number;

const worthIn = ({ judges }: Offer, judged: Judged, ageOf: AgeOf): number => {
  let worth = 0;
  for (const [fact, operations] of judges) {
    const known = judged.get(fact);
    worth += known === undefined ? worthOfFact * ageOf(fact) + operations.size : newIn(operations, known);
  }
  return worth;
};

interface Worth {
  readonly gain: number;
  readonly cost: number;
}

/** The greater gain for each request wins, then the lower cost. */
const isBetter = (one: Worth, other: Worth): boolean => {
  const [left, right] = [one.gain * (other.cost || 1), other.gain * (one.cost || 1)];
  return left !== right ? left > right : one.cost < other.cost;
};

/**
 * Items in greedy order: next comes the one with the greatest gain for its cost, given all before it.
 *
 * A budgeted covering problem, solved greedily. For any budget, either the longest prefix that fits or the best single
 * item that fits gains at least (1 − 1/e) / 2 of the optimum (Khuller, Moss and Naor 1999).
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

/** Every prefix judges much that is new for its requests. @param ageOf how many runs ago a fact was last judged */
export const inOrderOfWorth = (offers: readonly Offer[], ageOf: AgeOf = () => 1): readonly Offer[] => {
  const judged: Judged = new Map();
  const asked = new Set<string>();
  const ordered: Offer[] = [];
  const worthOf = (offer: Offer): Worth => ({
    gain: worthIn(offer, judged, ageOf),
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
 * The offered checks that every run asks: together they judge every fact that can be judged. If they need more than
 * `most` requests, those whose facts others judge too are left out, the most expensive first.
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

export interface Work {
  readonly check: ActiveCheck;
  /** Whether it continues an earlier portion of its check. */
  readonly isMore?: true;
  /** Estimated number of requests that it adds. */
  readonly cost: number;
  /** How much its check has asked so far: the least comes first. */
  readonly covered: number;
  /** @param left limit of requests at the moment; a plan takes what it needs */
  ask(left: () => number): Promise<PlanResult>;
}

/** What waits: the next work of each check. */
export type Queue = Map<ActiveCheck, Work>;

export const queueOf = (works: Iterable<Work>): Queue =>
  new Map(Array.from(works, (work) => [work.check, work]));

/** Among affordable works, the one whose check has asked least; the first one on a tie. */
export const next = <Waiting extends Pick<Work, "cost" | "covered">>(
  waiting: Iterable<Waiting>,
  free: number,
): Waiting | undefined => {
  let best: Waiting | undefined;
  for (const work of waiting)
    if (work.cost <= free && (best === undefined || work.covered < best.covered)) best = work;
  return best;
};

export interface Draining {
  left(): number;
  /** Requests reserved for other works. */
  readonly reserve: number;
  /** Whether the first one may use the reserve, so that expensive work has its turn too. */
  readonly mayExceed?: true;
  /** Whether a check may begin and can still find anything. */
  isWanted(check: ActiveCheck): boolean;
}

/** Works one by one, until none is affordable. A check may receive further work meanwhile. */
export function* drain(waiting: Queue, { left, reserve, mayExceed, isWanted }: Draining): Generator<Asked> {
  const whole = left();
  const free = (): number => left() - reserve;
  for (;;) {
    for (const check of waiting.keys()) if (!isWanted(check)) waiting.delete(check);
    if (free() <= 0) return;
    // A check without requests has had no turn.
    const work = next(waiting.values(), mayExceed === true && left() === whole ? whole : free());
    if (work === undefined) return;
    const { check, isMore } = work;
    yield { check, ...(isMore === undefined ? {} : { isMore }), result: work.ask(free) };
    if (waiting.get(check) === work) waiting.delete(check);
  }
}

/** What works have in common. */
export interface Lanes {
  readonly lanes: readonly string[];
  /** Whether a work has its lanes alone: it begins after all works before it in these, and delays those after it. */
  readonly isAlone: boolean;
}

export interface Overlapping {
  /** How many may be under way. */
  most(): number;
  lanesOf(check: ActiveCheck): Lanes;
  /** Whether a check may begin; one that may not when it is its turn is left out. */
  isWanted(check: ActiveCheck): boolean;
}

/** Works at once, in an order that does not depend on how fast they are answered. */
export function* workAtOnce(
  works: readonly Work[],
  { most, lanesOf, isWanted }: Overlapping,
): Generator<Asked> {
  // Work that waits for its turn has not begun.
  const inTurn = createSemaphore(most);
  const before: (Lanes & { readonly result: Promise<PlanResult> })[] = [];
  const begun = new Set<Work>();
  const all = works.map((work) => {
    const own = lanesOf(work.check);
    const ask = (): Promise<PlanResult> => {
      if (isWanted(work.check)) begun.add(work);
      return work.ask(() => Infinity);
    };
    const inTheWay = before.filter(
      ({ lanes, isAlone }) => (isAlone || own.isAlone) && lanes.some((lane) => own.lanes.includes(lane)),
    );
    const result = Promise.allSettled(inTheWay.map((one) => one.result)).then(() => inTurn(ask));
    // A caller that awaits it gets the error; there may be none.
    result.catch(() => undefined);
    before.push({ ...own, result });
    return { work, result };
  });
  for (const { work, result } of all)
    if (begun.has(work) || isWanted(work.check)) yield { check: work.check, result };
}
