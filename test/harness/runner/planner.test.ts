import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrderOfWorth, type Offer } from "../../../src/harness/runner/planner.ts";

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
