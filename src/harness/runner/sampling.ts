import type { RunOptions } from "./run-options.ts";

/** From this budget on, plans ask about everything; with less they pick (see PlanContext.sample). */
export const thoroughBudget = 4000;

/** From this budget on, they pick in proportion to it; with less, the minimum of a check. */
const ampleBudget = 1500;

/** Whether plans pick only their minimum. */
export const isScarce = (budget: number): boolean => budget < ampleBudget;

/** Growth of what a plan asks beyond its minimum: half as much again with each portion. */
const growth = 1.5;

/** How many times a portion holds a plan's minimum. */
export const portionTimes = (portion: number): number => Math.ceil(growth ** portion);

/**
 * Number of items that a plan with the minimum `few` asks about.
 * @param portion 0 for the first one, which every check gets; the following ones use what is left of a budget
 */
export const pickedCount = (items: number, few: number, budget: number, portion = 0): number => {
  if (!isScarce(budget)) return Math.max(few, Math.floor(items * Math.min(1, budget / thoroughBudget)));
  const times = portionTimes(portion);
  return few === 0 ? times - 1 : few * times;
};

/** Whether plans pick: decided by the budget or by an earlier run. */
export const isSampled = ({ target, picks }: Pick<RunOptions, "target" | "picks">): boolean =>
  picks?.sampled ?? target.budget < thoroughBudget;

/** `few` of the items at even distances, starting at an index derived from the seed, in their own order. */
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

/** The fractional part of the golden ratio: the fractional parts of its multiples are far apart. */
const golden = 0.618_033_988_749_894_9;

/** The numbers below `count`, each once, ordered so that neighbours are far apart. */
const scattered = (count: number): readonly number[] => {
  const free = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: count }, (_, index) => {
    const [next = 0] = free.splice(Math.floor(((index * golden) % 1) * free.length), 1);
    return next;
  });
};

/**
 * `count` of the items, in their own order: those whose turn it is, and the next ones. A greater count only adds items.
 * With `few` of them a turn, each turn continues after the previous one until all were taken.
 */
export const inTurn = <T>(items: readonly T[], count: number, few: number, turn: number): readonly T[] => {
  if (count >= items.length) return items;
  const order = scattered(items.length);
  const start = (turn * Math.max(1, few)) % items.length;
  const chosen = new Set(Array.from({ length: count }, (_, index) => order[(start + index) % order.length]));
  return items.filter((_, index) => chosen.has(index));
};
