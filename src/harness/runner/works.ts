import type { ActiveCheck } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { isExploring } from "./explore.ts";
import type { Judged, Work } from "./queue.ts";
import { portionTimes } from "./sampling.ts";
import { phaseOf } from "./selection.ts";

/** What one check asks for, and what that is judged for. */
export interface Offer {
  readonly check: string;
  /** Each by a text of its own: what two checks ask for alike is asked once. */
  readonly requests: ReadonlySet<string>;
  /** Requests beside those: what is asked more than once, and what the journal adds. */
  readonly more: number;
  readonly judges: Judged;
}

/** What the active checks of a run are likely to ask. */
export type Forecast = readonly Offer[];

/** Requests without which it is not worth to begin drawing sequences. */
const leastEffort = 20;

const scaled = (judged: Judged, by: number): Judged =>
  new Map(
    [...judged].map(([fact, judges]) => [
      fact,
      new Map([...judges].map(([judge, times]) => [judge, times * by])),
    ]),
  );

/** What the check itself judges by exchanges. */
const ownGains = ({ id, facts }: ActiveCheck, exchanges: readonly Exchange[]): Judged => {
  const judges = new Map<string, number>();
  for (const { operation = "" } of exchanges) {
    const judge = judgeOn(id, operation);
    judges.set(judge, (judges.get(judge) ?? 0) + 1);
  }
  return new Map(facts.map((fact) => [fact, judges]));
};

/** One check on one operation. */
export const judgeOn = (check: string, operation: string): string => `${check} ${operation}`;

/** As much of an exploration as is worth beginning. */
const beginningOf = ({ requests, more, judges }: Offer): Pick<Work, "cost" | "needs" | "gains"> => ({
  cost: leastEffort,
  needs: new Set(),
  gains: scaled(judges, Math.min(1, leastEffort / (requests.size + more))),
});

/** Whether a run may do without it: what takes turns, or draws from what is left. */
export const isOptional = (check: ActiveCheck): boolean => check.turns !== undefined || isExploring(check);

type Known = Pick<Work, "cost" | "needs" | "gains">;

const knownOf = (check: ActiveCheck, offer: Offer): Known =>
  isExploring(check) ? beginningOf(offer) : { cost: offer.more, needs: offer.requests, gains: offer.judges };

/** What first portions are made by. */
export interface FirstWorksOptions {
  /** By check; undefined where requests are not scarce, so that everything is asked. */
  readonly offers: ReadonlyMap<string, Offer> | undefined;
  /** Whether a check cannot be asked on this target anyway. */
  isUnmet(check: ActiveCheck): boolean;
  partsOf(check: ActiveCheck): Pick<Work, "isFirst" | "earlier">;
}

const nothingKnown: Known = { cost: 0, needs: new Set(), gains: new Map() };

/** What was not asked yet, in the same order. */
export const firstWorks = (
  checks: readonly ActiveCheck[],
  { offers, isUnmet, partsOf }: FirstWorksOptions,
): ReadonlyMap<Work, ActiveCheck> => {
  const isUnknown = (check: ActiveCheck): boolean => offers?.has(check.id) === false && !isUnmet(check);
  // Nothing is taken away from those of which nobody knows what they need.
  const least = checks.some((check) => isUnknown(check) && !isOptional(check)) ? Infinity : leastEffort;
  const of = (check: ActiveCheck): Known => {
    const offer = offers?.get(check.id);
    if (offer !== undefined && !isUnmet(check)) return knownOf(check, offer);
    return isUnknown(check) && isOptional(check) ? { ...nothingKnown, cost: least } : nothingKnown;
  };
  return new Map(
    checks.map((check) => [
      { check: check.id, portion: 0, phase: phaseOf(check), ...of(check), ...partsOf(check) },
      check,
    ]),
  );
};

/** What follows a portion that was answered so: a check asks for it beyond that. */
export const nextPortion = (
  check: ActiveCheck,
  { portion, isFirst, earlier }: Work,
  exchanges: readonly Exchange[],
): Work => {
  const growth = portionTimes(portion + 1) / portionTimes(portion) - 1;
  return {
    check: check.id,
    portion: portion + 1,
    phase: phaseOf(check),
    cost: exchanges.length * growth,
    needs: new Set(),
    gains: scaled(ownGains(check, exchanges), growth),
    isFirst,
    earlier,
  };
};
