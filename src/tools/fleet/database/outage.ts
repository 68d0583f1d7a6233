import type { Clock } from "../../../harness/model/clock.ts";
import { codeOf } from "../../../harness/model/error-code.ts";

/** Classes and codes of errors that say that the database is not there, or not for long. */
const outage =
  /^(?:08...|57P0[1235]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;

/** Whether an error says that PostgreSQL could not be reached, so that the same may succeed later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (outage.test(codeOf(error)) ||
    /^(?:Connection terminated|timeout (?:exceeded|expired)|Client has encountered a connection error)/.test(
      error.message,
    ));

/** How long the result of a run is kept for a database that does not answer. */
const patienceMs = 300_000;

const longestWaitMs = 15_000;

/**
 * Does something again and again while the database cannot be reached, for up to five minutes.
 * @throws what the last attempt threw
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
