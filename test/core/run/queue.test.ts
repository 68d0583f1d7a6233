import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActiveCheck } from "../../../src/core/model/check.ts";
import {
  alwaysAsked,
  workAtOnce,
  drain,
  inOrderOfWorth,
  next,
  type Offer,
  queueOf,
  type Work,
} from "../../../src/core/run/queue.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";
import { activeCheck } from "./kit.ts";

const some = (of: string, most: number) =>
  fc.uniqueArray(fc.nat(most), { maxLength: 6 }).map((all) => new Set(all.map((one) => `${of} ${one}`)));

const judges = fc
  .uniqueArray(fc.tuple(fc.nat(6), some("operation", 4)), { maxLength: 4, selector: ([fact]) => fact })
  .map((all) => new Map(all.map(([fact, operations]) => [`fact ${fact}`, operations])));

const offers = fc
  .array(fc.record({ requests: some("request", 15), judges }), { maxLength: 7 })
  .map((all): readonly Offer[] => all.map((offer, index) => ({ check: `check-${index}`, ...offer })));

const costOf = (all: readonly Offer[]): number => new Set(all.flatMap(({ requests }) => [...requests])).size;

/** Ten for a fact that is judged at all, one for each operation on which it is. */
const judgedBy = (all: readonly Offer[]): number => {
  const pairs = all.flatMap((offer) =>
    [...offer.judges].flatMap(([fact, operations]) => [
      fact,
      ...[...operations].map((one) => `${fact} ${one}`),
    ]),
  );
  return [...new Set(pairs)].reduce((sum, pair) => sum + (pair.includes("operation") ? 1 : 10), 0);
};

/** As many of the first offers as a budget pays for. */
const affordable = (ordered: readonly Offer[], budget: number): readonly Offer[] => {
  const count = ordered.findIndex((_, index) => costOf(ordered.slice(0, index + 1)) > budget);
  return count < 0 ? ordered : ordered.slice(0, count);
};

const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  all.reduce<readonly (readonly T[])[]>(
    (known, one) => [...known, ...known.map((subset) => [...subset, one])],
    [[]],
  );

describe("offers in order of worth", () => {
  test("are all of them, each once, and the same again", () => {
    fc.assert(
      fc.property(offers, (all) => {
        const ordered = inOrderOfWorth(all);
        expect(ordered.toSorted((one, other) => (one.check < other.check ? -1 : 1))).toEqual(all);
        expect(inOrderOfWorth(all)).toEqual(ordered);
      }),
    );
  });

  test("judge no less with a larger budget, and never cost more than it", () => {
    fc.assert(
      fc.property(offers, fc.nat(30), fc.nat(30), (all, budget, more) => {
        const ordered = inOrderOfWorth(all);
        const [few, many] = [affordable(ordered, budget), affordable(ordered, budget + more)];
        expect(costOf(few)).toBeLessThanOrEqual(budget);
        expect(many.slice(0, few.length)).toEqual(few);
      }),
    );
  });

  test("judge at least (1 − 1/e) / 2 of what the best choice does, where no two ask alike", () => {
    fc.assert(
      fc.property(offers, fc.nat(30), (all, budget) => {
        const apart = all.map((offer) => ({
          ...offer,
          requests: new Set([...offer.requests].map((one) => `${offer.check} ${one}`)),
        }));
        const fits = (choice: readonly Offer[]): boolean => costOf(choice) <= budget;
        const best = Math.max(...subsets(apart).filter(fits).map(judgedBy));
        const single = Math.max(0, ...apart.filter((one) => fits([one])).map((one) => judgedBy([one])));
        const greedy = judgedBy(affordable(inOrderOfWorth(apart), budget));
        expect(Math.max(greedy, single)).toBeGreaterThanOrEqual(((1 - 1 / Math.E) / 2) * best);
      }),
    );
  });

  test("begin with what judges most for a request, and count what is asked alike once", () => {
    const offer = (check: string, requests: string, judges: string): Offer => ({
      check,
      requests: new Set(requests),
      judges: new Map([...judges].map((fact) => [fact, new Set(["operation"])])),
    });
    const ordered = inOrderOfWorth([
      offer("wide", "abcd", "123456"),
      offer("cheap", "e", "12"),
      offer("shares", "abce", "17"),
    ]);
    // After the cheap one the wide one judges four for four; then the other one needs nothing more.
    expect(ordered.map(({ check }) => check)).toEqual(["cheap", "wide", "shares"]);
  });
});

