import { describe, expect, test, vi } from "vitest";
import { createRequestForecast } from "../../../src/harness/runner/request-forecast.ts";
import type { Target } from "../../../src/harness/runner/target.ts";
import { activeCheck, fakeTarget, tell } from "./kit.ts";

const targetWith = (left: number, sent = 10): Target & { remaining: number } => {
  const target: Target & { remaining: number } = {
    ...fakeTarget({ budget: 300, concurrency: 4, requests: () => sent, left: () => target.remaining }),
    remaining: left,
  };
  return target;
};

const keep = (): void => undefined;

const purseFor = (target: Target, costs: Readonly<Record<string, number>>) => {
  const forecast = vi.fn<() => Promise<ReadonlyMap<string, number>>>(
    async () => new Map(Object.entries(costs)),
  );
  const purse = createRequestForecast({ target, costs: forecast, onCutShort: keep }, Object.keys(costs));
  return { purse, forecast };
};

describe("a run that may be resumed", () => {
  test("does not think of the end while there is plenty", async () => {
    const { purse, forecast } = purseFor(targetWith(200), { one: 500 });
    expect([purse.atOnce(), await purse.affords("one"), purse.shortfall()]).toEqual([4, true, undefined]);
    expect(forecast).not.toHaveBeenCalled();
  });

  test("begins what fits, one after the other, passes over what does not, and says so", async () => {
    const target = targetWith(30);
    const { purse, forecast } = purseFor(target, { fits: 20, large: 21, small: 5, last: 6 });
    expect([purse.atOnce(), await purse.affords("fits")]).toEqual([1, true]);
    target.remaining = 10;
    expect([await purse.affords("large"), await purse.affords("small")]).toEqual([false, true]);
    target.remaining = 5;
    expect(await purse.affords("last")).toBe(false);
    expect(purse.shortfall()).toMatch(/^the budget of 300 requests .* is spent but for 5, too few/);
    expect(forecast).toHaveBeenCalledOnce();
    const later = Object.assign(target, { freeAgain: () => "; requests are free again in 9 minutes" });
    expect(later.freeAgain() !== "" && purse.shortfall()).toMatch(/not begun; requests .* in 9 minutes$/);
  });

  test("goes on as usual where everything that is left fits", async () => {
    const { purse } = purseFor(targetWith(30), { one: 10, two: 10, three: 10 });
    expect([purse.atOnce(), await purse.affords("one"), purse.atOnce()]).toEqual([1, true, 4]);
  });

  test("begins the last where all before it were: waiting would not help", async () => {
    const { purse } = purseFor(targetWith(5), { one: 1, two: 10 });
    await purse.affords("one");
    expect([await purse.affords("two"), purse.shortfall()]).toEqual([true, undefined]);
  });

  test("passes over the first, too, but not all: none of them may be as large as it seems", async () => {
    const { purse } = purseFor(targetWith(5, 0), { one: 10, two: 10 });
    expect([await purse.affords("one"), await purse.affords("two")]).toEqual([false, true]);
    const other = purseFor(targetWith(5, 0), { one: 10, two: 5, three: 9 }).purse;
    expect([await other.affords("one"), await other.affords("two")]).toEqual([false, true]);
  });

  test("leaves it to the budget to say that it was spent by others", async () => {
    const { purse, forecast } = purseFor(targetWith(0, 0), { one: 10, two: 1 });
    expect([await purse.affords("one"), purse.shortfall()]).toEqual([true, undefined]);
    expect(forecast).not.toHaveBeenCalled();
  });

  test("goes on as if nothing were known where the forecast fails", async () => {
    const target = fakeTarget({ budget: 100, left: () => 5 });
    const forecast = () => Promise.reject(new Error("no sandbox"));
    const { footer } = await tell([activeCheck({ id: "one" })], { target, forecast, onCutShort: keep });
    expect([footer.complete, target.sent.length]).toEqual([true, 1]);
  });
});

test("a run that nobody can resume begins everything", async () => {
  const forecast = async () => new Map([["one", 100]]);
  const purse = createRequestForecast({ target: targetWith(5), costs: forecast }, ["one", "two"]);
  expect([purse.atOnce(), await purse.affords("one"), purse.shortfall()]).toEqual([
    Infinity,
    true,
    undefined,
  ]);
});
