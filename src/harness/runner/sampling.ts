import type { RunOptions } from "./run-options.ts";

/** From so many requests on, plans ask about everything; with fewer they pick (see PlanContext.sample). */
export const thoroughBudget = 4000;

/** From so many on, they pick by how much of that there is; with fewer, as few as a check is content with. */
const ampleBudget = 1500;

/** Whether plans pick as few as they are content with. */
export const isScarce = (budget: number): boolean => budget < ampleBudget;

/** How much a plan asks about beyond the few that it is content with: by half more with each portion. */
const growth = 1.5;

/** How often a portion holds the few that a plan is content with. */
export const portionTimes = (portion: number): number => Math.ceil(growth ** portion);

/**
 * How many of so many items a plan asks about that is content with a few.
 * @param portion 0 for the first one, which every check gets; the following ones use what is left of a budget
 */
export const pickedCount = (items: number, few: number, budget: number, portion = 0): number => {
  if (!isScarce(budget)) return Math.max(few, Math.floor(items * Math.min(1, budget / thoroughBudget)));
  const times = portionTimes(portion);
  return few === 0 ? times - 1 : few * times;
};

/** Whether plans pick: as the budget says, or as an earlier run did. */
export const isSampled = ({ target, picks }: Pick<RunOptions, "target" | "picks">): boolean =>
  picks?.sampled ?? target.budget < thoroughBudget;

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

/** The fractional part of the golden ratio: its multiples, without their whole parts, keep far from each other. */
const golden = 0.618_033_988_749_894_9;

/** The numbers below `count`, each once, in an order in which those that follow one another are far apart. */
const scattered = (count: number): readonly number[] => {
  const free = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: count }, (_, index) => {
    const [next = 0] = free.splice(Math.floor(((index * golden) % 1) * free.length), 1);
    return next;
  });
};

/**
 * `count` of the items, in their own order: those whose turn it is, and the next ones. A greater count adds items and
 * leaves out none. With `few` of them a turn, each turn goes on where the one before it has ended, until all were taken.
 */
export const inTurn = <T>(items: readonly T[], count: number, few: number, turn: number): readonly T[] => {
  if (count >= items.length) return items;
  const order = scattered(items.length);
  const start = (turn * Math.max(1, few)) % items.length;
  const chosen = new Set(Array.from({ length: count }, (_, index) => order[(start + index) % order.length]));
  return items.filter((_, index) => chosen.has(index));
};
