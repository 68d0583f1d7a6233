import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sendAll } from "../../../src/harness/model/check.ts";
import { spread, thoroughBudget } from "../../../src/harness/runner/sampling.ts";
import { activeCheck, call, fakeTarget, tell } from "./kit.ts";

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
    await tell([sampling], { target });
    expect(target.sent).toHaveLength(count);
  });
});
