import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addToSketch,
  type CardinalitySketch,
  createSketch,
  distinctCount,
  freshIds,
  hashOfId,
  mergeSketch,
} from "../../../src/core/shapes/cardinality-sketch.ts";

type Id = string | number;

const sketchOf = (ids: Iterable<Id>): CardinalitySketch => {
  const sketch = createSketch();
  for (const id of ids) addToSketch(sketch, hashOfId(id));
  return sketch;
};

const id = fc.oneof(fc.integer(), fc.uuid(), fc.maxSafeNat());
const ids = fc.array(id, { maxLength: 60 });

describe("a sketch of ids", () => {
  test("does not hang on the order, nor on how often an id came", () => {
    fc.assert(
      fc.property(ids, (some) => {
        const backwards = some.toReversed();
        expect(sketchOf([...backwards, ...some])).toEqual(sketchOf(some));
      }),
    );
  });

  test("merges to that of the union", () => {
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const merged = sketchOf(one);
        mergeSketch(merged, sketchOf(other));
        expect(merged).toEqual(sketchOf([...one, ...other]));
      }),
    );
  });

  // A standard error of 13 %, and errors upwards are the larger ones: one in ten thousand is more than five of them. The
  // same ids every time, so that none of these is drawn.
  test.each([
    ["numbers one after another", (from: number, at: number): Id => from + at],
    ["numbers that share their low digits", (from: number, at: number): Id => (from + at) * 1024],
    ["texts", (from: number, at: number): Id => `C-${from + at}`],
  ])("tells how many different ones there were, as counting does: %s", (_, idAt) => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 5000 }), (from, count) => {
        const all = Array.from({ length: count }, (__, at) => idAt(from, at));
        const exact = new Set(all).size;
        expect(Math.abs(distinctCount(sketchOf(all)) - exact)).toBeLessThanOrEqual(Math.max(3, 0.65 * exact));
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test("of none is zero", () => {
    expect(distinctCount(createSketch())).toBe(0);
  });

  test.each([
    [25, 0],
    [25, 3],
    [250, 0],
    [250, 20],
    [2000, 100],
    [40, 400],
  ])("of %d tells how many of another may be new, of which %d are", (known, fresh) => {
    const tries = 400;
    const larger = { half: 0, tenth: 0, thousandth: 0 };
    for (let at = 0; at < tries; at += 1) {
      const numbers = (from: number, count: number): readonly string[] =>
        Array.from({ length: count }, (_, index) => `${at} ${from + index}`);
      const before = numbers(0, known);
      const now = [...before.slice(0, 100), ...numbers(known, fresh)];
      const found = freshIds(sketchOf(before), sketchOf(now), now.length);
      expect(found.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
      /** What the number is at most, but for so small a chance. */
      const bound = (chance: number): number => {
        let left = 1;
        return found.find(({ weight }) => (left -= weight) <= chance * 1.001)?.most ?? Infinity;
      };
      if (fresh > bound(0.5)) larger.half += 1;
      if (fresh > bound(0.1)) larger.tenth += 1;
      if (fresh > bound(1e-3)) larger.thousandth += 1;
    }
    // No more often than it says, but for chance.
    expect(larger.half / tries).toBeLessThanOrEqual(0.6);
    expect(larger.tenth / tries).toBeLessThanOrEqual(0.15);
    expect(larger.thousandth).toBeLessThanOrEqual(3);
  });

  test("of what is known already says that little is new", () => {
    const ids = Array.from({ length: 25 }, (_, at) => `id ${at}`);
    const [half] = freshIds(sketchOf(ids), sketchOf(ids), 25);
    expect(half?.most).toBeLessThanOrEqual(1);
  });
});
