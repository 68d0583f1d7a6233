import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/serving/random.ts";

const draw = (seed: number, name: string): number[] => {
  const random = createRandom(seed, name);
  return Array.from({ length: 20 }, () => random.next());
};

describe("random", () => {
  it("is decided by seed and name", () => {
    expect(draw(1, "a")).toEqual(draw(1, "a"));
    expect(draw(1, "a")).not.toEqual(draw(2, "a"));
    expect(draw(1, "a")).not.toEqual(draw(1, "b"));
  });

  it("keeps to its bounds and shuffles without loss", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: -100, max: 100 }), fc.nat(200), (seed, minimum, width) => {
        const random = createRandom(seed, "bounds");
        const value = random.integer(minimum, minimum + width);
        expect(value).toBeGreaterThanOrEqual(minimum);
        expect(value).toBeLessThanOrEqual(minimum + width);
        const items = Array.from({ length: width }, (_, index) => index);
        expect(random.shuffled(items).toSorted((one, other) => one - other)).toEqual(items);
      }),
    );
  });

  it("spreads evenly", () => {
    const random = createRandom(1, "spread");
    const counts = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index += 1) {
      const drawn = random.integer(0, 9);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });
});
