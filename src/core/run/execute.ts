import type { AnyPlan } from "../model/check.ts";
import type { AnyCall, Exchange, FailureOutcome, Outcome, ResponseOutcome } from "../model/exchange.ts";
import type { Contract } from "../model/contract.ts";
import type { Operation } from "../model/operation.ts";
import { crashText } from "../privacy/crash-text.ts";
import { createServedOperations } from "./served-operations.ts";
import { createSemaphore } from "./semaphore.ts";
import type { Target } from "./target.ts";
import { prepare, type Prepared, type WireContext } from "./wire-request.ts";

export type CutShort =
  /** An outcome ended the whole run. */
  | { readonly kind: "stopped"; readonly outcome: FailureOutcome }
  | { readonly kind: "interrupted" }
  /** Its next calls exceed what it may make. */
  | { readonly kind: "unaffordable" }
  | { readonly kind: "crashed"; readonly message: string };

export interface Execution {
  /** The exchanges in the order of the plan's calls. */
  readonly exchanges: readonly Exchange[];
  /** The same with the answers that were retried, each before the one that followed it. */
  readonly withRetries: readonly Exchange[];
  readonly cutShort?: CutShort;
}

/** Answers the calls of one batch, each with the retried answers before it. */
export type CallSender = (calls: readonly AnyCall[]) => readonly Promise<ExecutedCall>[];

export type Executor = ReturnType<typeof createExecutor>;

/** Decides when each of several calls leaves. */
export type SendSchedule = <Result>(send: () => Promise<Result>) => Promise<Result>;

export interface ExecutorOptions {
  readonly target: Target;
  readonly contract: Pick<Contract, "operations" | "described" | "fieldNames">;
  readonly wire: Omit<WireContext, "target" | "contract">;
  readonly signal: AbortSignal;
  /** Called at once when an outcome ends the whole run. */
  readonly onStop: (outcome: FailureOutcome) => void;
  /** Waits until the target shows what was written. */
  readonly settle?: () => Promise<void>;
}

interface Answered {
  readonly outcome: Outcome;
  readonly earlier: readonly ResponseOutcome[];
  readonly sentAt: number;
}

/** One call's exchange, after its retried ones. */
export interface ExecutedCall {
  readonly exchange: Exchange;
  readonly earlier: readonly Exchange[];
}

const sameRequest = ({ wire }: Prepared): string =>
  JSON.stringify([wire.method, wire.url, wire.headers, wire.body, wire.asItComes]);

const stopOf = ({ outcome }: Exchange): FailureOutcome | undefined =>
  outcome.kind === "failure" && outcome.stop !== undefined ? outcome : undefined;

/** Ends a plan whose request was not answered because the run ended. */
class Interrupted extends Error {}

/** Ends a plan that asks for more than it may. */
class Unaffordable extends Error {}

const cutBy = (error: unknown, heard: readonly Exchange[]): CutShort => {
  if (error instanceof Interrupted) return { kind: "interrupted" };
  if (error instanceof Unaffordable) return { kind: "unaffordable" };
  return { kind: "crashed", message: crashText(error, heard) };
};

interface Gathered {
  readonly exchanges: Exchange[];
  readonly withRetries: Exchange[];
}

/** Answer of an operation that is configured as not served. */
const notServed: FailureOutcome = { kind: "failure", reason: "not-sent", message: "not served" };

/** The OpenAPI documents lack the sandbox's own endpoints; this replaces their table row. */
export const sandboxOperation = (sandbox: NonNullable<AnyCall["sandbox"]>): Operation => ({
  id: "sandbox",
  interface: sandbox.interface,
  method: sandbox.method,
  path: sandbox.path,
  summary: "",
  effect: "write",
  security: "none",
  parameters: [],
  responses: {},
  facts: [],
  unknowns: [],
});

type SendOnce = (prepared: Prepared, isFresh: boolean, isUrgent: boolean) => Promise<Answered>;

/** At most `target.concurrency` at once, urgent ones first; reads come from memory until the next write. */
const createSender = ({ target, signal, onStop }: ExecutorOptions, atOnce: () => number): SendOnce => {
  const limited = createSemaphore(atOnce);
  const reads = new Map<string, Promise<Answered>>();

  const ask = async (prepared: Prepared): Promise<Answered> => {
    signal.throwIfAborted();
    const sentAt = target.now();
    const { earlier = [], ...outcome } = await target.transport(prepared.wire, signal);
    if (outcome.kind === "failure") {
      if (outcome.stop !== undefined) onStop(outcome);
      // A failure because the run ended says nothing about the target.
      else signal.throwIfAborted();
    }
    return { outcome, earlier, sentAt };
  };

  const send = (prepared: Prepared, isUrgent: boolean): Promise<Answered> =>
    limited(
      () =>
        ask(prepared).catch((error: unknown) => {
          throw signal.aborted ? new Interrupted() : error;
        }),
      isUrgent,
    );

  /** Also forgets reads made during the write: they may show the state before or after it. */
  const sendWrite = async (prepared: Prepared, isUrgent: boolean): Promise<Answered> => {
    reads.clear();
    const answered = await send(prepared, isUrgent);
    reads.clear();
    return answered;
  };

  return (prepared, isFresh, isUrgent) => {
    if (prepared.wire.effect === "write") return sendWrite(prepared, isUrgent);
    if (prepared.wire.effect !== "read" || isFresh) return send(prepared, isUrgent);
    const key = sameRequest(prepared);
    const known = reads.get(key) ?? send(prepared, isUrgent);
    reads.set(key, known);
    return known;
  };
};

