import type { FleetFile } from "../file/fleet-file.ts";
import { hasReceivers } from "../../notify/receivers.ts";
import { type FleetInputs, readOrganizations } from "../file/read-organizations.ts";
import type { RunRepository } from "../../history/create-repository.ts";
import { positionOf } from "../run/fleet-order.ts";
import type { JobQueue, PlannedRun } from "./job-queue.ts";

export interface PlanOptions {
  readonly fleet: FleetFile;
  readonly inputs: FleetInputs;
  readonly repository: Pick<RunRepository, "list" | "makeDue" | "pending" | "prune">;
  readonly queue: Pick<JobQueue, "add" | "alert">;
  readonly day: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether each run starts at its own minute of the window, instead of all at once. */
  readonly spread: boolean;
  /** Whether to plan again the runs that failed without a result. */
  readonly again: boolean;
}

/** The planned runs. */
export interface DayPlan {
  readonly organizations: number;
  /** Organizations that are not paused and whose run has not ended, or is planned again. */
  readonly pending: number;
  /** Runs that were not planned before. */
  readonly added: number;
}

/**
 * Plans the runs of a day that have not ended, or failed without a result. Repeated or concurrent calls plan each run once. Also removes details
 * that are older than the fleet file keeps them.
 * @throws UsageError if the list of organizations cannot be used
 */
export const planDay = async (options: PlanOptions): Promise<DayPlan> => {
  const { fleet, inputs, repository, queue, day, now, spread, again } = options;
  const organizations = await readOrganizations(fleet, inputs);
  const { windowMs } = fleet.schedule;
  const until = new Date(now + windowMs).toISOString();
  await repository.list(organizations);
  const pending = await repository.pending(day, again);
  const runs = organizations.flatMap(({ name }): readonly PlannedRun[] => {
    const failed = pending.get(name);
    if (failed === undefined) return [];
    const startAfter = new Date(now + (spread ? positionOf(name) * windowMs : 0)).toISOString();
    return [{ organization: name, day, until, failed, turn: 0, startAfter }];
  });
  const added = await queue.add(runs);
  if (hasReceivers(fleet.notify())) await queue.alert({ day, isOver: true }, until);
  // Last, so that a day that is due has been planned.
  await repository.makeDue(day, until);
  await repository.prune(day, fleet.retention);
  return { organizations: organizations.length, pending: pending.size, added };
};
