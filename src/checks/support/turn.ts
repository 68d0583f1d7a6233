import type { PlanContext } from "../../harness/model/check.ts";

/** What takes turns where requests are scarce, each in a run of another seed; otherwise all of it runs. */
const takingTurns = [
  "note texts",
  "combinations",
  "volunteer writes",
  "replaced texts",
  "crm writes",
  "volunteer texts",
  "reference-read-refuses-issued-tokens",
  "refresh-tokens-read-nothing",
  "refresh-tokens-write-nothing",
  "crm-tokens-read-nothing-elsewhere",
  "crm-tokens-write-nothing-elsewhere",
  "token forms",
  "bad parameters",
  "charsets",
  "sample conditions",
  "volunteer scheme",
  "charsets to write",
  "ids",
] as const;

/** How many of them run where requests are scarce. */
const atOnce = 1;

/** Whether it is the turn of one of those that share the few requests there are. */
export const isTurnOf = (context: PlanContext, what: (typeof takingTurns)[number]): boolean =>
  context.isMore === true || context.sample(takingTurns, atOnce).includes(what);

/** Why one that was left out is not judged. */
export const notItsTurn = "left to a run with another seed, or with more requests";
