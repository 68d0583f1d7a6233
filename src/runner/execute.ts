import type { Plan } from "../model/check.ts";
import type { Call, Exchange, FailureOutcome, Outcome } from "../model/exchange.ts";
import type { Operation } from "../model/operation.ts";
import { createSemaphore } from "./semaphore.ts";
import type { Target } from "./target.ts";
import { prepare, type Prepared, type WireContext } from "./wire-request.ts";

/** Thrown into a plan to end it when the whole run has to stop; carries the outcome that says why. */
export class RunStopped extends Error {
  override readonly name = "RunStopped";
  readonly outcome: FailureOutcome;
  constructor(outcome: FailureOutcome) {
    super(outcome.message);
    this.outcome = outcome;
  }
}

export interface Executor {
  /** Runs a plan to its end and returns its exchanges in the order of its calls. */
  execute(plan: Plan): Promise<readonly Exchange[]>;
}

export interface ExecutorOptions {
  readonly target: Target;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly wire: WireContext;
  readonly signal?: AbortSignal;
}

const sameRequest = (prepared: Prepared): string => {
  const { method, url, headers, body } = prepared.wire;
  return JSON.stringify([method, url, headers, body]);
};

/**
 * Sends what plans ask for, at most `target.concurrency` requests at once. A read that was already asked is
 * answered from memory until the first write, unless the call wants it fresh.
 */
export const createExecutor = (options: ExecutorOptions): Executor => {
  const { target, operations, wire, signal } = options;
  const limited = createSemaphore(target.concurrency);
  const reads = new Map<string, Promise<Outcome>>();

  const send = (prepared: Prepared): Promise<Outcome> => limited(() => target.transport(prepared.wire, signal));

  const sendOnce = (prepared: Prepared, fresh: boolean): Promise<Outcome> => {
    if (prepared.wire.effect === "write") reads.clear();
    if (prepared.wire.effect !== "read" || fresh) return send(prepared);
    const key = sameRequest(prepared);
    const known = reads.get(key) ?? send(prepared);
    reads.set(key, known);
    return known;
  };

  const exchange = async (call: Call): Promise<Exchange> => {
    const operation = operations[call.operation];
    if (operation === undefined) throw new Error(`${call.label}: no operation is called ${call.operation}`);
    const prepared = prepare(operation, call, wire);
    const outcome = await sendOnce(prepared, call.fresh ?? false);
    signal?.throwIfAborted();
    if (outcome.kind === "failure" && outcome.stop !== undefined) throw new RunStopped(outcome);
    return { interface: operation.interface, operation: operation.id, call, request: prepared.shown, outcome };
  };

  return {
    async execute(plan) {
      const exchanges: Exchange[] = [];
      for (let step = plan.next([]); step.done !== true; ) {
        const batch = await Promise.all(step.value.map(exchange));
        exchanges.push(...batch);
        step = plan.next(batch);
      }
      return exchanges;
    },
  };
};
