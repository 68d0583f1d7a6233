import { type Plan, sendAll } from "../../core/model/check.ts";
import { type Call, type Exchange, responseOf } from "../../core/model/exchange.ts";

/** Limits of an experiment, and its view of the outside: requests spent and the time. */
export interface ProbeLimits {
  /** Maximum number of requests. */
  readonly budget: number;
  /** Requests sent so far, including retries. */
  spent(): number;
  /** Milliseconds since the epoch, on our clock. */
  now(): number;
}

/** An exchange with its start and end, on our clock. */
export interface TimedExchange {
  readonly exchange: Exchange;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Ends an experiment whose budget is spent; its results so far are kept. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";

  constructor() {
    super("the budget of requests is spent");
  }
}

/** Ends an experiment that makes no sense, for example because the credential is refused. */
export class Hopeless extends Error {
  override readonly name = "Hopeless";
}

/** Sends the requests of an experiment, within its budget. */
export class ProbeClient {
  readonly #limits: ProbeLimits;
  #asked = 0;
  #unanswered = 0;
  #ahead = 0;

  constructor(limits: ProbeLimits) {
    this.#limits = limits;
  }

  /** Number of remaining requests. */
  get left(): number {
    return Math.max(0, this.#limits.budget - Math.max(this.#asked, this.#limits.spent()));
  }

  /** Offset of the target's clock by its own statement, in milliseconds; 0 if it states none. */
  get ahead(): number {
    return this.#ahead;
  }

  /**
   * Sends as many of the calls as the budget allows, concurrently; answers are in order.
   * @throws BudgetSpent if it allows none.
   * @throws Hopeless if the target no longer answers, or refuses the credential.
   */
  *ask(calls: readonly Call[]): Plan<readonly TimedExchange[]> {
    if (calls.length === 0) return [];
    const allowed = calls.slice(0, this.left);
    if (allowed.length === 0) throw new BudgetSpent();
    const sentAt = this.#limits.now();
    // Counted first, because requests in progress when a run is stopped were sent, too.
    this.#asked += allowed.length;
    const exchanges = yield* sendAll(allowed.map((call) => ({ ...call, fresh: true })));
    const answeredAt = this.#limits.now();
    for (const exchange of exchanges) this.#watch(exchange, answeredAt);
    return exchanges.map((exchange) => ({ exchange, sentAt, answeredAt }));
  }

  /** @throws BudgetSpent and Hopeless, as `ask`. */
  *askOne(call: Call): Plan<TimedExchange> {
    const [answer] = yield* this.ask([call]);
    if (answer === undefined) throw new Error(`no exchange came back for ${call.label}`);
    return answer;
  }

  #watch(exchange: Exchange, answeredAt: number): void {
    const date = Date.parse(responseOf(exchange)?.headers["date"] ?? "");
    if (!Number.isNaN(date)) this.#ahead = date - answeredAt;
    const status = responseOf(exchange)?.status;
    if (status === 401 || status === 403)
      throw new Hopeless(`the target answers ${status}: the donation token is refused`);
    this.#unanswered = status === undefined || status >= 500 ? this.#unanswered + 1 : 0;
    if (this.#unanswered < mostUnanswered) return;
    const { outcome } = exchange;
    throw new Hopeless(
      outcome.kind === "failure" ? outcome.message : `the target only answers ${outcome.status}`,
    );
  }
}

/** Number of consecutive requests without an answer that ends the experiment. */
const mostUnanswered = 5;
