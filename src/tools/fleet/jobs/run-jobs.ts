import { UsageError } from "../../../harness/model/usage-error.ts";
import { isOutage, throughOutages } from "../database/outage.ts";
import type { Organization } from "../file/fleet-file.ts";
import { CommandFailed } from "../file/run-command.ts";
import { checkOrganization, type CheckResult, type RunContext } from "../run/check-organization.ts";
import { keepFailure } from "../run/keep-failure.ts";
import type { JobHandlers, JobQueue, RunJob } from "./job-queue.ts";

/** Organizations in a row whose secrets could not be had before a worker takes no further jobs. */
const mostFailedCommands = 20;

/** What came of a job. */
export type JobReport =
  | { readonly kind: "ended"; readonly job: RunJob; readonly result: Exclude<CheckResult, { kind: "wait" }> }
  | { readonly kind: "put-off"; readonly job: RunJob; readonly ms: number }
  /** It is tried again, or dead. */
  | { readonly kind: "failed"; readonly job: RunJob; readonly reason: string };

export interface RunJobsOptions extends RunContext {
  readonly queue: Pick<JobQueue, "add">;
  /** The organization of a job; undefined for one that the fleet file no longer lists. */
  find(organization: string): Promise<Organization | undefined>;
  plan(): Promise<void>;
  onReport(report: JobReport): void;
  /** So many secrets in a row could not be had that this worker should take no further jobs. */
  onNoSecrets(): void;
}

/** A reason that may be kept beside a job: messages of the program's own, no other ones, which may quote data. */
const shownReason = (error: unknown): string => {
  if (error instanceof UsageError) return error.line;
  if (isOutage(error)) return "the database could not be reached";
  return `this is a bug (${error instanceof Error ? error.name : "unknown"})`;
};

/** What a worker does with the jobs of a fleet. */
export const runJobs = (options: RunJobsOptions): JobHandlers => {
  const { queue, clock, onReport } = options;
  let failedCommands = 0;

  /** Puts a run off as another job: this one has been tried as it should be. */
  const putOff = async (job: RunJob, wait: Extract<CheckResult, { kind: "wait" }>): Promise<void> => {
    const at = clock.now() + wait.ms;
    if (at > Date.parse(job.until)) {
      const result = await keepFailure(job.organization, job.day, wait.failure, options);
      return onReport({ kind: "ended", job, result });
    }
    const next = { ...job, turn: job.turn + 1, startAfter: new Date(at).toISOString() };
    await throughOutages(() => queue.add([next]), clock);
    onReport({ kind: "put-off", job, ms: wait.ms });
  };

  const runOne = async (job: RunJob, signal: AbortSignal): Promise<void> => {
    const organization = await options.find(job.organization);
    if (organization === undefined) throw new UsageError(`the fleet file does not list ${job.organization}`);
    const result = await checkOrganization(organization, job.day, options, signal);
    failedCommands = 0;
    if (result.kind === "wait") await putOff(job, result);
    else onReport({ kind: "ended", job, result });
  };

  return {
    async run(job, signal) {
      try {
        await runOne(job, signal);
      } catch (error) {
        const reason = signal.aborted ? "it was interrupted" : shownReason(error);
        if (error instanceof CommandFailed) failedCommands += 1;
        if (failedCommands >= mostFailedCommands) options.onNoSecrets();
        onReport({ kind: "failed", job, reason });
        // What is thrown is kept beside the job.
        throw Object.assign(new Error(reason), { stack: "" });
      }
    },
    async dead(job, reason) {
      const result = await keepFailure(job.organization, job.day, { cause: "dead", reason }, options);
      onReport({ kind: "ended", job, result });
    },
    plan: () => options.plan(),
  };
};
