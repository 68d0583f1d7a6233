import { type Plan, sendAll } from "../../harness/model/check.ts";
import { type Call, type Exchange, responseOf } from "../../harness/model/exchange.ts";

export const isOk = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && responseOf(exchange)?.status === 200;

/** Requests that distinguish a missing operation from a missing record: an unserved path, an unauthorized call. */
const askedBeside = 2;

/** The requests of a probe: never more than are left, and all of them recorded. */
export class Asker {
  readonly #left: () => number;
  readonly #exchanges: Exchange[];

  constructor(left: () => number, exchanges: Exchange[]) {
    this.#left = left;
    this.#exchanges = exchanges;
  }

  /** The answers to as many of the calls as the budget allows, in order. */
  *ask(calls: readonly Call[]): Plan<readonly Exchange[]> {
    const left = this.#left() - (this.#exchanges.length === 0 ? 0 : askedBeside);
    const allowed = calls.slice(0, Math.max(0, left));
    if (allowed.length === 0) return [];
    const exchanges = yield* sendAll(allowed);
    this.#exchanges.push(...exchanges);
    return exchanges;
  }
}
