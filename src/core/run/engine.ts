import { lateMs } from "../model/clock.ts";
import {
  type ActiveCheck,
  type JudgeTools,
  type AnyPlan,
  type PlanContext,
  sendAll,
} from "../model/check.ts";
import type { AnyCall, Exchange } from "../model/exchange.ts";
import { atFirst, createTriedLog, type TriedLog } from "./draw-moves.ts";
import { carryOut, createExecutor, type Execution, type Executor, recalled } from "./execute.ts";
import { explore, type Explored, type ExploringCheck, isExploring, mostAsked } from "./explore.ts";
import type { Mask } from "../privacy/mask.ts";
import { type Preflight, type PreflightOptions, preflight, refusalOf, without } from "./preflight.ts";
import { costOfPortion, createPicks, isScarce, thoroughBudget } from "./picks.ts";
import {
  atOnce,
  drain,
  type Forecast,
  inOrderOfWorth,
  type Lanes,
  type Queue,
  queueOf,
  type Work,
} from "./queue.ts";
import { createRunBudget, type Reserved } from "./run-budget.ts";
import type { RunOptions } from "./run-options.ts";
import { unmetNeed } from "./selection.ts";
import { fewRepeats } from "./repeats.ts";
import { leftOf } from "./target.ts";
import { isResumable, type RunProblems } from "./run-problems.ts";

/** Answers to the plan of a check, and a function that begins the same plan again. */
export type PlanExecution = Execution & {
  readonly plan: () => AnyPlan;
  /** Absent for the first portion. */
  readonly portion?: number;
};

/** Result of one active check: why it was not started, or the answers to its plan. */
export type PlanResult = { readonly skipped: string } | PlanExecution | Explored;

export interface Asked {
  readonly check: ActiveCheck;
  /** Whether it continues an earlier portion of its check. */
  readonly isMore?: true;
  readonly result: Promise<PlanResult>;
}

export type Engine = ReturnType<typeof createEngine>;

/** Whether a plan was interrupted or never begun for a reason outside the plan. */
export const wasCut = (result: PlanResult): boolean =>
  "cutShort" in result && result.cutShort !== undefined && result.cutShort.kind !== "crashed";

const notBegun: Execution = { exchanges: [], withRetries: [], cutShort: { kind: "interrupted" } };

const nothingExplored: Explored = { ...notBegun, sequences: [], judgements: [], shown: new Map() };

const haltOn = ({ signal }: RunOptions, problems: RunProblems): AbortController => {
  const halt = new AbortController();
  const interrupt = (): void => {
    problems.halted({ reason: "interrupted", message: "interrupted" });
    halt.abort();
  };
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener("abort", interrupt, { signal: halt.signal });
  return halt;
};

/** Asks a live target once, before the plans, and reports the problems that this shows. */
const createPreflight = (
  options: Omit<PreflightOptions, "executor"> & Pick<RunOptions, "unusable">,
  executor: Executor,
  problems: RunProblems,
): (() => Promise<Preflight>) => {
  const ask = async (): Promise<Preflight> => {
    const asked = await preflight({ ...options, executor });
    const found = { ...asked, refused: new Map([...asked.refused, ...(options.unusable ?? [])]) };
    for (const [name, message] of found.refused) problems.refused(name, message);
    for (const { interface: name, message } of found.absent.values()) problems.absent(name, message);
    return found;
  };
  let asked: Promise<Preflight> | undefined;
  return () => (asked ??= ask());
};

/** Requests for shrinking one failing sequence. */
const shrinkingEffort = 300;

/** Limit of requests of one exploration in a deep run. */
const mostEffort = 2000;

/** All checks, starting at an index derived from the seed. */
const rotated = (checks: readonly ActiveCheck[], seed: number): readonly ActiveCheck[] => {
  const start = seed % Math.max(1, checks.length);
  return [...checks.slice(start), ...checks.slice(0, start)];
};

/** The same checks with the explorations in turns: least tried first, ties by the seed. */
const leastTriedFirst = (
  checks: readonly ActiveCheck[],
  tried: TriedLog,
  seed: number,
): readonly ActiveCheck[] => {
  const turns = rotated(checks.filter(isExploring), seed).toSorted(
    (one, other) => tried.total(one.id) - tried.total(other.id),
  );
  return checks.map((check) => (isExploring(check) ? (turns.shift() ?? check) : check));
};

