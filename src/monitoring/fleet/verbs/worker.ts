import type { Clock } from "../../../core/model/clock.ts";
import { isOutage, throughOutages } from "../database/outage.ts";
import { scheduledDay, startOf } from "../file/day.ts";
import type { FleetFile, Organization } from "../file/fleet-file.ts";
import { readOrganizations } from "../file/read-organizations.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { planDay } from "../jobs/plan-day.ts";
import { runJobs } from "../jobs/run-jobs.ts";
import type { RunContext } from "../run/check-organization.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { type AlertOfDay, withFleetAlerts } from "./alerts.ts";
import type { FleetEvent, WorkVerdict } from "../fleet.ts";
import { fleetInputs, type OpenFleet } from "./open-fleet.ts";
import { withRunContext } from "./run-context.ts";

const pollMs = 1000;

/** How far this clock may be behind that of the database, by which the schedule goes. */
const skewMs = 60_000;

/** For how long a day is planned at least, however short its window. */
const shortestMs = 900_000;

/** The day that is to be planned unless it is already; undefined if its window is over. */
export const dayToPlan = ({ schedule }: Pick<FleetFile, "schedule">, now: number): string | undefined => {
  const day = scheduledDay(schedule, now + skewMs);
  const late = now - startOf(schedule, day);
  return late < Math.max(schedule.windowMs, shortestMs) ? day : undefined;
};

/** How long the list of organizations is cached. */
const listMs = 60_000;

/** Finds organizations in the fleet file's list, which is re-read periodically. */
const createFinder = (fleet: FleetFile, around: Environment) => {
  const { clock } = around;
  let list: Promise<ReadonlyMap<string, Organization>> | undefined;
  let readAt = 0;
  const read = async (): Promise<ReadonlyMap<string, Organization>> => {
    const organizations = await readOrganizations(fleet, fleetInputs(around));
    return new Map(organizations.map((one) => [one.name, one]));
  };
  return async (name: string): Promise<Organization | undefined> => {
    if (list === undefined || clock.now() - readAt > listMs) {
      readAt = clock.now();
      list = read();
      // A failed read is repeated for the next job.
      list.catch(() => (list = undefined));
    }
    return (await list).get(name);
  };
};

/** Waits for the signal, or until no run is left. */
const waitForEnd = async (
  queue: Pick<JobQueue, "remaining">,
  { drain, noWait }: Pick<WorkerOptions, "drain" | "noWait">,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> => {
  const isDrained = async (): Promise<boolean> => {
    try {
      return drain && (await queue.remaining(noWait)) === 0;
    } catch (error) {
      if (isOutage(error)) return false;
      throw error;
    }
  };
  try {
    while (!(await isDrained())) await clock.sleep(pollMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const unreadableJob = (queue: string): string =>
  `a job of the queue ${queue} could not be read, as tripact has not written it, and was removed: ` +
  "tripact fleet plan adds what is left of a day, and tripact fleet status lists it";

export interface WorkerOptions {
  readonly slots: number;
  /** Whether to end when no run is left. */
  readonly drain: boolean;
  /** Whether a run that cannot begin within a few seconds is left to others. */
  readonly noWait: boolean;
  onEvent(event: FleetEvent): void;
}

/**
 * Executes the runs of a queue until interrupted or until none is left; started runs are completed. `inconclusive` if
 * it stopped because secrets were not available, or an alert could not be sent.
 */
export const workOn = (queue: JobQueue, open: OpenFleet, options: WorkerOptions): Promise<WorkVerdict> =>
  withFleetAlerts(
    open,
    (message) => options.onEvent({ type: "problem", message }),
    (alert) => withRunContext(open, (context) => workWith(context, alert, queue, open, options)),
  );

const workWith = async (
  context: RunContext,
  alert: AlertOfDay | undefined,
  queue: JobQueue,
  { fleet, repository, around }: OpenFleet,
  { slots, drain, noWait, onEvent }: WorkerOptions,
): Promise<WorkVerdict> => {
  const { clock, signal } = around;
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  let hasSecrets = true;
  let hasAlerted = true;
  const handlers = runJobs({
    ...context,
    queue,
    find: createFinder(fleet, around),
    async plan() {
      const now = clock.now();
      const day = dayToPlan(fleet, now);
      if (day === undefined || (await throughOutages(() => repository.isPlanned(day), clock))) return;
      const options = {
        fleet,
        inputs: context.inputs,
        repository,
        queue,
        day,
        now,
        spread: true,
        again: false,
      };
      await throughOutages(() => planDay(options), clock);
    },
    isThrough: alert === undefined ? undefined : (day) => repository.isThrough(day),
    async alert(job) {
      hasAlerted = (await alert?.(job)) ?? true;
      // The job is retried.
      if (!hasAlerted) throw Object.assign(new Error("somebody could not be alerted"), { stack: "" });
    },
    onReport: (report) => onEvent({ type: "job", report }),
    onUnreadable: (queue) => onEvent({ type: "problem", message: unreadableJob(queue) }),
    onNoSecrets() {
      hasSecrets = false;
      ended.abort();
    },
  });
  await queue.work(slots, handlers);
  await waitForEnd(queue, { drain, noWait }, clock, until);
  // Started runs are completed first, so that nobody has to repeat them.
  await queue.stop();
  if (!hasSecrets) onEvent({ type: "problem", message: "too many secrets in a row could not be had" });
  // A worker that runs until it is stopped has done its job.
  if (signal.aborted) return drain ? "interrupted" : "complete";
  return hasSecrets && hasAlerted ? "complete" : "inconclusive";
};
