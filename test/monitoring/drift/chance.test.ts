import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chanceAmongRecords,
  chanceOfAtLeast,
  chanceOfEverSeeing,
  chanceOfFirstSight,
  chanceOfNone,
  samplesForAbsence,
} from "../../../src/monitoring/drift/chance.ts";
import { allFresh } from "../../../src/monitoring/drift/sampled-records.ts";
import { createRandom } from "../../../src/serving/random.ts";
import { confidenceOf, moreSamplesFor } from "../../../src/monitoring/drift/confidence.ts";

/** The same by brute force: an average over shares between 0 and 1. */
const averaged = (probability: (share: number) => number): number => {
  const steps = 20_000;
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum += probability((step + 0.5) / steps);
  return sum / steps;
};

const binomial = (share: number, count: number, of: number): number => {
  let ways = 1;
  for (let at = 0; at < count; at += 1) ways *= (of - at) / (at + 1);
  return ways * share ** count * (1 - share) ** (of - count);
};

const atLeast = (share: number, count: number, of: number): number => {
  let sum = 0;
  for (let seen = count; seen <= of; seen += 1) sum += binomial(share, seen, of);
  return sum;
};

describe("the chance that nothing has changed", () => {
  test.each([
    [0, { count: 1, of: 1 }],
    [5, { count: 1, of: 4 }],
    [20, { count: 3, of: 6 }],
    [12, { count: 2, of: 2 }],
  ])("of a first sight after %d samples: %j", (before, now) => {
    const expected = averaged((share) => (1 - share) ** before * atLeast(share, now.count, now.of));
    expect(chanceOfFirstSight(before, now)).toBeCloseTo(expected, 6);
  });

  test.each([
    [
      { count: 2, of: 10 },
      { count: 3, of: 5 },
    ],
    [
      { count: 0, of: 30 },
      { count: 1, of: 4 },
    ],
  ])("of more than before: %j, then %j", (before, now) => {
    const weight = averaged((share) => binomial(share, before.count, before.of));
    const joint = averaged(
      (share) => binomial(share, before.count, before.of) * atLeast(share, now.count, now.of),
    );
    expect(chanceOfAtLeast(before, now)).toBeCloseTo(joint / weight, 6);
  });

  test("of silence after sights", () => {
    const since = { count: 3, of: 10 };
    const weight = averaged((share) => binomial(share, 3, 10));
    const joint = averaged((share) => binomial(share, 3, 10) * (1 - share) ** 7);
    expect(chanceOfNone(since, 7)).toBeCloseTo(joint / weight, 6);
  });

  test("is a chance, falls with what was seen before, and in all nights is no less than in one", () => {
    const share = fc
      .integer({ min: 1, max: 40 })
      .chain((of) => fc.record({ count: fc.integer({ min: 1, max: of }), of: fc.constant(of) }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), share, (before, now) => {
        const chance = chanceOfFirstSight(before, now);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(chanceOfFirstSight(before + 1, now)).toBeLessThanOrEqual(chance);
        expect(chanceOfEverSeeing(before, now)).toBeGreaterThanOrEqual(chance * 0.999);
      }),
    );
  });

  test("of records that come again is that of the new ones beside that of the others", () => {
    const before = { all: 900, different: 60 };
    // None is new, or all may be.
    const [none, all] = [0, 1].map((most) => [{ most, weight: 1 }]);
    expect(chanceAmongRecords(before, { count: 3, of: 40 }, none ?? [])).toBe(
      chanceOfEverSeeing(900, { count: 3, of: 40 }),
    );
    expect(chanceAmongRecords(before, { count: 3, of: 40 }, all ?? [])).toBe(
      chanceOfEverSeeing(60, { count: 3, of: 40 }),
    );
    // Two of four new ones and one of the others, and so on.
    const parts = [0, 1, 2].map(
      (seen) =>
        (seen === 0 ? 1 : chanceOfEverSeeing(60, { count: seen, of: 4 })) *
        (seen === 2 ? 1 : chanceOfEverSeeing(900, { count: 2 - seen, of: 36 })),
    );
    const sum = parts.reduce((all, part) => all + part, 0);
    expect(chanceAmongRecords(before, { count: 2, of: 40 }, [{ most: 0.1, weight: 1 }])).toBeCloseTo(sum, 12);
    // Either may be so.
    const mixed = [
      { most: 0, weight: 0.75 },
      { most: 0.1, weight: 0.25 },
    ];
    const ofNone = chanceOfEverSeeing(900, { count: 2, of: 40 });
    expect(chanceAmongRecords(before, { count: 2, of: 40 }, mixed)).toBeCloseTo(
      0.75 * ofNone + 0.25 * sum,
      12,
    );
  });

  test("of many sights is no less than the sum of all its parts, and is soon known", () => {
    const before = { all: 500, different: 90 };
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, share) => {
          const of = 80;
          const fresh = Math.ceil(of * share);
          let sum = 0;
          for (let seen = Math.max(0, count - (of - fresh)); seen <= Math.min(count, fresh); seen += 1)
            sum +=
              (seen === 0 ? 1 : chanceOfEverSeeing(90, { count: seen, of: fresh })) *
              (seen === count ? 1 : chanceOfEverSeeing(500, { count: count - seen, of: of - fresh }));
          const chance = chanceAmongRecords(before, { count, of }, [{ most: share, weight: 1 }]);
          expect(chance).toBeGreaterThanOrEqual(Math.min(1, sum) * 0.999);
          expect(chance).toBeLessThanOrEqual(1);
        },
      ),
    );
    expect(
      chanceAmongRecords(before, { count: 50_000, of: 100_000 }, [{ most: 0.5, weight: 1 }]),
    ).toBeLessThan(1e-9);
  });
});

