import type { Clock } from "../model/clock.ts";
import { isTransient, type ResponseOutcome } from "../model/exchange.ts";
import type { FinalOutcome, Transport, WireRequest } from "../model/transport.ts";
import { retryAfterMs } from "../http/retry-after.ts";

export interface RetryOptions {
  readonly clock: Clock;
  /** Limit for the sum of a run's waits, in milliseconds. */
  readonly maxWaitMs: number;
  /** A number in [0, 1) for the jitter. */
  readonly random: () => number;
  /** Retries for 500, 502 and 504, which announce no waiting time. */
  readonly retries?: number;
  /** Shared by transports whose waits add up; by default each counts its own. */
  readonly waits?: Waits;
}

export type Waits = ReturnType<typeof noWaits>;

export const noWaits = () => ({
  waited: 0,
  /** End of the current wait, in milliseconds since the epoch. */
  until: -Infinity,
});

/** Statuses that end the run if they outlast the allowed wait. */
const announced: ReadonlySet<number> = new Set([429, 503]);

/** Whether the connection of a read broke before the answer began, as happens when the server closes an idle one. */
const brokeUnderRead = ({ effect, asItComes }: WireRequest, answer: FinalOutcome): boolean =>
  effect === "read" &&
  !asItComes &&
  answer.kind === "failure" &&
  answer.reason === "reset" &&
  answer.isPartial !== true;

/** As often is a 503 retried that says nothing of when it ends, if whoever asked wants it then: about two seconds. */
const patience = 4;

const backoffMs = (attempt: number, random: () => number): number =>
  100 * 2 ** attempt * (0.5 + random() / 2);

const withEarlier = (answer: FinalOutcome, earlier: readonly ResponseOutcome[]): FinalOutcome =>
  earlier.length === 0 ? answer : { ...answer, earlier };

const waitedEnough = (status: number, maxWaitMs: number): FinalOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message: `the target answers ${status} for longer than ${maxWaitMs} ms in all (safety.maxWaitMs)`,
  stop: "budget",
  status,
});

/**
 * Retries temporary failures: 429 and 503 as long as Retry-After says, 500, 502 and 504 a few times with jittered
 * backoff, and once a read whose connection broke (RFC 9110, 9.2.2). A 429 or 503 ends the run when its waits exceed
 * `maxWaitMs`, unless whoever asked wants one that says nothing of its end. Simultaneous waits count once. Retried answers are passed on as `earlier`.
 */
export const retrying = (send: Transport, options: RetryOptions): Transport => {
  const retries = options.retries ?? 2;
  const waits = options.waits ?? noWaits();
  /** Operations that have answered 503 all along, such as those of a part that is switched off. */
  const unavailable = new Set<string>();

  /** Whether a 503 is the operation's own answer, and not that of a server that is busy. */
  const isOwnAnswer = (
    request: WireRequest,
    { status, headers }: ResponseOutcome,
    tries: number,
  ): boolean => {
    if (request.asItFails !== true || status !== 503 || headers["retry-after"] !== undefined) return false;
    if (tries >= patience) unavailable.add(request.operation);
    return unavailable.has(request.operation);
  };

  /** Waits the given number of milliseconds and returns true, or returns false if the wait would be too long. */
  const wait = async (ms: number, signal?: AbortSignal): Promise<boolean> => {
    const now = options.clock.now();
    const added = Math.max(0, now + ms - Math.max(now, waits.until));
    if (waits.waited + added > options.maxWaitMs) return false;
    waits.waited += added;
    waits.until = Math.max(waits.until, now + ms);
    await options.clock.sleep(ms, signal);
    return true;
  };

  const waitOf = ({ headers }: ResponseOutcome, attempt: number): number => {
    const asked = retryAfterMs(headers["retry-after"], options.clock.now());
    // Without backoff, a server that always says "at once" would be asked endlessly.
    return asked === undefined || asked === 0 ? backoffMs(attempt, options.random) : asked;
  };

  return async (request, signal) => {
    const earlier: ResponseOutcome[] = [];
    let hasBroken = false;
    for (;;) {
      const answer = await send(request, signal);
      if (!hasBroken && signal?.aborted !== true && brokeUnderRead(request, answer)) {
        hasBroken = true;
        if (await wait(backoffMs(0, options.random), signal)) continue;
      }
      if (answer.kind === "failure" || request.asItComes || !isTransient(answer.status))
        return withEarlier(answer, earlier);
      const { asSent: _, ...retried } = answer;
      if (isOwnAnswer(request, answer, earlier.length)) return withEarlier(answer, earlier);
      const mayEnd = announced.has(answer.status);
      if (!mayEnd && request.asItFails === true) return withEarlier(answer, earlier);
      if (!mayEnd && earlier.length >= retries) return withEarlier(answer, earlier);
      if (!(await wait(waitOf(answer, earlier.length), signal)))
        return mayEnd
          ? withEarlier(waitedEnough(answer.status, options.maxWaitMs), [...earlier, retried])
          : withEarlier(answer, earlier);
      earlier.push(retried);
    }
  };
};
