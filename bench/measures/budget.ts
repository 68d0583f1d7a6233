import { trialsOf, unlimited } from "../../scripts/budget-trials.ts";
import type { Figure, Measure } from "../figure.ts";

/** Takes one planted fault in this many, as in reports/budget-curve.md: a sample of ten would be meaningless. */
const every = 4;

/** Requests, and the required share; the goals are 60 % and 95 %. */
const held = new Map([
  [60, 40],
  [300, 60],
]);
const budgets = [...held.keys()];

/** The share of an unlimited reading run's faults that small runs find. */
export const budget: Measure = {
  id: "budget",
  title: "planted faults found with few requests",
  measure: async ({ scale }) => {
    const trials = await trialsOf({
      every: Math.ceil(every / scale),
      budgets: [...budgets, unlimited],
      seed: 1,
      part: 0,
      parts: 1,
    });
    const foundWith = (requests: number): ReadonlySet<string> =>
      new Set(trials.flatMap((trial) => (trial.budget === requests && trial.found ? [trial.fault] : [])));
    const all = foundWith(unlimited);
    return budgets.map((requests): Figure => {
      const found = [...foundWith(requests)].filter((fault) => all.has(fault)).length;
      return {
        what: `faults found with ${requests} requests, writes off`,
        unit: "%",
        value: all.size === 0 ? 0 : (100 * found) / all.size,
        spread: 0,
        runs: all.size,
        limit: { on: "value", at: "least", bound: held.get(requests) ?? 0 },
        note: `${found} of the ${all.size} that a run without a limit finds`,
      };
    });
  },
};
