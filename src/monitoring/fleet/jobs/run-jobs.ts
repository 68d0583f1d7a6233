import { UsageError } from "../../../core/model/usage-error.ts";
import type { RunFailure } from "../../history/run-repository.ts";
import { isOutage, throughOutages } from "../database/outage.ts";
import type { Organization } from "../file/fleet-file.ts";
import { NoSecrets } from "../file/resolve-secrets.ts";
import { checkOrganization, type OrganizationCheck, type RunContext } from "../run/check-organization.ts";
import { keepFailure } from "../run/keep-failure.ts";
import { createSecretsBreaker } from "../run/secrets-breaker.ts";
import { shownReason } from "../run/shown-reason.ts";
import type { JobHandlers, JobQueue, RunJob } from "./job-queue.ts";
import type { ReportedDay } from "../alerts/report-day.ts";

/** Milliseconds until the retry of a run whose secrets, like those of others, were not available. */
const noSecretsMs = 300_000;

/** Outcome of a job. */
export type JobReport =
  | {
      readonly kind: "ended";
      readonly job: RunJob;
      readonly result: Exclude<OrganizationCheck, { kind: "wait" }>;
    }
  | { readonly kind: "put-off"; readonly job: RunJob; readonly ms: number; readonly failure: RunFailure }
  /** It is retried, or dead. */
  | { readonly kind: "failed"; readonly job: RunJob; readonly reason: string };

export interface RunJobsOptions extends RunContext {
  readonly queue: Pick<JobQueue, "add" | "alert">;
  /** The organization of a job; undefined if the fleet file no longer lists it. */
  find(organization: string): Promise<Organization | undefined>;
  plan(): Promise<void>;
  /** Whether all runs of a day have ended, so that its alerts are due; undefined if there are no receivers. */
  isThrough: ((day: string) => Promise<boolean>) | undefined;
  /** Sends the alerts of a day; rejects if one could not be sent. */
  alert(job: ReportedDay): Promise<void>;
  onReport(report: JobReport): void;
  /** Called for a job that cannot be read, with its queue. */
  onUnreadable(queue: string): void;
  /** Called if so many secrets in a row were unavailable that this worker should take no further jobs. */
  onNoSecrets(): void;
}

/** The endings of a job: completed or postponed. */
const endingsOf = (options: RunJobsOptions) => {
  const { queue, clock, onReport } = options;

  /** Postpones a run as a new job, since this one counts as completed. */
  const putOff = async (job: RunJob, wait: Extract<OrganizationCheck, { kind: "wait" }>): Promise<void> => {
    const at = clock.now() + wait.ms;
    if (at > Date.parse(job.until)) {
      const result = await keepFailure(job.organization, job.day, wait.failure, options);
      return ended(job, result);
    }
    const next = { ...job, turn: job.turn + 1, startAfter: new Date(at).toISOString() };
    await throughOutages(() => queue.add([next]), clock);
    onReport({ kind: "put-off", job, ms: wait.ms, failure: wait.failure });
  };

  /** The run may have been the last of its day. If that cannot be determined, the end of the window alerts. */
  const alertAfter = async (job: RunJob): Promise<void> => {
    const { day, failed } = job;
    if (options.isThrough === undefined || !(await options.isThrough(day))) return;
    await queue.alert(
      { day, isOver: false },
      new Date(clock.now()).toISOString(),
      failed > 0 ? job : undefined,
    );
  };

  const ended = async (job: RunJob, result: Exclude<OrganizationCheck, { kind: "wait" }>): Promise<void> => {
    onReport({ kind: "ended", job, result });
    await alertAfter(job).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
  };

  return { putOff, ended };
};

/** A worker's handlers for the jobs of a fleet. */
export const runJobs = (options: RunJobsOptions): JobHandlers => {
  const { onReport } = options;
  const secrets = createSecretsBreaker();

  const { putOff, ended } = endingsOf(options);

  /**
   * A refusal such as a wrong configuration or a shared credential recurs at every attempt. An unreadable list and
   * unavailable secrets may be repaired meanwhile, for all at once.
   */
  const refused = async (job: RunJob, error: unknown, signal: AbortSignal): Promise<OrganizationCheck> => {
    if (!(error instanceof UsageError) || error instanceof NoSecrets || signal.aborted) throw error;
    return keepFailure(job.organization, job.day, { cause: "dead", reason: shownReason(error) }, options);
  };

  const runOne = async (job: RunJob, signal: AbortSignal): Promise<void> => {
    const organization = await options.find(job.organization);
    if (organization === undefined) throw new UsageError(`the fleet file does not list ${job.organization}`);
    const result = await checkOrganization(organization, job.day, options, signal).catch((error: unknown) =>
      refused(job, error, signal),
    );
    secrets.note(true);
    if (result.kind === "wait") await putOff(job, result);
    else await ended(job, result);
  };

  /** Postpones the run if the secrets are unavailable for all, since that is no attempt. */
  const putOffWithoutSecrets = async (job: RunJob, reason: string): Promise<boolean> => {
    secrets.note(false);
    if (secrets.isOpen()) options.onNoSecrets();
    if (!secrets.isAway()) return false;
    await putOff(job, {
      kind: "wait",
      ms: noSecretsMs,
      isBrief: false,
      failure: { cause: "secrets", reason },
    });
    return true;
  };

  return {
    async run(job, signal) {
      try {
        await runOne(job, signal);
      } catch (error) {
        const reason = signal.aborted ? "it was interrupted" : shownReason(error);
        if (error instanceof NoSecrets && (await putOffWithoutSecrets(job, reason))) return;
        onReport({ kind: "failed", job, reason });
        // The error is stored with the job.
        throw Object.assign(new Error(reason), { stack: "" });
      }
    },
    async dead(job, reason) {
      await ended(job, await keepFailure(job.organization, job.day, { cause: "dead", reason }, options));
    },
    plan: () => options.plan(),
    alert: (job) => options.alert(job),
    unreadable: (queue) => options.onUnreadable(queue),
  };
};
