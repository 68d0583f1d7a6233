import type { RunOptions } from "./run-options.ts";

/** From so few requests on, what is begun is begun with a thought for its end. */
const scarce = 200;

type RequestForecastOptions = Pick<RunOptions, "onCutShort" | "target"> & {
  /** About how many requests each check adds to those before it, by id. */
  readonly costs: () => Promise<ReadonlyMap<string, number>>;
};

/**
 * What a run that may be resumed can still afford. A check that is cut in its middle asks again when the run is
 * resumed, so none is begun that is likely to need more requests than are left.
 * @param checks ids of all that is to come
 */
export const createRequestForecast = (
  { costs: findCosts, onCutShort, target }: RequestForecastOptions,
  checks: readonly string[],
) => {
  const waiting = new Set(checks);
  let costs: ReadonlyMap<string, number> | undefined;
  let passedOver = 0;

  const left = (): number => (onCutShort === undefined ? Infinity : (target.left?.() ?? Infinity));

  const remaining = (known: ReadonlyMap<string, number>): number =>
    [...waiting].reduce((sum, check) => sum + (known.get(check) ?? 0), 0);

  const isEnough = async (check: string): Promise<boolean> => {
    if (left() >= scarce) return true;
    // The last one, where waiting helps no other, or where not even one was begun.
    if (waiting.size === 0 && (passedOver === 0 || target.requests() === 0)) return true;
    // The budget says itself that it is spent.
    if (costs === undefined && left() <= 0) return true;
    costs ??= await findCosts();
    return (costs.get(check) ?? 0) <= left();
  };

  return {
    /** How many plans of reads may be under way at once, as things are. */
    atOnce() {
      if (onCutShort === undefined) return Infinity;
      if (left() >= scarce) return target.concurrency;
      return costs !== undefined && remaining(costs) <= left() ? target.concurrency : 1;
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
      const few = left() === 0 ? "" : ` but for ${left()}, too few for a check that was not begun`;
      return `${spent}${few}${target.freeAgain?.() ?? ""}`;
    },
  };
};
