import type { PlanContext } from "../../harness/model/check.ts";

/**
 * Whether a plan that is seldom worth its requests is carried out: always where the run may make many requests, else by
 * one seed in so many.
 */
export const inTurn = (context: PlanContext, of: number): boolean =>
  context.sample(
    Array.from({ length: of }, (_, place) => place),
    1,
  )[0] === 0;

/** Why one that was left out is not judged. */
export const notItsTurn = "left to a run with another seed, or with more requests";
