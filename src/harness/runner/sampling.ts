import type { RunOptions } from "./run-options.ts";

/** From so many requests on, plans ask about everything; with fewer they pick (see PlanContext.sample). */
export const thoroughBudget = 4000;

/** From so many on, they pick by how much of that there is; with fewer, as few as a check is content with. */
const ampleBudget = 1500;

/** How many of so many items a plan asks about that is content with a few. */
export const pickedCount = (items: number, few: number, budget: number): number =>
  budget < ampleBudget ? few : Math.max(few, Math.floor(items * Math.min(1, budget / thoroughBudget)));

/** Whether plans pick: as the budget says, or as in the run of which something is asked again. */
export const isSampled = ({ target, again }: Pick<RunOptions, "target" | "again">): boolean =>
  again?.sampled ?? target.budget < thoroughBudget;

/** `few` of the items at even distances, beginning where the seed says, in their own order. */
export const spread = <T>(items: readonly T[], few: number, seed: number): readonly T[] => {
  if (few >= items.length) return items;
  const chosen = new Set(
    Array.from(
      { length: few },
      (_, index) => (Math.floor((index * items.length) / few) + seed) % items.length,
    ),
  );
  return items.filter((_, index) => chosen.has(index));
};