/** How many requests each exploration may make. @param waiting number of explorations */
const createEfforts = ({ target, effort: ofRun }: RunOptions, waiting: number, left: () => number) => {
  let others = waiting;
  return ({ explore: { effort, leaves } }: ExploringCheck, most: number) => {
    // Only the embedded sandbox removes what an exploration leaves.
    const mayGoOn = leaves !== true || target.kind === "embedded";
    const usual = Math.min(most, effort);
    // A deep run shares what is left among the remaining explorations.
    const share = Math.min(mostEffort, Math.floor(left() / Math.max(1, others)));
    others -= 1;
    return {
      effort: ofRun === "deep" && mayGoOn ? Math.max(usual, share) : usual,
      shrinking: mayGoOn ? shrinkingEffort : effort,
    };
  };
};

const executorOf = (
  { target, contract, nonce }: RunOptions,
  mask: Mask,
  problems: RunProblems,
  halt: AbortController,
  settle: () => Promise<void>,
): Executor =>
  createExecutor({
    target,
    contract,
    wire: { mask, nonce },
    signal: halt.signal,
    settle,
    onStop: ({ stop = "safety", message, status }) => {
      problems.halted({ reason: stop, message }, status === 503);
      halt.abort();
    },
  });

/** Reads by worth, after those of the facts that consumers use. */
const byWorth = (
  reads: readonly ActiveCheck[],
  { offers }: Forecast,
  ageOf: (fact: string) => number,
  firstFacts: ReadonlySet<string> = new Set(),
): readonly ActiveCheck[] => {
  const known = new Set(reads.map(({ id }) => id));
  const order = new Map(
    inOrderOfWorth(
      offers.filter(({ check }) => known.has(check)),
      ageOf,
    ).map(({ check }, index) => [check, index]),
  );
  const group = ({ facts }: ActiveCheck): number => (facts.some((fact) => firstFacts.has(fact)) ? 0 : 1);
  const rank = ({ id }: ActiveCheck): number => order.get(id) ?? order.size;
  return reads.toSorted((one, other) => group(one) - group(other) || rank(one) - rank(other));
};

/** With fewer requests left, drawing sequences is not worthwhile. */
const leastEffort = 20;

