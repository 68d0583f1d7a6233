import { describe, expect, test, vi } from "vitest";
import type { Forecast, Offer } from "../../../src/core/run/queue.ts";
import { createRunBudget } from "../../../src/core/run/run-budget.ts";
import type { Target } from "../../../src/core/run/target.ts";
import { activeCheck, fakeTarget, runToEnd } from "./kit.ts";

const targetWith = (left: number, sent = 10): Target & { remaining: number } => {
  const target: Target & { remaining: number } = {
    ...fakeTarget({ budget: 300, concurrency: 4, requests: () => sent, left: () => target.remaining }),
    remaining: left,
  };
  return target;
};

const keep = (): void => undefined;

const usual = { usesAll: false, isFirst: false } as const;

const budgetFor = (target: Target, costs: Readonly<Record<string, number>>) => {
  const forecast = vi.fn<() => Promise<Forecast>>(async () => ({
    costs: new Map(Object.entries(costs)),
    offers: [],
  }));
  const checks = Object.keys(costs).map((id) => activeCheck({ id }));
  const budget = createRunBudget({ ...usual, target, checks, forecast, onCutShort: keep });
  return { budget, forecast };
};

describe("a run that may be resumed", () => {
  test("does not think of the end while there is plenty", async () => {
    const { budget, forecast } = budgetFor(targetWith(200), { one: 500 });
    expect([budget.atOnce(), await budget.affords("one"), budget.shortfall()]).toEqual([4, true, undefined]);
    expect(forecast).not.toHaveBeenCalled();
  });

  test("begins what fits, one after the other, passes over what does not, and says so", async () => {
    const target = targetWith(30);
    const { budget, forecast } = budgetFor(target, { fits: 20, large: 21, small: 5, last: 6 });
    expect([budget.atOnce(), await budget.affords("fits")]).toEqual([1, true]);
    target.remaining = 10;
    expect([await budget.affords("large"), await budget.affords("small")]).toEqual([false, true]);
    target.remaining = 5;
    expect(await budget.affords("last")).toBe(false);
    expect(budget.shortfall()).toMatch(/^the budget of 300 requests .* is spent but for 5, too few/);
    expect(forecast).toHaveBeenCalledOnce();
    const later = Object.assign(target, { freeAgain: () => "; requests are free again in 9 minutes" });
    expect(later.freeAgain() !== "" && budget.shortfall()).toMatch(/not begun; requests .* in 9 minutes$/);
  });

  test("goes on as usual where everything that is left fits", async () => {
    const { budget } = budgetFor(targetWith(30), { one: 10, two: 10, three: 10 });
    expect([budget.atOnce(), await budget.affords("one"), budget.atOnce()]).toEqual([1, true, 4]);
  });

  test("begins the last where all before it were: waiting would not help", async () => {
    const { budget } = budgetFor(targetWith(5), { one: 1, two: 10 });
    await budget.affords("one");
    expect([await budget.affords("two"), budget.shortfall()]).toEqual([true, undefined]);
  });

  test("passes over the first, too, but not all: none of them may be as large as it seems", async () => {
    const { budget } = budgetFor(targetWith(5, 0), { one: 10, two: 10 });
    expect([await budget.affords("one"), await budget.affords("two")]).toEqual([false, true]);
    const other = budgetFor(targetWith(5, 0), { one: 10, two: 5, three: 9 }).budget;
    expect([await other.affords("one"), await other.affords("two")]).toEqual([false, true]);
  });

  test("leaves it to the budget to say that it was spent by others", async () => {
    const { budget, forecast } = budgetFor(targetWith(0, 0), { one: 10, two: 1 });
    expect([await budget.affords("one"), budget.shortfall()]).toEqual([true, undefined]);
    expect(forecast).not.toHaveBeenCalled();
  });

  test("goes on as if nothing were known where the forecast fails", async () => {
    const target = fakeTarget({ budget: 100, left: () => 5 });
    const forecast = () => Promise.reject(new Error("no sandbox"));
    const { footer } = await runToEnd([activeCheck({ id: "one" })], { target, forecast, onCutShort: keep });
    expect([footer.complete, target.sent.length]).toEqual([true, 1]);
  });
});

test("a run that nobody can resume begins everything", async () => {
  const checks = ["one", "two"].map((id) => activeCheck({ id }));
  const forecast = async () => ({ costs: new Map([["one", 100]]), offers: [] });
  const budget = createRunBudget({ ...usual, target: targetWith(5), checks, forecast });
  expect([budget.atOnce(), await budget.affords("one"), budget.shortfall()]).toEqual([
    Infinity,
    true,
    undefined,
  ]);
});

const offer = (id: string, ...facts: readonly string[]): Offer => ({
  check: id,
  requests: new Set([id]),
  judges: new Map(facts.map((fact) => [fact, new Set([id])])),
});

/** Two checks judge the same, of which one is dear; the third judges what no other does. */
const offers = [offer("dear", "ONE-01"), offer("cheap", "ONE-01"), offer("sole", "TWO-01")];
const some = [
  ...offers.map(({ check: id }) => activeCheck({ id })),
  activeCheck({ id: "in-turns", turns: 4 }),
];

const alwaysWith = (left: number): readonly string[] => {
  const costs = new Map([
    ["dear", 200],
    ["cheap", 20],
    ["sole", 80],
  ]);
  const forecast: Forecast = { costs, offers };
  const budget = createRunBudget({
    ...usual,
    target: fakeTarget({ budget: 300, left: () => left }),
    checks: some,
    forecast: async () => forecast,
  });
  return [...budget.always(some, forecast)].map(({ id }) => id);
};

describe("what is asked in any case", () => {
  test("leaves out what others judge as well, also where everything would be one request too many", () => {
    expect(alwaysWith(300)).toEqual(["cheap", "sole"]);
    expect(alwaysWith(299)).toEqual(["cheap", "sole"]);
  });

  test("is everything that takes no turns where next to nothing would be left: the run is cut, and resumed", () => {
    expect(alwaysWith(120)).toEqual(["dear", "cheap", "sole"]);
    expect(alwaysWith(99)).toEqual(["dear", "cheap", "sole"]);
  });
});
