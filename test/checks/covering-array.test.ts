import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coveringArray } from "../../src/checks/support/covering-array.ts";

const factors = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 })
  .map((sizes) =>
    Object.fromEntries(
      sizes.map((size, index) => [`p${index}`, Array.from({ length: size }, (_, value) => value)]),
    ),
  );

/** Every choice of values for some of the parameters. */
const tuplesOf = (
  some: readonly (readonly [string, readonly unknown[]])[],
): readonly Record<string, unknown>[] =>
  some.reduce<readonly Record<string, unknown>[]>(
    (tuples, [name, values]) =>
      tuples.flatMap((tuple) => values.map((value) => ({ ...tuple, [name]: value }))),
    [{}],
  );

const meets = (row: Record<string, unknown>, tuple: Record<string, unknown>): boolean =>
  Object.entries(tuple).every(([name, value]) => row[name] === value);

describe("a covering array", () => {
  it("holds every two and every three values of different parameters", () => {
    fc.assert(
      fc.property(factors, (some) => {
        const rows = coveringArray(some);
        const names = Object.entries(some);
        for (const [index, one] of names.entries())
          for (const [later, two] of names.slice(index + 1).entries())
            for (const three of [undefined, ...names.slice(index + later + 2)]) {
              const columns = three === undefined ? [one, two] : [one, two, three];
              for (const tuple of tuplesOf(columns)) expect(rows.some((row) => meets(row, tuple))).toBe(true);
            }
      }),
      { numRuns: 30 },
    );
  });

  it("is much smaller than all combinations, and the same each time", () => {
    const wide = Object.fromEntries(["a", "b", "c", "d", "e", "f", "g"].map((name) => [name, [0, 1, 2]]));
    expect(coveringArray(wide).length).toBeLessThan(90);
    expect(coveringArray(wide)).toEqual(coveringArray(wide));
  });

  it("begins with the pairs of values that say something", () => {
    const flags = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, [true, false]]));
    expect(coveringArray(flags, (_name, value) => value === false)[0]).toEqual({
      a: true,
      b: true,
      c: true,
      d: true,
    });
  });
});
