import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { next, plusWork, type Judged, type Seen, type Work } from "../../../src/harness/runner/queue.ts";

const nothing: Seen = { asked: new Set(), judged: new Map() };

const judgedOf = (gains: Readonly<Record<string, number>>, judge = "judge"): Judged =>
  new Map(Object.entries(gains).map(([fact, times]) => [fact, new Map([[judge, times]])]));

const workOf = (check: string, parts: Partial<Work> = {}): Work => ({
  check,
  portion: 0,
  phase: 0,
  cost: 0,
  needs: new Set(),
  gains: new Map(),
  isFirst: false,
  earlier: 0,
  ...parts,
});

const gains = fc.dictionary(fc.constantFrom("A", "B", "C", "D"), fc.integer({ min: 1, max: 5 }));

const parts = fc.record({
  portion: fc.nat(1),
  phase: fc.nat(2),
  cost: fc.nat(6),
  needs: fc.uniqueArray(fc.nat(15), { maxLength: 5 }).map((all) => new Set(all.map(String))),
  gains: fc.tuple(gains, fc.constantFrom("one", "other")).map(([of, judge]) => judgedOf(of, judge)),
  isFirst: fc.boolean(),
  earlier: fc.nat(3),
});

const works = fc
  .array(parts, { maxLength: 7 })
  .map((all) => all.map((one, index) => workOf(`check-${index}`, one)));

const costOf = ({ cost, needs }: Work, { asked }: Seen): number =>
  cost + [...needs].filter((one) => !asked.has(one)).length;

interface Drained {
  readonly asked: readonly Work[];
  readonly left: number;
}

/** Asks what comes next until nothing does. */
const drain = (all: readonly Work[], budget: number): Drained => {
  let [seen, left] = [nothing, budget];
  const waiting = new Set(all);
  const asked: Work[] = [];
  let phase = 0;
  const comingNow = () =>
    next(
      [...waiting].filter((work) => work.phase >= phase),
      left,
      seen,
    );
  for (let coming = comingNow(); coming; coming = comingNow()) {
    phase = Math.max(...coming.works.map((work) => work.phase));
    const spent = coming.works.reduce((sum, work) => {
      const cost = costOf(work, seen);
      seen = plusWork(seen, work);
      waiting.delete(work);
      asked.push(work);
      return sum + cost;
    }, 0);
    expect(Math.max(spent, coming.reserve)).toBeLessThanOrEqual(left);
    left -= spent;
  }
  return { asked, left };
};

const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  all.reduce<readonly (readonly T[])[]>(
    (known, one) => [...known, ...known.map((subset) => [...subset, one])],
    [[]],
  );

/** Facts that they judge. */
const worthOf = (all: readonly Work[]): number => all.reduce(plusWork, nothing).judged.size;

describe("the queue of a run", () => {
  test("asks each once, phase by phase, within the budget and its reserve, and the same again", () => {
    fc.assert(
      fc.property(works, fc.nat(40), (all, budget) => {
        const { asked, left } = drain(all, budget);
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked.map(({ phase }) => phase)).toEqual(
          asked.map(({ phase }) => phase).toSorted((one, other) => one - other),
        );
        expect(left).toBeGreaterThanOrEqual(0);
        expect(drain(all, budget).asked).toEqual(asked);
        expect(new Set(drain(all, Infinity).asked)).toEqual(new Set(all));
      }),
    );
  });

  test("leaves nothing that there are requests for", () => {
    fc.assert(
      fc.property(works, fc.nat(40), (all, budget) => {
        const { asked, left } = drain(all, budget);
        const seen = asked.reduce(plusWork, nothing);
        const last = Math.max(0, ...asked.map(({ phase }) => phase));
        for (const work of all.filter((one) => !asked.includes(one) && one.phase >= last))
          expect(costOf(work, seen)).toBeGreaterThan(left);
      }),
    );
  });

  test("judges at least (1 − 1/e) / 2 of the facts that the best choice does, where no two ask alike", () => {
    fc.assert(
      fc.property(works, fc.nat(30), (all, budget) => {
        const apart = all.map((work) => ({ ...work, isFirst: false, earlier: 0, needs: new Set<string>() }));
        const fits = (some: readonly Work[]): boolean =>
          some.reduce((sum, { cost }) => sum + cost, 0) <= budget;
        const best = Math.max(...subsets(apart).filter(fits).map(worthOf));
        const single = Math.max(0, ...apart.filter((one) => fits([one])).map((one) => worthOf([one])));
        const greedy = worthOf(drain(apart, budget).asked);
        expect(Math.max(greedy, single)).toBeGreaterThanOrEqual(((1 - 1 / Math.E) / 2) * best);
      }),
    );
  });

  test("asks together what is all of a phase, else what is worth most alone", () => {
    const all = ["a", "b"].map((check) => workOf(check, { cost: 4, gains: judgedOf({ [check]: 1 }) }));
    expect(next(all, 8, nothing)?.works).toHaveLength(2);
    expect(next(all, 7, nothing)?.works).toHaveLength(1);
    expect(next(all, 3, nothing)).toBeUndefined();
  });

  test("keeps what later phases need", () => {
    const later = workOf("later", { phase: 1, cost: 6, gains: judgedOf({ A: 1, B: 1, C: 1 }) });
    const now = workOf("now", { cost: 6, gains: judgedOf({ D: 1 }) });
    expect(next([now, later], 12, nothing)).toMatchObject({ works: [now], reserve: 6 });
    expect(next([now, later], 11, nothing)?.works).toEqual([later]);
  });

  const firstOf = (all: readonly Work[], seen: Seen = nothing): string | undefined =>
    next([...all, workOf("never fits", { cost: 1000 })], 999, seen)?.works[0]?.check;

  test("begins with what consumers use, then with what judges most for a request", () => {
    const cheap = workOf("cheap", { cost: 1, gains: judgedOf({ A: 2, B: 2 }) });
    const dear = workOf("dear", { cost: 9, gains: judgedOf({ C: 2, D: 2 }) });
    expect(firstOf([dear, cheap])).toBe("cheap");
    expect(firstOf([{ ...dear, isFirst: true }, cheap])).toBe("dear");
  });

  test("takes a fact that was never judged before anything once more, and what earlier runs have asked less", () => {
    const again = workOf("again", { cost: 2, gains: judgedOf({ A: 3 }) });
    const fresh = workOf("fresh", { cost: 2, gains: judgedOf({ B: 1 }) });
    const seen = plusWork(nothing, workOf("before", { gains: judgedOf({ A: 1 }) }));
    expect(firstOf([again, fresh], seen)).toBe("fresh");
    const other = { ...again, check: "asked before", earlier: 1 };
    expect(firstOf([other, again], seen)).toBe("again");
  });

  test("takes what was asked alike for nothing", () => {
    const whole = workOf("whole", { needs: new Set("abcd"), gains: judgedOf({ A: 1 }) });
    const part = workOf("part", { needs: new Set("abc"), gains: judgedOf({ B: 1 }) });
    expect(drain([whole, part], 4).asked).toHaveLength(2);
    expect(drain([whole, part], 3).asked).toEqual([part]);
  });
});
