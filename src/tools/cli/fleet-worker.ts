import type { SafeText } from "../../harness/output/safe-text.ts";
import { safe, safeJson } from "../../harness/output/safe-text.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { Clock } from "../../harness/model/clock.ts";
import { isOutage, throughOutages } from "../fleet/database/outage.ts";
import type { Organization } from "../fleet/file/fleet-file.ts";
import { readOrganizations } from "../fleet/file/read-organizations.ts";
import type { JobQueue } from "../fleet/jobs/job-queue.ts";
import { planDay } from "../fleet/jobs/plan-day.ts";
import { type JobReport, runJobs } from "../fleet/jobs/run-jobs.ts";
import type { CommonOptions } from "./definition.ts";
import type { RunContext } from "../fleet/run/check-organization.ts";
import { type AlertOfDay, withFleetAlerts } from "./fleet-alerts.ts";
import { withRunContext } from "./fleet-runs.ts";
import type { CliIo } from "./io.ts";
import { dayOf, fleetInputs, type OpenFleet } from "./open-fleet.ts";

const pollMs = 1000;

/** How long the list of the organizations is taken to be as it was. */
const listMs = 60_000;

/** Finds organizations in the list of the fleet file, which is read again now and then. */
const createFinder = (open: OpenFleet, io: CliIo) => {
  let list: Promise<ReadonlyMap<string, Organization>> | undefined;
  let readAt = 0;
  const read = async (): Promise<ReadonlyMap<string, Organization>> => {
    const organizations = await readOrganizations(open.fleet, fleetInputs(io));
    return new Map(organizations.map((one) => [one.name, one]));
  };
  return async (name: string): Promise<Organization | undefined> => {
    if (list === undefined || io.clock.now() - readAt > listMs) {
      readAt = io.clock.now();
      list = read();
      // A list that cannot be read is read again for the next job.
      list.catch(() => (list = undefined));
    }
    return (await list).get(name);
  };
};

/** A line for people, or one of JSON for programs; nothing of it is anybody's data. */
const reportText = (report: JobReport, json: boolean): SafeText => {
  const { job } = report;
  const { organization, day } = job;
  if (report.kind === "put-off") {
    const seconds = Math.ceil(report.ms / 1000);
    if (json) return safeJson({ organization, day, state: "put-off", seconds, reason: report.reason });
    return safe`${organization} ${day} is put off for ${seconds} s: ${report.reason}\n`;
  }
  if (report.kind === "failed") {
    if (json) return safeJson({ organization, day, state: "not-ended", reason: report.reason });
    return safe`${organization} ${day} did not end: ${report.reason}\n`;
  }
  const { result } = report;
  const failure = result.kind === "kept" ? result.failure : undefined;
  const state = result.kind === "kept" ? (failure === undefined ? "done" : "failed") : result.kind;
  const paused = result.kind === "kept" && result.verdicts.paused !== undefined;
  if (json) return safeJson({ organization, day, state, ...failure, ...(paused ? { paused } : {}) });
  const why = failure === undefined ? safe`` : safe`: ${failure.cause}: ${failure.reason}`;
  return safe`${organization} ${day} ${state === "done" ? "is done" : state}${why}${paused ? "; it is paused" : ""}\n`;
};

/** Waits for the signal, or until no run is left. */
const waitForEnd = async (
  queue: Pick<JobQueue, "remaining">,
  drain: boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> => {
  const isDrained = async (): Promise<boolean> => {
    try {
      return drain && (await queue.remaining()) === 0;
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

export interface WorkerOptions extends Pick<CommonOptions, "json" | "quiet"> {
  readonly slots: number;
  /** Whether it ends when no run is left. */
  readonly drain: boolean;
}

/**
 * Makes the runs of a queue until it is interrupted, or until none is left; what has begun is ended. Returns the exit
 * code: 3 where it stopped because no secrets could be had.
 */
export const workOn = (
  queue: JobQueue,
  open: OpenFleet,
  options: WorkerOptions,
  io: CliIo,
): Promise<number> =>
  withFleetAlerts(open, io, (alert) =>
    withRunContext(open.fleet, io, (context) => workWith(context, alert, queue, open, options, io)),
  );

const workWith = async (
  context: RunContext,
  alert: AlertOfDay | undefined,
  queue: JobQueue,
  open: OpenFleet,
  { slots, drain, json = false, quiet = false }: WorkerOptions,
  io: CliIo,
): Promise<number> => {
  const ended = new AbortController();
  const until = AbortSignal.any([io.signal, ended.signal]);
  const { fleet, repository } = open;
  let hasSecrets = true;
  let hasAlerted = true;
  const handlers = runJobs({
    ...context,
    queue,
    find: createFinder(open, io),
    async plan() {
      const [day, now] = [dayOf(undefined, fleet, io), io.clock.now()];
      const options = { fleet, inputs: context.inputs, repository, queue, day, now, spread: true };
      await throughOutages(() => planDay(options), io.clock);
    },
    isThrough: alert === undefined ? undefined : (day) => repository.isThrough(day),
    async alert(job) {
      hasAlerted = (await alert?.(job)) ?? true;
      // The job is tried again.
      if (!hasAlerted) throw Object.assign(new Error("somebody could not be alerted"), { stack: "" });
    },
    onReport(report) {
      if (!quiet) io.stdout.write(reportText(report, json));
    },
    onNoSecrets() {
      hasSecrets = false;
      ended.abort();
    },
  });
  await queue.work(slots, handlers);
  await waitForEnd(queue, drain, io.clock, until);
  // Runs that have begun are ended first: nobody has to make them again.
  await queue.stop();
  if (!hasSecrets) io.stderr.write(safe`tripact: too many secrets in a row could not be had\n`);
  if (io.signal.aborted) return drain ? exitCodes.interrupted : exitCodes.conformant;
  return hasSecrets && hasAlerted ? exitCodes.conformant : exitCodes.notJudged;
};