// Longer than a page, since it is all that an engine is made of.
export const createEngine = (
  options: RunOptions,
  checks: readonly ActiveCheck[],
  mask: Mask,
  problems: RunProblems,
  tools: JudgeTools,
) => {
  const { target, effort = "usual", plan: planOf = (check, context) => check.plan(context) } = options;
  const { tried = createTriedLog() } = options;
  const underWay = new Set<Promise<unknown>>();
  const halt = haltOn(options, problems);
  const isOver = (): boolean => halt.signal.aborted;
  const settle = async (): Promise<void> => {
    // A run that ends meanwhile asks nothing more.
    if (target.kind === "live") await options.clock.sleep(lateMs, halt.signal).catch(() => undefined);
  };
  const executor = executorOf(options, mask, problems, halt, settle);
  const picks = createPicks(options, tried);
  const isSampling = picks.sampled && isScarce(target.budget) && effort !== "plans";
  const usesAll = isSampling && effort !== "usual";
  const budget = createRunBudget({ ...options, checks, usesAll, isFirst: picks.isFirst });
  const { left } = budget;
  let portions: Queue = new Map();
  const effortsOf = createEfforts(options, checks.filter(isExploring).length, left);
  const isRead = ({ call, operation }: Exchange): boolean =>
    call?.at !== undefined || options.contract.operations[operation ?? ""]?.effect === "read";
  const contextOf = (check: string, portion = options.picks?.portions ?? 0): PlanContext =>
    picks.context(check, portion);
  const preflown = createPreflight({ ...options, checks, context: contextOf(atFirst) }, executor, problems);
  const isCut = (): boolean => isOver() || budget.shortfall() !== undefined;

  const readingSequences = checks.filter(isExploring).filter(({ effect }) => effect === "read");

  /** Whether there are requests for all plans and all sequences that only read. */
  const isAmple =
    !isSampling &&
    effort !== "plans" &&
    effort !== "deep" &&
    readingSequences.reduce(
      (sum, { explore: { effort: most } }) => sum + mostAsked(most, shrinkingEffort),
      thoroughBudget,
    ) <= left();

  // If requests are scarce, the first plans should complete before others begin.
  const most = (): number => Math.min(budget.atOnce(), isSampling ? target.concurrency : Infinity);

  /** Queues another portion of a check after it has asked one. */
  const addPortion = (
    check: ActiveCheck,
    { exchanges, cutShort }: Execution,
    plan: (portion: number) => AnyPlan,
    portion = 1,
  ): void => {
    if (cutShort !== undefined || exchanges.length === 0) return;
    const cost = costOfPortion(portion, exchanges.length);
    const ask = async (free: () => number): Promise<PlanExecution> => {
      const start = (): AnyPlan => plan(portion);
      const answer = recalled(exchanges, executor.live, (calls) => free() >= calls);
      const execution = await carryOut(start, answer);
      if (execution.exchanges.length > exchanges.length) {
        picks.reached(portion);
        if (execution.cutShort === undefined) picks.had(check.id, portion);
        addPortion(check, execution, plan, portion + 1);
      }
      return { ...execution, plan: start, portion };
    };
    const covered = exchanges.length + cost;
    portions.set(check, { check, isMore: true, cost, covered, ask: (free) => noted(ask(free)) });
  };

  /** Begins the plan of a check, after the target was asked what every plan needs. */
  const begin = async (check: ActiveCheck, most = Infinity): Promise<PlanResult> => {
    const found = await preflown();
    const reason = unmetNeed(check, target) ?? refusalOf(check, found);
    if (reason !== undefined) return { skipped: reason };
    const allowed = without(contextOf(check.id), found);
    if (isExploring(check) && effort !== "plans") {
      if (isOver()) return nothingExplored;
      picks.had(check.id);
      return explore({
        check,
        context: allowed,
        tools,
        executor,
        tried: tried.of(check.id),
        ...effortsOf(check, most),
        left,
        isRead,
        settle,
      });
    }
    // After the end of a run, plans may still be answered from memory.
    const isBegun = isOver() || (await budget.affords(check.id));
    const plan = (): AnyPlan => planOf(check, allowed);
    const result = { ...(isBegun ? await carryOut(plan, executor.live) : notBegun), plan };
    if (result.cutShort === undefined) picks.had(check.id);
    if (usesAll && check.effect === "read")
      addPortion(check, result, (portion) => planOf(check, without(contextOf(check.id, portion), found)));
    return result;
  };

  const begun: ActiveCheck[] = [];

  // A caller that awaits the result gets the error; there may be none.
  const noted = (result: Promise<PlanResult>): Promise<PlanResult> => {
    underWay.add(result.catch(() => undefined));
    return result;
  };

  const workOf = (check: ActiveCheck, cost = 0, covered = 0): Work => ({
    check,
    cost,
    covered,
    ask(free) {
      begun.push(check);
      return noted(begin(check, free()));
    },
  });

  // A check with an unmet need was not missed because the run has ended.
  const mayStart = (check: ActiveCheck): boolean => !isOver() || unmetNeed(check, target) !== undefined;

  /** What a check has in common with others; sequences that share a budget that may not be enough have all alone. */
  const lanesOf = (check: ActiveCheck): Lanes => {
    const isAlone = isExploring(check);
    const isOfAll = check.interfaces.length === 0 || (isAlone && !isAmple);
    return { lanes: isOfAll ? target.interfaces : check.interfaces, isAlone };
  };

  /** Reads at once, sequences after the plain ones of their interfaces; then the others one by one. */
  function* ask(some: readonly ActiveCheck[]): Generator<Asked> {
    const all = leastTriedFirst(some, tried, options.seed);
    const reads = all.filter(({ effect }) => effect === "read");
    const others = all.filter(({ effect }) => effect !== "read");
    const inOrder = [...reads.filter((check) => !isExploring(check)), ...reads.filter(isExploring)];
    yield* atOnce(
      inOrder.map((check) => workOf(check)),
      { most, lanesOf, isWanted: (check) => !isExploring(check) || mayStart(check) },
    );
    const oneByOne = queueOf(others.map((check) => workOf(check)));
    yield* drain(oneByOne, { left: () => Infinity, reserve: 0, isWanted: mayStart });
  }

  /** One by one, those least covered by earlier runs first, as many as their share of the requests allows. */
  async function* inTurns(some: readonly ActiveCheck[], reserved: Reserved): AsyncGenerator<Asked> {
    if (!isSampling) return yield* ask(some);
    if (isCut()) return;
    const forecasts = await budget.forecast();
    const { now = 0 } = budget.share(reserved, forecasts) ?? {};
    const context = contextOf(atFirst);
    const known = byWorth(some.filter(budget.isDue), forecasts, picks.ageOf);
    // The check with most left to ask comes first; without a store the seed decides.
    const due =
      options.tried === undefined
        ? rotated(known, options.seed)
        : known.toSorted((one, other) => (other.turns ?? 1) - (one.turns ?? 1));
    const costOf = (check: ActiveCheck): number =>
      isExploring(check) ? leastEffort : (forecasts.costs.get(check.id) ?? leastEffort);
    const works = due.map((check) => workOf(check, costOf(check), picks.covered(check, context)));
    const isWanted = (): boolean => !isOver();
    yield* drain(queueOf(works), { left, reserve: left() - now, mayExceed: true, isWanted });
  }

  /** The next portions of reading checks, as long as there are requests that no other check needs. */
  async function* goOn(reserved: Reserved, isWanted: (check: ActiveCheck) => boolean): AsyncGenerator<Asked> {
    if (!usesAll) return;
    const share = budget.share(reserved, await budget.forecast());
    // Without a forecast nothing is taken from later checks.
    if (share === undefined) return;
    // First portions complete in the order of their answers.
    const position = ({ check }: Work): number => begun.indexOf(check);
    portions = queueOf([...portions.values()].toSorted((one, other) => position(one) - position(other)));
    yield* drain(portions, {
      left,
      reserve: share.reserve,
      isWanted: (check) => !isOver() && isWanted(check),
    });
  }

  const repeat = (calls: readonly AnyCall[]): Promise<Execution> =>
    isOver()
      ? Promise.resolve(notBegun)
      : carryOut(function* () {
          yield* sendAll(calls);
        }, executor.live);

  return {
    served: executor.served,
    ask,
    /**
     * All checks in the rounds of a run. The caller awaits each result before it takes the next. If requests are
     * scarce, the worthiest come first, and those not always asked take turns.
     * @param isWanted whether a check has anything left to find
     */
    async rounds(isWanted: (check: ActiveCheck) => boolean) {
      const planned = checks.filter((check) => !isExploring(check));
      const forecasts = isSampling ? await budget.forecast() : undefined;
      const always = new Set(forecasts === undefined ? planned : budget.always(planned, forecasts));
      const of = (effect: ActiveCheck["effect"], isAlways: boolean): readonly ActiveCheck[] =>
        planned.filter((check) => check.effect === effect && always.has(check) === isAlways);
      const reads = of("read", true);
      const readTurns = of("read", false);
      const writes = of("write", true);
      // They begin while plain reads of other interfaces go on.
      const early: readonly ActiveCheck[] = isAmple ? readingSequences : [];
      const sequences = checks.filter((check) => isExploring(check) && !early.includes(check));
      const laterTurns = [...of("write", false), ...sequences];
      const moving = [...of("sandbox", true), ...of("sandbox", false)];
      const reserved: Reserved = {
        later: [...writes, ...moving],
        turns: laterTurns,
        repeats: 2 * fewRepeats,
      };
      return {
        async *reads(): AsyncGenerator<Asked> {
          yield* ask(
            forecasts === undefined
              ? [...reads, ...early]
              : byWorth(reads, forecasts, picks.ageOf, options.firstFacts),
          );
          yield* inTurns(readTurns, reserved);
          yield* goOn(reserved, isWanted);
        },
        writes: () => ask(writes),
        later: () => inTurns(laterTurns, { later: moving, turns: [], repeats: fewRepeats }),
        moving: () => ask(moving),
        turns: [...readTurns, ...laterTurns],
        isLater: laterTurns.length > 0,
      };
    },
    /** The turn by which plans picked, and the share of the candidates that they picked. */
    picks: picks.tally,
    repeat,
    /** Asks for calls once more, after late changes must be visible. */
    async repeatLater(calls: readonly AnyCall[]): Promise<Execution> {
      if (!isOver()) await settle();
      return repeat(calls);
    },
    left: () => leftOf(target),
    /** Whether the run ends incomplete, so that another may continue it. */
    isCut,
    /** Reports the checks that were not started, after everything else has ended. @param judged the facts that were */
    conclude(judged: ReadonlySet<string>) {
      const message = budget.shortfall();
      if (message !== undefined) problems.halted({ reason: "budget", message });
      picks.note(judged, options.onCutShort !== undefined && isResumable(problems.stop()));
    },
    /** Ends running work and resolves when none is left. */
    async stop() {
      halt.abort();
      await Promise.all(underWay);
    },
  };
};
