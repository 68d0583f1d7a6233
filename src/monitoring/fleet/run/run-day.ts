import type { Organization } from "../file/fleet-file.ts";
import { NoSecrets } from "../file/resolve-secrets.ts";
import type { RunFailure } from "../../history/run-repository.ts";
import { checkOrganization, type OrganizationCheck, type RunContext } from "./check-organization.ts";
import { inFleetOrder } from "./fleet-order.ts";
import { keepFailure } from "./keep-failure.ts";
import { createSecretsBreaker } from "./secrets-breaker.ts";
import { shownReason } from "./shown-reason.ts";

/** Outcome for an organization. */
export interface RunReport {
  readonly organization: string;
  readonly result:
    | Exclude<OrganizationCheck, { readonly kind: "wait" }>
    /** It was not checked, and may be checked again. */
    | {
        readonly kind: "not-run";
        readonly reason: string;
        /** Milliseconds after which it can begin, if that is known. */
        readonly ms?: number;
      };
}

export interface RunDayOptions extends RunContext {
  readonly day: string;
  /** Concurrent organizations. */
  readonly slots: number;
  /** Milliseconds after which nothing is postponed any more. */
  readonly windowMs: number;
  /** Whether to leave an organization that would have to wait for more than another run. */
  readonly noWait: boolean;
  readonly signal: AbortSignal;
  /** An organization is finished. */
  onReport(report: RunReport): void;
  /** An organization waits for the given number of milliseconds, and why. */
  onWait(organization: string, ms: number, why: RunFailure): void;
}

/**
 * Checks every organization of a day in one process, several at once. Resolves once all are finished; those that were
 * not started before an interruption are not reported.
 */
export const runDay = async (
  organizations: readonly Organization[],
  options: RunDayOptions,
): Promise<void> => {
  const { clock, signal, slots, day } = options;
  const until = clock.now() + options.windowMs;
  const ready = [...inFleetOrder(organizations)];
  const waiting: { readonly organization: Organization; readonly readyAt: number }[] = [];
  const secrets = createSecretsBreaker();
  let lastReason = "";

  const tryOne = async (organization: Organization): Promise<RunReport["result"] | undefined> => {
    if (secrets.isOpen()) return { kind: "not-run", reason: lastReason };
    try {
      const result = await checkOrganization(organization, day, options, signal);
      secrets.note(true);
      if (result.kind !== "wait") return result;
      if (options.noWait && !result.isBrief)
        return { kind: "not-run", reason: result.failure.reason, ms: result.ms };
      if (clock.now() + result.ms > until)
        return keepFailure(organization.name, day, result.failure, options);
      waiting.push({ organization, readyAt: clock.now() + result.ms });
      options.onWait(organization.name, result.ms, result.failure);
      return undefined;
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = shownReason(error);
      // What is unusable now will not be usable in an hour, and the other organizations continue.
      if (!(error instanceof NoSecrets))
        return keepFailure(organization.name, day, { cause: "dead", reason }, options);
      secrets.note(false);
      lastReason = reason;
      return { kind: "not-run", reason };
    }
  };

  /** The next one that may start; undefined if none is left. */
  const next = async (): Promise<Organization | undefined> => {
    for (;;) {
      signal.throwIfAborted();
      const first = ready.shift();
      if (first !== undefined) return first;
      const soonest = waiting.toSorted((one, other) => one.readyAt - other.readyAt)[0];
      if (soonest === undefined) return undefined;
      waiting.splice(waiting.indexOf(soonest), 1);
      await clock.sleep(Math.max(0, soonest.readyAt - clock.now()), signal);
      return soonest.organization;
    }
  };

  const slot = async (): Promise<void> => {
    for (let one = await next(); one !== undefined; one = await next()) {
      const result = await tryOne(one);
      if (result !== undefined) options.onReport({ organization: one.name, result });
    }
  };
  await Promise.all(Array.from({ length: slots }, slot));
};
