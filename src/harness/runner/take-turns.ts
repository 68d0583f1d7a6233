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
 * The checks one after the other, as long as there is something left of so many requests: what was covered least
 * comes first, also where it takes more than there are, and among equals what has most to ask. To be taken one at a
 * time.
 */
export function* takeTurns(
  checks: readonly ActiveCheck[],
  share: number,
  { left, isOver, covered, costOf, ask }: TurnTaking,
): Generator<Asked> {
  const end = left() - share;
  const turnsOf = ({ turns = 1 }: ActiveCheck): number => turns;
  let waiting = checks.toSorted(
    (one, other) => covered(one) - covered(other) || turnsOf(other) - turnsOf(one),
  );
  let isFirst = true;
  for (;;) {
    const free = left() - end;
    const next = waiting.find((check) => isFirst || costOf(check) <= free);
    if (next === undefined || free <= 0 || isOver()) return;
    waiting = waiting.filter((check) => check !== next);
    isFirst = false;
    yield { check: next, result: ask(next, free) };
  }
}
