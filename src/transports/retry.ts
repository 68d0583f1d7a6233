import type { Clock } from "../model/clock.ts";
import type { FailureOutcome, Outcome, ResponseOutcome } from "../model/exchange.ts";
import type { Transport } from "../model/transport.ts";

export interface RetryOptions {
  readonly clock: Clock;
  /** Milliseconds that all waits of a run may add up to. */
  readonly maxWaitMs: number;
  /** A number in [0, 1) for the jitter. */
  readonly random: () => number;
  /** Tries after the first for statuses that announce no wait of their own. */
  readonly retries?: number;
}

/** Statuses that may pass by themselves (CRM-47); every other one is final. */
const transient: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Statuses that end the run when they outlast the allowed wait. */
const announced: ReadonlySet<number> = new Set([429, 503]);

/** Whether the retry rules allow another try of a request that was answered with this status (CRM-47). */
export const isRetryable = (status: number): boolean => transient.has(status);

/** The wait a Retry-After header asks for, in milliseconds: delta seconds or an HTTP-date; else undefined. */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};

const backoffMs = (attempt: number, random: () => number): number => 100 * 2 ** attempt * (0.5 + random() / 2);

const waitedEnough = (response: ResponseOutcome, maxWaitMs: number): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message: `the target answers ${response.status} for longer than ${maxWaitMs} ms in all (safety.maxWaitMs)`,
  stop: "budget",
});

/**
 * Retries what may pass by itself (CRM-47): 429 and 503 for as long as Retry-After says, 500, 502 and 504 a
 * few times with jittered backoff. When the waits of the run outgrow `maxWaitMs`, a 429 or 503 ends the run.
 */
export const retrying = (send: Transport, options: RetryOptions): Transport => {
  const retries = options.retries ?? 2;
  let waited = 0;

  const wait = async (response: ResponseOutcome, attempt: number, signal?: AbortSignal): Promise<boolean> => {
    const asked = retryAfterMs(response.headers["retry-after"], options.clock.now());
    const ms = asked ?? backoffMs(attempt, options.random);
    if (waited + ms > options.maxWaitMs) return false;
    waited += ms;
    await options.clock.sleep(ms, signal);
    return true;
  };

  return async (request, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome: Outcome = await send(request, signal);
      if (outcome.kind === "failure" || request.asItComes || !isRetryable(outcome.status)) return outcome;
      const isAnnounced = announced.has(outcome.status);
      if (!isAnnounced && attempt >= retries) return outcome;
      if (await wait(outcome, attempt, signal)) continue;
      return isAnnounced ? waitedEnough(outcome, options.maxWaitMs) : outcome;
    }
  };
};
