import { type Plan, sendAll } from "../../harness/model/check.ts";
import { type Call, type Exchange, responseOf } from "../../harness/model/exchange.ts";

export const isOk = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && responseOf(exchange)?.status === 200;

/** Requests that distinguish a missing operation from a missing record: an unserved path, an unauthorized call. */
const askedBeside = 2;

export type Ask = (calls: readonly Call[]) => Plan<readonly Exchange[]>;

/** Sends the requests of a probe: never more than are left. Records all answers, and returns them in order. */
export const askWithin = (left: () => number, exchanges: Exchange[]): Ask =>
  function* (calls) {
    const most = left() - (exchanges.length === 0 ? 0 : askedBeside);
    const allowed = calls.slice(0, Math.max(0, most));
    if (allowed.length === 0) return [];
    const answers = yield* sendAll(allowed);
    exchanges.push(...answers);
    return answers;
  };