const operationOf = (call: AnyCall, { operations }: ExecutorOptions["contract"]): Operation => {
  const operation = call.sandbox === undefined ? operations[call.operation] : sandboxOperation(call.sandbox);
  if (operation === undefined) throw new Error(`${call.label}: no operation is called ${call.operation}`);
  return operation;
};

/** Waits for all steps of a batch, so that none is lost when another fails. */
const gather = async (
  steps: readonly Promise<ExecutedCall>[],
  { exchanges, withRetries }: Gathered,
): Promise<readonly Exchange[]> => {
  const results = await Promise.allSettled(steps);
  const done = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const batch = done.map(({ exchange }) => exchange);
  withRetries.push(...done.flatMap(({ exchange, earlier }) => [...earlier, exchange]));
  exchanges.push(...batch);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return batch;
};

/**
 * Answers calls with earlier answers, each once, the others by `answer`; a plan that asks for more calls than `mayAsk`
 * allows is cut short.
 */
export const recalled = (
  before: readonly Exchange[],
  answer: CallSender,
  mayAsk: (calls: number) => boolean,
): CallSender => {
  const known = Map.groupBy(before, ({ call }) => JSON.stringify(call));
  return (calls) => {
    const answers = calls.map((call) => known.get(JSON.stringify(call))?.shift());
    const unknown = calls.filter((_, index) => answers[index] === undefined);
    if (!mayAsk(unknown.length)) throw new Unaffordable();
    const asked = answer(unknown);
    let taken = 0;
    return answers.flatMap((exchange) => {
      if (exchange !== undefined) return [Promise.resolve({ exchange, earlier: [] })];
      taken += 1;
      return asked.slice(taken - 1, taken);
    });
  };
};

/** Carries out a plan until it ends, crashes or the run is stopped. Never rejects. */
export const carryOut = async (start: () => AnyPlan, answer: CallSender): Promise<Execution> => {
  const gathered: Gathered = { exchanges: [], withRetries: [] };
  try {
    const plan = start();
    for (let step = plan.next([]); step.done !== true;) {
      const batch = await gather(answer(step.value), gathered);
      const outcome = batch.map(stopOf).find((one) => one !== undefined);
      if (outcome !== undefined) return { ...gathered, cutShort: { kind: "stopped", outcome } };
      step = plan.next(batch);
    }
    return gathered;
  } catch (error) {
    return { ...gathered, cutShort: cutBy(error, gathered.withRetries) };
  }
};

export const createExecutor = (options: ExecutorOptions) => {
  const { target, contract } = options;
  /** Calls that must run at once, whatever the target's usual concurrency. */
  let overlapping = 0;
  const sendOnce = createSender(options, () => Math.max(target.concurrency, overlapping));
  const wire: WireContext = { ...options.wire, target, contract };

  const answerOnce = async (call: AnyCall, isUrgent = false): Promise<ExecutedCall> => {
    const operation = operationOf(call, contract);
    const prepared = prepare(operation, call, wire);
    const mayAsk = isAsked(call);
    if (mayAsk && call.isLate === true) await options.settle?.();
    const { outcome, earlier, sentAt } = mayAsk
      ? await sendOnce(prepared, call.fresh ?? false, isUrgent)
      : { outcome: notServed, earlier: [], sentAt: target.now() };
    // Answers of a read-back path, to another method, and of the sandbox itself are not documented.
    const isDocumented =
      call.at === undefined &&
      call.sandbox === undefined &&
      (call.method === undefined || call.method === operation.method);
    const documented = isDocumented ? operation.id : undefined;
    const exchangeWith = (one: Outcome): Exchange => ({
      interface: operation.interface,
      operation: documented,
      call,
      request: prepared.shown,
      outcome: one,
      sentAt,
    });
    return { exchange: exchangeWith(outcome), earlier: earlier.map(exchangeWith) };
  };

  const served = createServedOperations({
    contract,
    setting: target.setting,
    has: target.has,
    ask: async (call) => (await answerOnce(call)).exchange,
  });

  /** Operations configured as not served are not asked. */
  const isAsked = (call: AnyCall): boolean =>
    call.at !== undefined || call.sandbox !== undefined || !served.isDeclaredAway(call.operation);

  const answer = async (call: AnyCall, isUrgent: boolean): Promise<ExecutedCall> => {
    const step = await answerOnce(call, isUrgent);
    await served.see(step.exchange);
    return step;
  };

  return {
    served,
    /** Sends each call, except a repeated read; asks nothing else. */
    plain: ((calls) => calls.map((call) => answerOnce(call))) satisfies CallSender,
    /** The same, and finds out which operations are not served. */
    live: ((calls) => calls.map((call) => answer(call, false))) satisfies CallSender,
    /** With overlapping calls: each leaves when scheduled, before those of plans, which seldom wait for one. */
    overlapping:
      (schedule: SendSchedule): CallSender =>
      (calls) => {
        overlapping += calls.length;
        const answered = async (call: AnyCall): Promise<ExecutedCall> => {
          try {
            return await schedule(() => answer(call, true));
          } finally {
            overlapping -= 1;
          }
        };
        return calls.map(answered);
      },
  };
};
