import type { ActiveCheck } from "../model/check.ts";
import type { Asked, PlanResult } from "./engine.ts";

/** How checks take turns. */
export interface TurnTaking {
  /** Requests that the run may still make. */
  left(): number;
  isOver(): boolean;
  /** How often a check has asked for everything, in all runs; less than 1 where it has not. */
  covered(check: ActiveCheck): number;
  /** About how many requests a turn of it takes. */
  costOf(check: ActiveCheck): number;
  /** @param most requests that it may take; a plan takes what it needs */
  ask(check: ActiveCheck, most: number): Promise<PlanResult>;
}

/**
 * The checks one after the other, as long as there is something left of so many requests: what was covered least comes
 * first, also where it takes more than its share of what the run has left, and equals come in their own order. To be
 * taken one at a time.
 */
export function* takeTurns(
  checks: readonly ActiveCheck[],
  share: number,
  { left, isOver, covered, costOf, ask }: TurnTaking,
): Generator<Asked> {
  const end = left() - share;
  let waiting = checks.toSorted((one, other) => covered(one) - covered(other));
  let isFirst = true;
  for (;;) {
    const free = left() - end;
    const next = waiting.find((check) => costOf(check) <= (isFirst ? left() : free));
    if (next === undefined || free <= 0 || isOver()) return;
    waiting = waiting.filter((check) => check !== next);
    yield { check: next, result: ask(next, free) };
    // Whoever had nothing to ask has had no turn.
    isFirst &&= left() - end === free;
  }
}
