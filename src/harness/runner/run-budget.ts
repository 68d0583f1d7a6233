import type { ActiveCheck } from "../model/check.ts";
import { isExploring } from "./explore.ts";
import { alwaysAsked, type Forecast } from "./queue.ts";
import type { RunOptions } from "./run-options.ts";
import { unmetNeed } from "./selection.ts";
import { leftOf } from "./target.ts";

/** From so few requests on, what is begun is begun with a thought for its end. */
const scarce = 200;

/** What a run that uses all it has leaves of its budget for the rest of the hour: as many as `doctor` asks of an interface. */
const sparedPart = 0.07;

/** What part of a scarce budget is kept for the checks that take turns. */
const sharedPart = 0.5;

/** Where less than such a part would be left for them, nothing takes turns. */
const leastShared = 0.2;

/** What part of that is kept for those that come last: writes and sequences. */
const latePart = 4 / 5;

/** What nobody may take the requests of. */
export interface Reserved {
  /** What is asked later in any case. */
  readonly later: readonly ActiveCheck[];
  /** What takes turns later. */
  readonly turns: readonly ActiveCheck[];
  /** How many requests are asked again later. */
  readonly repeats: number;
}

export interface RunBudgetOptions extends Pick<RunOptions, "onCutShort" | "target" | "forecast"> {
  /** All that are to come. */
  readonly checks: readonly ActiveCheck[];
  /** Whether the run uses all it has, so that something must be spared. */
  readonly usesAll: boolean;
  /** The first run spends its requests on what few of them show, and draws no sequences. */
  readonly isFirst: boolean;
}

/**
 * What a run can pay for. One that may be resumed begins no check that is likely to need more requests than are left: a
 * check that is cut in its middle asks again when the run is resumed.
 */
export const createRunBudget = ({
  target,
  onCutShort,
  checks,
  forecast: forecastRun,
  usesAll,
  isFirst,
}: RunBudgetOptions) => {
  // An exploration takes what is left.
  const waiting = new Set(checks.filter((check) => !isExploring(check)).map(({ id }) => id));
  const spared = usesAll ? Math.floor(target.budget * sparedPart) : 0;
  let costs: Forecast["costs"] | undefined;
  let passedOver = 0;

  // A dry run that fails must not take the run with it: it goes on as if nothing were known.
  const unknown: Forecast = { costs: new Map(), offers: [] };
  let asked: Promise<Forecast> | undefined;
  const forecast = (): Promise<Forecast> =>
    (asked ??= forecastRun?.().catch(() => unknown) ?? Promise.resolve(unknown));

  const isPossible = (check: ActiveCheck): boolean => unmetNeed(check, target) === undefined;
  const left = (): number => leftOf(target) - spared;
  const rest = (): number => (onCutShort === undefined ? Infinity : (target.left?.() ?? Infinity));
  const sumOf = (ids: Iterable<string>, known: Forecast["costs"]): number =>
    [...ids].reduce((sum, id) => sum + (known.get(id) ?? 0), 0);

  const isEnough = async (check: string): Promise<boolean> => {
    if (rest() >= scarce) return true;
    // The last one, where waiting helps no other, or where not even one was begun.
    if (waiting.size === 0 && (passedOver === 0 || target.requests() === 0)) return true;
    // The budget says itself that it is spent.
    if (costs === undefined && rest() <= 0) return true;
    ({ costs } = await forecast());
    return (costs.get(check) ?? 0) <= rest();
  };

  return {
    /** How many requests may still be made. */
    left,
    /** What the checks are likely to ask and to judge, found out once. */
    forecast,
    /** Whether a check takes turns in this run. */
    isDue: (check: ActiveCheck): boolean => !isExploring(check) || !isFirst,
    /** How many plans of reads may be under way at once, as things are. */
    atOnce() {
      if (onCutShort === undefined) return Infinity;
      if (rest() >= scarce) return target.concurrency;
      return costs !== undefined && sumOf(waiting, costs) <= rest() ? target.concurrency : 1;
    },
    /** Whether a check may be begun; to be asked once for each. */
    async affords(check: string) {
      waiting.delete(check);
      const enough = await isEnough(check);
      if (!enough) passedOver += 1;
      return enough;
    },
    /** Why checks were not begun; undefined where all that came were. */
    shortfall(): string | undefined {
      if (passedOver === 0) return undefined;
      const spent = `the budget of ${target.budget} requests (safety.maxRequests, safety.perHour) is spent`;
      const few = rest() === 0 ? "" : ` but for ${rest()}, too few for a check that was not begun`;
      return `${spent}${few}${target.freeAgain?.() ?? ""}`;
    },
    /**
     * How many requests are left for what takes turns now, and how many nobody may take before they have had theirs.
     * Undefined where it is not known what those that come later need.
     */
    share({ later, turns, repeats }: Reserved, { costs: known }: Forecast) {
      const due = later.filter(isPossible).map(({ id }) => id);
      if (due.some((id) => !known.has(id))) return undefined;
      const needed = repeats + sumOf(due, known);
      const free = Math.max(0, left() - needed);
      if (turns.length === 0) return { now: free, reserve: needed };
      const share = Math.min(free, (target.budget - spared) * sharedPart);
      const isComing = turns.some((check) => this.isDue(check) && isPossible(check));
      const kept = isComing ? Math.floor(share * latePart) : 0;
      return { now: Math.floor(share * (1 - latePart)), reserve: needed + kept };
    },
    /** Those that are asked in any case, as far as is known what they need. */
    always(some: readonly ActiveCheck[], { costs: known, offers }: Forecast): ReadonlySet<ActiveCheck> {
      const whole = some.filter((check) => !isPossible(check) || check.turns === undefined);
      const offered = offers.filter(({ check }) =>
        whole.some(({ id, turns }) => id === check && turns === undefined),
      );
      const chosen = alwaysAsked({ costs: known, offers: offered }, left() * (isFirst ? 1 : 1 - sharedPart));
      // A run that has next to nothing left for turns asks everything: it is cut where it can be resumed.
      if (sumOf(chosen, known) > left() * (1 - leastShared)) return new Set(whole);
      const isLeftOut = ({ id }: ActiveCheck): boolean =>
        !chosen.has(id) && offered.some(({ check }) => check === id);
      return new Set(whole.filter((check) => !isPossible(check) || !isLeftOut(check)));
    },
  };
};
