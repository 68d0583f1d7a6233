import type { DisturbanceOptions } from "./options.ts";

/** The disturbance of one request. */
export interface Disturbance {
  readonly delayMs: number;
  /** `refused`: the connection ends before the target has seen the request; `cut`: within the answer. */
  readonly breaks?: "refused" | "cut";
  readonly status?: number;
}

const none: Disturbance = { delayMs: 0 };

/** Draws the disturbances of consecutive requests; `random` returns numbers in [0, 1). */
export const createDisturbances = (
  { latency, faultRate = 0, statuses = [] }: DisturbanceOptions,
  random: () => number,
): (() => Disturbance) => {
  if (latency === undefined && faultRate === 0 && statuses.length === 0) return () => none;
  const { minimum, maximum } = latency ?? { minimum: 0, maximum: 0 };
  return () => {
    // Always the same number of draws, so that one option does not affect another.
    const [wait, fault, kind, drawn] = [random(), random(), random(), random()];
    const delayMs = minimum + wait * (maximum - minimum);
    if (fault < faultRate) return { delayMs, breaks: kind < 0.5 ? "refused" : "cut" };
    let bound = 0;
    const hit = statuses.find(({ rate }) => drawn < (bound += rate));
    return hit === undefined ? { delayMs } : { delayMs, status: hit.status };
  };
};
