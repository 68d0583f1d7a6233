import type { ActiveCheck } from "../model/check.ts";
import { isExploring } from "./explore.ts";
import { alwaysAsked, type Forecast } from "./queue.ts";
import type { RunOptions } from "./run-options.ts";
import { unmetNeed } from "./selection.ts";
import { leftOf } from "./target.ts";

/** With fewer requests than this, a check begins only if it can probably complete. */
const scarce = 200;

/** Share of the budget that a run spares for the rest of the hour: what `doctor` asks of an interface. */
const sparedPart = 0.07;

/** Share of a scarce budget for the checks that take turns. */
const sharedPart = 0.5;

/** If less than this share would be left for them, nothing takes turns. */
const leastShared = 0.2;

/** Share of that for those that come last: writes and sequences. */
const latePart = 4 / 5;

/** Work whose requests are reserved. */
export interface Reserved {
  readonly later: readonly ActiveCheck[];
  readonly turns: readonly ActiveCheck[];
  readonly repeats: number;
}

export interface RunBudgetOptions extends Pick<RunOptions, "onCutShort" | "target" | "forecast"> {
  readonly checks: readonly ActiveCheck[];
  /** Whether the run uses all it has, so that some must be spared. */
  readonly usesAll: boolean;
  /** The first run prefers what few requests can show, and draws no sequences. */
  readonly isFirst: boolean;
}

/** A resumable run begins no check that probably needs more than is left: resumed, it would ask again. */
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

  // A failing dry run must not end the run, which then continues without a forecast.
  const unknown: Forecast = { costs: new Map(), offers: [] };
  let asked: Promise<Forecast> | undefined;
  const forecast = (): Promise<Forecast> =>
    (asked ??= forecastRun?.().catch(() => unknown) ?? Promise.resolve(unknown));

  const isPossible = (check: ActiveCheck): boolean => unmetNeed(check, target) === undefined;
  const isDue = (check: ActiveCheck): boolean => !isExploring(check) || !isFirst;
  const left = (): number => leftOf(target) - spared;
  const rest = (): number => (onCutShort === undefined ? Infinity : (target.left?.() ?? Infinity));
  const sumOf = (ids: Iterable<string>, known: Forecast["costs"]): number =>
    [...ids].reduce((sum, id) => sum + (known.get(id) ?? 0), 0);

  const isEnough = async (check: string): Promise<boolean> => {
    if (rest() >= scarce) return true;
    // The last one begins if waiting helps no other, or if none has begun.
    if (waiting.size === 0 && (passedOver === 0 || target.requests() === 0)) return true;
    // The budget itself reports that it is spent.
    if (costs === undefined && rest() <= 0) return true;
    ({ costs } = await forecast());
    return (costs.get(check) ?? 0) <= rest();
  };

  return {
    left,
    /** What the checks will probably ask and judge, computed once. */
    forecast,
    isDue,
    /** How many reading plans may run at once now. */
    atOnce() {
      if (onCutShort === undefined) return Infinity;
      if (rest() >= scarce) return target.concurrency;
      return costs !== undefined && sumOf(waiting, costs) <= rest() ? target.concurrency : 1;
    },
    /** Whether a check may begin; to be asked once for each check. */
    async affords(check: string) {
      waiting.delete(check);
      const enough = await isEnough(check);
      if (!enough) passedOver += 1;
      return enough;
    },
    /** Why checks were not begun; undefined if all were. */
    shortfall(): string | undefined {
      if (passedOver === 0) return undefined;
      const spent = `the budget of ${target.budget} requests (safety.maxRequests, safety.perHour) is spent`;
      const few = rest() === 0 ? "" : ` but for ${rest()}, too few for a check that was not begun`;
      return `${spent}${few}${target.freeAgain?.() ?? ""}`;
    },
    /** Requests for those that take turns now, and those reserved until then. Undefined if needs are unknown. */
    share({ later, turns, repeats }: Reserved, { costs: known }: Forecast) {
      const due = later.filter(isPossible).map(({ id }) => id);
      if (due.some((id) => !known.has(id))) return undefined;
      const needed = repeats + sumOf(due, known);
      const free = Math.max(0, left() - needed);
      if (turns.length === 0) return { now: free, reserve: needed };
      const share = Math.min(free, (target.budget - spared) * sharedPart);
      const isComing = turns.some((check) => isDue(check) && isPossible(check));
      const kept = isComing ? Math.floor(share * latePart) : 0;
      return { now: Math.floor(share * (1 - latePart)), reserve: needed + kept };
    },
    /** Those that are always asked, as far as their needs are known. */
    always(some: readonly ActiveCheck[], { costs: known, offers }: Forecast): ReadonlySet<ActiveCheck> {
      const whole = some.filter((check) => !isPossible(check) || check.turns === undefined);
      const offered = offers.filter(({ check }) =>
        whole.some(({ id, turns }) => id === check && turns === undefined),
      );
      const chosen = alwaysAsked({ costs: known, offers: offered }, left() * (isFirst ? 1 : 1 - sharedPart));
      // A run with almost nothing left for turns asks everything: an interrupted run can be resumed.
      if (sumOf(chosen, known) > left() * (1 - leastShared)) return new Set(whole);
      const isLeftOut = ({ id }: ActiveCheck): boolean =>
        !chosen.has(id) && offered.some(({ check }) => check === id);
      return new Set(whole.filter((check) => !isPossible(check) || !isLeftOut(check)));
    },
  };
};
