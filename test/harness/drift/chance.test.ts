import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chanceOfAtLeast,
  chanceOfEverSeeing,
  chanceOfFirstSight,
  chanceOfNone,
  samplesForAbsence,
} from "../../../src/harness/drift/chance.ts";
import { confidenceOf, moreSamplesFor } from "../../../src/harness/drift/confidence.ts";

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

  test("stays within what is promised when nights are simulated", () => {
    // A field of unknown share, looked at night after night; how often is its first sight told although it always had it?
    let state = 1;
    const random = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state / 0x8000_0000;
    };
    let told = 0;
    const fields = 3000;
    for (let field = 0; field < fields; field += 1) {
      const share = random();
      let before = 0;
      for (let night = 0; night < 60; night += 1) {
        let count = 0;
        for (let at = 0; at < 20; at += 1) if (random() < share) count += 1;
        if (count > 0) {
          const chance = chanceOfEverSeeing(before, { count, of: 20 });
          if (
            confidenceOf({
              kind: "null-appeared",
              nature: "data",
              before,
              since: { count, of: 20 },
              chance,
            }) !== "inconclusive"
          )
            told += 1;
          break;
        }
        before += 20;
      }
    }
    expect(told / fields).toBeLessThan(0.02);
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
          before,
          since: { count: of, of },
          chance: chanceOfFirstSight(before, { count: of, of }),
        } as const;
        const more = moreSamplesFor(evidence) ?? 0;
        const after = (samples: number) => {
          const since = { count: of + samples, of: of + samples };
          return confidenceOf({ ...evidence, since, chance: chanceOfFirstSight(before, since) });
        };
        expect(after(more)).toBe("confirmed");
        if (more > 0) expect(after(more - 1)).not.toBe("confirmed");
      }),
    );
  });
});
