import type { PlanContext } from "../../harness/model/check.ts";

/**
 * Whether a plan that is seldom worth its requests is carried out: always where the run may make many requests, else by
 * one seed in so many.
 */
export const inTurn = (context: PlanContext, turn: keyof typeof turns): boolean =>
  context.sample(Object.values(turns), 1).includes(turns[turn]);

/** Whose turn it is, one after the other. */
const turns = {
  "issued tokens": 0,
  "token forms": 1,
  "issued tokens to write": 2,
  "bad parameters": 3,
  charsets: 4,
  "charsets to write": 5,
} as const;

/** Why one that was left out is not judged. */
export const notItsTurn = "left to a run with another seed, or with more requests";
