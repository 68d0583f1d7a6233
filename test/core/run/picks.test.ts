import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sendAll } from "../../../src/core/model/check.ts";
import { inTurn, pickedCount, spread, thoroughBudget } from "../../../src/core/run/picks.ts";
import { activeCheck, call, fakeTarget, runToEnd } from "./kit.ts";

const few = fc.integer({ min: 1, max: 30 });
const items = fc.integer({ min: 0, max: 40 }).map((length) => Array.from({ length }, (_, index) => index));
const seed = fc.nat(1_000_000);

describe("a spread", () => {
  test("has as many items as asked for, in their own order, the same for one seed", () => {
    fc.assert(
      fc.property(items, few, seed, (all, count, one) => {
        const picked = spread(all, count, one);
        expect(picked).toHaveLength(Math.min(count, all.length));
        expect(picked).toEqual(all.filter((item) => picked.includes(item)));
        expect(spread(all, count, one)).toEqual(picked);
      }),
    );
  });

  test("leaves out nothing for ever: the seeds together see it all", () => {
    fc.assert(
      fc.property(items, few, seed, (all, count, first) => {
        const nights = all.flatMap((_, night) => spread(all, count, first + night));
        expect(new Set(nights)).toEqual(new Set(all));
      }),
    );
  });
});

describe("items in turn", () => {
  const turn = fc.nat(1000);

  test("are as many as asked for, in their own order; more of them are the same and others", () => {
    fc.assert(
      fc.property(items, few, fc.nat(10), few, turn, (all, count, more, step, one) => {
        const picked = inTurn(all, count, step, one);
        expect(picked).toHaveLength(Math.min(count, all.length));
        expect(picked).toEqual(all.filter((item) => picked.includes(item)));
        expect(inTurn(all, count + more, step, one)).toEqual(expect.arrayContaining([...picked]));
      }),
    );
  });

  test("are all of them after as many turns as that takes", () => {
    fc.assert(
      fc.property(items, few, turn, (all, count, first) => {
        const turns = Array.from({ length: Math.ceil(all.length / count) }, (_, index) =>
          inTurn(all, count, count, first + index),
        );
        expect(new Set(turns.flat())).toEqual(new Set(all));
      }),
    );
  });
});

test("each portion picks more than the one before, also of what the first one leaves out", () => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(10), (count, portion) => {
      const [before, after] = [portion, portion + 1].map((one) => pickedCount(1000, count, 300, one));
      expect(after).toBeGreaterThan(before ?? 0);
    }),
  );
});

describe("a plan asks about", () => {
  const sampling = activeCheck({
    id: "a",
    *plan({ sample }) {
      yield* sendAll(sample([1, 2, 3, 4, 5, 6], 2).map((id) => call(String(id), { path: { id } })));
    },
  });

  test.each([
    [thoroughBudget, 6],
    [thoroughBudget - 1, 5],
    [1500, 2],
    [1499, 2],
  ])("with a budget of %i requests %i things of six", async (budget, count) => {
    const target = fakeTarget({ budget });
    await runToEnd([sampling], { target });
    expect(target.sent).toHaveLength(count);
  });
});