const judging = (check: string, facts: readonly string[]): Offer => ({
  check,
  requests: new Set([check]),
  judges: new Map(facts.map((fact) => [fact, new Set(["operation"])])),
});

test("a fact is worth more, the longer ago it was judged", () => {
  const [cheap, dear] = [judging("cheap", ["A"]), judging("dear", ["B"])];
  const all = [cheap, { ...dear, requests: new Set(["1", "2", "3"]) }];
  const firstWith = (age: number) => inOrderOfWorth(all, (fact) => (fact === "B" ? age : 1))[0]?.check;
  expect([1, 2, 4, 9].map(firstWith)).toEqual(["cheap", "cheap", "dear", "dear"]);
});

const sharing = fc
  .array(fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E"), { minLength: 1 }), { minLength: 1 })
  .map((all) => all.map((facts, index) => judging(`c${index}`, facts)));

test("the checks of every run judge all that is judged, and nothing is left out that fits", () => {
  fc.assert(
    fc.property(sharing, fc.nat(60), (all, most) => {
      const each = new Map(all.map(({ check }, index) => [check, (index % 7) + 1]));
      const asked = alwaysAsked({ costs: each, offers: all }, most);
      const factsOf = (some: readonly Offer[]) => new Set(some.flatMap(({ judges }) => [...judges.keys()]));
      expect(factsOf(all.filter(({ check }) => asked.has(check)))).toEqual(factsOf(all));
      const sum = all.reduce((total, { check }) => total + (each.get(check) ?? 0), 0);
      if (sum <= most) expect(asked.size).toBe(all.length);
    }),
  );
});

const works = fc.array(
  fc.record({ cost: fc.integer({ min: 1, max: 30 }), covered: fc.nat(4), portions: fc.nat(3) }),
  { minLength: 1, maxLength: 8 },
);

test("next comes what has been asked least of what can be paid, of equals the first", () => {
  fc.assert(
    fc.property(works, fc.nat(40), (all, free) => {
      const payable = all.filter(({ cost }) => cost <= free);
      const [first] = payable.toSorted((one, other) => one.covered - other.covered);
      expect(next(all, free)).toBe(first);
    }),
  );
});

interface Asking {
  readonly cost: number;
  readonly covered: number;
  readonly portions: number;
}

/** Asks all of these, each in some portions; returns what each has asked, in order. */
const drained = (all: readonly Asking[], reserve: number, mayExceed: boolean) => {
  let left = 1000;
  const asked: { id: string; cost: number }[] = [];
  const waiting = new Map<ActiveCheck, Work>();
  const add = (check: ActiveCheck, { cost, covered, portions }: Asking): void => {
    waiting.set(check, {
      check,
      cost,
      covered,
      ask(free) {
        expect(free()).toBe(left - reserve);
        left -= cost;
        asked.push({ id: check.id, cost });
        if (portions > 0) add(check, { cost, covered: covered + cost, portions: portions - 1 });
        return Promise.resolve({ skipped: "" });
      },
    });
  };
  for (const [index, one] of all.entries()) add(activeCheck({ id: `c${index}` }), one);
  const parts = { left: () => left, reserve, isWanted: () => true };
  const taken = [...drain(waiting, mayExceed ? { ...parts, mayExceed } : parts)];
  expect(taken.map(({ check }) => check.id)).toEqual(asked.map(({ id }) => id));
  return { asked, spent: 1000 - left };
};

describe("works one after the other", () => {
  test("never take of the reserve, and ask everything where there is enough", () => {
    fc.assert(
      fc.property(works, fc.integer({ min: 0, max: 1000 }), (all, reserve) => {
        expect(drained(all, reserve, false).spent).toBeLessThanOrEqual(1000 - reserve);
        const whole = all.reduce((sum, { portions }) => sum + portions + 1, 0);
        expect(drained(all, 40, false).asked).toHaveLength(whole);
      }),
    );
  });

  test("take more than what is theirs with the first one at the most, and with the least covered one then", () => {
    fc.assert(
      fc.property(works, fc.integer({ min: 0, max: 100 }), (all, share) => {
        const { asked, spent } = drained(all, 1000 - share, true);
        const first = all.findIndex(({ covered }) => covered === Math.min(...all.map((one) => one.covered)));
        expect(asked[0]?.id).toBe(share === 0 ? undefined : `c${first}`);
        expect(spent).toBeLessThanOrEqual(Math.max(share, asked[0]?.cost ?? 0));
      }),
    );
  });

  test("leave out what nobody wants any more", () => {
    const check = activeCheck({ id: "a" });
    const work: Work = { check, cost: 1, covered: 0, ask: () => Promise.resolve({ skipped: "" }) };
    const takes = (isWanted: () => boolean): number =>
      [...drain(queueOf([work]), { left: () => 9, reserve: 0, isWanted })].length;
    expect([takes(() => true), takes(() => false)]).toEqual([1, 0]);
  });
});

interface Laned {
  readonly lanes: readonly number[];
  readonly isAlone: boolean;
  readonly takes: number;
}

/** Asks all of these at once; returns them in the order in which they began, with what was under way meanwhile. */
const overlapped = async (all: readonly Laned[], most: number) => {
  const clock = createVirtualClock(0);
  const underWay = new Set<Laned>();
  const began: { readonly work: Laned; readonly beside: readonly Laned[] }[] = [];
  const workOf = (work: Laned, index: number): Work => ({
    check: activeCheck({ id: `c${index}`, facts: [`F-${index}`] }),
    cost: 0,
    covered: 0,
    async ask() {
      began.push({ work, beside: [...underWay] });
      underWay.add(work);
      await clock.sleep(work.takes);
      underWay.delete(work);
      return { skipped: String(index) };
    },
  });
  const works = all.map(workOf);
  const lanes = new Map(
    works.map(({ check }, index) => {
      const { lanes: own = [], isAlone = false } = all[index] ?? {};
      return [check, { lanes: own.map(String), isAlone }];
    }),
  );
  const asked = [
    ...workAtOnce(works, {
      most: () => most,
      lanesOf: (check) => lanes.get(check) ?? { lanes: [], isAlone: false },
      isWanted: () => true,
    }),
  ];
  const results = await clock.settle(Promise.all(asked.map(({ result }) => result)));
  expect(results).toEqual(all.map((_, index) => ({ skipped: String(index) })));
  return began;
};

test("works at once are no more than may be, and one that has its lanes alone divides those before it from those after it", async () => {
  const laned = fc.array(
    fc.record({
      lanes: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
      isAlone: fc.boolean(),
      takes: fc.nat(50),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(laned, fc.integer({ min: 1, max: 4 }), async (all, most) => {
      const works: readonly Laned[] = all;
      const began = await overlapped(works, most);
      const position = ({ work }: { readonly work: Laned }): number => works.indexOf(work);
      for (const [index, one] of began.entries()) {
        expect(one.beside.length).toBeLessThan(most);
        const isInTheWay = (other: Laned): boolean =>
          (one.work.isAlone || other.isAlone) && one.work.lanes.some((lane) => other.lanes.includes(lane));
        expect(one.beside.filter(isInTheWay)).toEqual([]);
        const overtaken = began.slice(index + 1).filter((other) => position(other) < position(one));
        expect(overtaken.filter(({ work }) => isInTheWay(work))).toEqual([]);
      }
    }),
  );
});
