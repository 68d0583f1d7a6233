import type { Clock } from "../../../core/model/clock.ts";
import { codeOf } from "../../../core/model/error-code.ts";

/** Error classes and codes of a database that is unavailable for now. */
const outage =
  /^(?:08...|57P0[1235]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;

/** Whether an error means that PostgreSQL could not be reached, so that a retry may succeed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (outage.test(codeOf(error)) ||
    /^(?:Connection terminated|timeout (?:exceeded|expired)|Client (?:has encountered a connection error|was closed))/.test(
      error.message,
    ));

/** How long the result of a run is kept for a database that does not answer. */
const patienceMs = 300_000;

const longestWaitMs = 15_000;

/**
 * Retries while the database cannot be reached, for up to five minutes.
 * @throws the error of the last attempt
 */
export const throughOutages = async <Result>(work: () => Promise<Result>, clock: Clock): Promise<Result> => {
  const until = clock.now() + patienceMs;
  for (let waitMs = 500; ; waitMs = Math.min(2 * waitMs, longestWaitMs))
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || clock.now() + waitMs > until) throw error;
      await clock.sleep(waitMs);
    }
};
