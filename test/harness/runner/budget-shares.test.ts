import { describe, expect, test } from "vitest";
import { createBudgetShares } from "../../../src/harness/runner/budget-shares.ts";
import type { Forecast, Offer } from "../../../src/harness/runner/planner.ts";
import { activeCheck, fakeTarget } from "./kit.ts";

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
  const shares = createBudgetShares({
    target: fakeTarget({ budget: 300 }),
    usesAll: false,
    isFirst: false,
    isDue: () => true,
    left: () => left,
  });
  return [...shares.always(some, forecast)].map(({ id }) => id);
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
