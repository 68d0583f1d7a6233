import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  intersection,
  anyTime,
  someTimeIn,
  type Interval,
  type Intervals,
  within,
  subtract,
} from "../../../src/onboarding/discovery/intervals.ts";

const interval: fc.Arbitrary<Interval> = fc
  .tuple(fc.integer({ min: -20, max: 20 }), fc.nat({ max: 12 }))
  .map(([from, length]) => ({ from, to: from + length }));

const times = Array.from({ length: 80 }, (_, index) => index - 40);

const holds = (intervals: Intervals, time: number): boolean =>
  intervals.some(({ from, to }) => time >= from && time <= to);

/** Any stretches, made as they are made in use. */
const intervals = fc
  .array(fc.tuple(fc.constantFrom(within, subtract), interval), { maxLength: 5 })
  .map((steps) => steps.reduce<Intervals>((left, [step, one]) => step(left, one), anyTime));

describe("stretches of time", () => {
  test("within and without divide them", () => {
    fc.assert(
      fc.property(intervals, interval, (some, one) => {
        for (const time of times) {
          const isIn = time >= one.from && time <= one.to;
          expect(holds(within(some, one), time)).toBe(holds(some, time) && isIn);
          expect(holds(subtract(some, one), time)).toBe(holds(some, time) && !isIn);
        }
      }),
    );
  });

  test("what is common to two lies in both", () => {
    fc.assert(
      fc.property(intervals, intervals, (some, others) => {
        for (const time of times)
          expect(holds(intersection(some, others), time)).toBe(holds(some, time) && holds(others, time));
      }),
    );
  });

  test("some time in them is the wished one, if it may be", () => {
    fc.assert(
      fc.property(intervals, fc.integer({ min: -40, max: 40 }), (some, wish) => {
        const time = someTimeIn(some, wish);
        expect(holds(some, time)).toBe(some.length > 0);
        if (holds(some, wish)) expect(time).toBe(wish);
      }),
    );
  });
});