test("of which only the side of a bound is asked is on that side", () => {
  const shares = [
    { most: 0, weight: 0.5 },
    { most: 0.2, weight: 0.3 },
    { most: 1, weight: 0.2 },
  ];
  const sides = { below: 0, above: 0 };
  fc.assert(
    fc.property(
      fc.record({ all: fc.integer({ min: 60, max: 900 }), different: fc.integer({ min: 5, max: 60 }) }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -12, max: -1 }),
      (before, count, exponent) => {
        const [since, bound] = [{ count, of: 60 }, 10 ** exponent];
        const isBelow = chanceAmongRecords(before, since, shares) <= bound;
        sides[isBelow ? "below" : "above"] += 1;
        expect(chanceAmongRecords(before, since, shares, bound) <= bound).toBe(isBelow);
      },
    ),
  );
  expect(Math.min(sides.below, sides.above)).toBeGreaterThan(5);
});

describe("what is reported by mistake", () => {
  /** The chance of the first sight of a field of some share that is looked at run after run; undefined without one. */
  const firstSight = (random: () => number, share: number) => {
    const size = 20;
    for (let run = 0; run < 60; run += 1) {
      let count = 0;
      for (let at = 0; at < size; at += 1) if (random() < share) count += 1;
      const before = { all: run * size, different: run * size };
      const since = { count, of: size };
      if (count > 0) return { before, since, chance: chanceAmongRecords(before, since, allFresh) };
    }
    return undefined;
  };

  test("stays as rare among many fields that vary as is promised: one target in four at most ever reports any", () => {
    const { next: random } = createRandom(1, "chance");
    const [targets, fields] = [400, 50];
    let mistaken = 0;
    for (let target = 0; target < targets; target += 1) {
      const sights = Array.from({ length: fields }, () => firstSight(random, random()));
      const isReported = sights.some(
        (sight) =>
          sight !== undefined &&
          confidenceOf({ kind: "null-appeared", nature: "data", freshShares: allFresh, ...sight }, fields) !==
            "inconclusive",
      );
      if (isReported) mistaken += 1;
    }
    expect(mistaken / targets).toBeLessThanOrEqual(0.25);
    expect(mistaken).toBeGreaterThan(0);
  });
});

describe("what would settle it", () => {
  test("twenty-nine absences bound the share of presence below a tenth", () => {
    expect(0.9 ** samplesForAbsence).toBeLessThan(0.05);
    expect(0.9 ** (samplesForAbsence - 1)).toBeGreaterThan(0.05);
  });

  test("with so many more samples it is settled, with one less it is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 6 }), (before, of) => {
        const evidence = {
          kind: "field-removed",
          nature: "structural",
          before: { all: before, different: before },
          freshShares: allFresh,
          since: { count: of, of },
          chance: chanceOfFirstSight(before, { count: of, of }),
        } as const;
        const more = moreSamplesFor(evidence) ?? 0;
        const after = (samples: number) => {
          const since = { count: of + samples, of: of + samples };
          return confidenceOf({ ...evidence, since, chance: chanceOfFirstSight(before, since) }, 1);
        };
        expect(after(more)).toBe("confirmed");
        if (more > 0) expect(after(more - 1)).not.toBe("confirmed");
      }),
    );
  });
});
