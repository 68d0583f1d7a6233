import type { ActiveCheck } from "../model/check.ts";
import { alwaysAsked, type Forecast } from "./planner.ts";
import { unmetNeed } from "./selection.ts";
import type { Target } from "./target.ts";

/** What nobody may take the requests of. */
export interface Reserved {
  /** What is asked later in any case. */
  readonly later: readonly ActiveCheck[];
  /** What takes turns later. */
  readonly turns: readonly ActiveCheck[];
  /** How many requests are asked again later. */
  readonly repeats: number;
}

/** What a run that uses all it has leaves of its budget for the rest of the hour: as many as `doctor` asks of an interface. */
const sparedPart = 0.07;

/** What part of a scarce budget is kept for the checks that take turns. */
const sharedPart = 0.5;

/** Where less than such a part would be left for them, nothing takes turns. */
const leastShared = 0.2;

/** What part of that is kept for those that come last: writes and sequences. */
const latePart = 4 / 5;

/** How many requests what comes later needs in any case; undefined where that is not known. */
export const neededBy = (
  { later, repeats }: Reserved,
  { costs }: Forecast,
  target: Target,
): number | undefined => {
  const due = later.filter((check) => unmetNeed(check, target) === undefined);
  if (due.some(({ id }) => !costs.has(id))) return undefined;
  return due.reduce((sum, { id }) => sum + (costs.get(id) ?? 0), repeats);
};

export interface BudgetSharesOptions {
  readonly target: Target;
  /** Whether the run uses all it has, so that something must be spared. */
  readonly usesAll: boolean;
  /** The first run spends its requests on what few of them show. */
  readonly isFirst: boolean;
  /** Whether a check takes turns in this run. */
  isDue(check: ActiveCheck): boolean;
  /** How many requests are left of the budget. */
  left(): number;
}

/** How a scarce budget is divided. */
export const createBudgetShares = ({ target, usesAll, isFirst, isDue, ...options }: BudgetSharesOptions) => {
  const spared = usesAll ? Math.floor(target.budget * sparedPart) : 0;
  const left = (): number => options.left() - spared;
  return {
    /** How many requests may still be made. */
    left,
    /** How many requests are left for what takes turns: now, and later in the run. */
    of: (reserved: Reserved, forecast: Forecast) => {
      const needed = neededBy(reserved, forecast, target);
      if (needed === undefined) return { now: 0, later: 0 };
      const free = Math.max(0, left() - needed);
      if (reserved.turns.length === 0) return { now: free, later: 0 };
      const share = Math.min(free, (target.budget - spared) * sharedPart);
      const isComing = (check: ActiveCheck): boolean =>
        isDue(check) && unmetNeed(check, target) === undefined;
      const later = reserved.turns.some(isComing) ? Math.floor(share * latePart) : 0;
      return { now: Math.floor(share * (1 - latePart)), later };
    },
    /** Those that are asked in any case, as far as is known what they need. */
    always: (some: readonly ActiveCheck[], { costs, offers }: Forecast): ReadonlySet<ActiveCheck> => {
      const isFree = (check: ActiveCheck): boolean => unmetNeed(check, target) !== undefined;
      const known = new Map(some.map((check) => [check.id, check]));
      const offered = offers.filter(({ check }) => known.has(check) && known.get(check)?.turns === undefined);
      const chosen = alwaysAsked({ costs, offers: offered }, left() * (isFirst ? 1 : 1 - sharedPart));
      const needed = [...chosen].reduce((sum, id) => sum + (costs.get(id) ?? 0), 0);
      // A run that has next to nothing left for turns asks everything: it is cut where it can be resumed.
      if (needed > left() * (1 - leastShared))
        return new Set(some.filter((check) => isFree(check) || check.turns === undefined));
      const isUnknown = ({ id }: ActiveCheck): boolean => !offered.some(({ check }) => check === id);
      return new Set(
        some.filter(
          (check) =>
            isFree(check) || (check.turns === undefined && (chosen.has(check.id) || isUnknown(check))),
        ),
      );
    },
  };
};
