import { windowEnd } from "../file/day.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import type { FleetStatus } from "../fleet.ts";
import type { DayStatus } from "../../history/run-repository.ts";

type Runs = Pick<DayStatus, "done" | "failed" | "givenUp" | "running" | "waiting">;

/** Due runs of a day that have not ended. */
export const unendedOf = ({ running, waiting }: Runs): number => running + waiting;

/**
 * All due runs of a day, and those that failed or were skipped after earlier failures.
 * @param isOver whether runs that have not ended count as failed
 */
export const failedOf = (runs: Runs, isOver: boolean) => {
  const { done, failed, givenUp } = runs;
  const unended = unendedOf(runs);
  return { failed: failed + givenUp + (isOver ? unended : 0), all: done + failed + givenUp + unended };
};

/**
 * What the due runs of a day say: few enough failed (`good`) or more than that; some can still end (`unfinished`); or no
 * run was due. Only a good day has a verdict about the organizations.
 */
export type DayState = "good" | "failed" | "unfinished" | "nothing-due";

/** @param isOver whether runs that have not ended count as failed */
export const dayState = (
  runs: Runs,
  isOver: boolean,
  { tolerate }: Pick<FleetFile, "tolerate">,
): DayState => {
  const { failed, all } = failedOf(runs, isOver);
  if (all === 0) return "nothing-due";
  // A day without a single good run shows nothing, whatever is tolerated.
  if (failed > all * tolerate || failed === all) return "failed";
  return isOver || unendedOf(runs) === 0 ? "good" : "unfinished";
};

/**
 * A day as it is at a moment.
 * @param isEnded whether no worker has runs of the day left, so that those without an end have failed
 */
export const statusAt = (
  status: DayStatus,
  fleet: Pick<FleetFile, "schedule" | "tolerate">,
  now: number,
  isEnded = false,
): FleetStatus => {
  const { until = new Date(windowEnd(fleet.schedule, status.day)).toISOString() } = status;
  const over = isEnded || now >= Date.parse(until);
  const state = dayState(status, over, fleet);
  return { ...status, until, over, state, tolerated: state === "good" };
};

/** Organizations whose run did not end in time, as far as they are listed. */
export const lateIn = ({ over, unended }: FleetStatus): DayStatus["unended"] =>
  over ? unended.filter(({ paused }) => paused === undefined) : [];
