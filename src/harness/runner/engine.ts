import { type ActiveCheck, type JudgeTools, type Plan, type PlanContext, sendAll } from "../model/check.ts";
import type { Call, Exchange } from "../model/exchange.ts";
import type { Tally } from "../model/tally.ts";
import { atFirst, createTriedLog, type TriedLog } from "./draw-moves.ts";
import { carryOut, createExecutor, type Execution, type Executor, recalled } from "./execute.ts";
import { explore, type Explored, type ExploringCheck, isExploring, mostAsked } from "./explore.ts";
import type { Mask } from "../privacy/mask.ts";
import { type Preflight, type PreflightOptions, preflight, refusalOf, without } from "./preflight.ts";
import { drain, type Forecast, inOrderOfWorth, type Work } from "./queue.ts";
import { createRunBudget, type Reserved } from "./run-budget.ts";
import type { RunOptions } from "./run-options.ts";
import { unmetNeed } from "./selection.ts";
import { fewRepeats } from "./repeats.ts";
import { lateMs } from "./second-look.ts";
import { createSemaphore } from "./semaphore.ts";
import { inTurn, isSampled, isScarce, pickedCount, portionTimes } from "./sampling.ts";
import { leftOf, onThisMachine } from "./target.ts";
import { isResumable, type RunProblems } from "./run-problems.ts";
import { createTurnLog, turnOf } from "./turns.ts";

/** Answers to the plan of a check, and a function that begins the same plan again. */
export type PlanExecution = Execution & { readonly plan: () => Plan };

/** Result of one active check: why it was not started, or the answers to its plan. */
export type PlanResult = { readonly skipped: string } | PlanExecution | Explored;

export interface Asked {
  readonly check: ActiveCheck;
  /** Whether it continues an earlier portion of its check. */
  readonly isMore?: true;
  readonly result: Promise<PlanResult>;
}

/** Runs the plans of checks. */
export type Engine = ReturnType<typeof createEngine>;

/** Whether a plan was interrupted or never begun for a reason outside the plan. */
export const wasCut = (result: PlanResult): boolean =>
  "cutShort" in result && result.cutShort !== undefined && result.cutShort.kind !== "crashed";

const notBegun: Execution = { exchanges: [], withRetries: [], cutShort: { kind: "interrupted" } };

const nothingExplored: Explored = { ...notBegun, sequences: [], judgements: [], shown: new Map() };

const contextOf = (
  options: RunOptions,
  turn: number,
  portion: number,
  onPicked: (asked: number, of: number) => void,
): PlanContext => {
  const { target } = options;
  const isPicked = isSampled(options);
  return {
    seed: turn,
    allowWrites: target.allowWrites,
    interfaces: target.interfaces,
    controlsSandbox: target.sandboxOrigin !== undefined && target.allowWrites,
    isEmbedded: target.kind === "embedded",
    onThisMachine: onThisMachine(target),
    setting: (path) => target.setting(path),
    has: (path) => target.has(path),
    secretMatches: (path, pattern) => pattern.test(target.secret(path) ?? ""),
    sample(items, few) {
      const count = isPicked ? pickedCount(items.length, few, target.budget, portion) : items.length;
      onPicked(Math.min(count, items.length), items.length);
      return inTurn(items, count, few, turn);
    },
  };
};

/** Halts a run when it is interrupted. */
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
  options: Omit<PreflightOptions, "executor">,
  executor: Executor,
  problems: RunProblems,
): (() => Promise<Preflight>) => {
  const ask = async (): Promise<Preflight> => {
    const found = await preflight({ ...options, executor });
    for (const [name, message] of found.refused) problems.refused(name, message);
    for (const { interface: name, message } of found.absent.values()) problems.absent(name, message);
    return found;
  };
  let asked: Promise<Preflight> | undefined;
  return () => (asked ??= ask());
};

type Exploring = (check: ExploringCheck, context: PlanContext, most: number) => Promise<Explored>;

/** Requests for shrinking one failing sequence. */
const shrinkingEffort = 300;

/** Limit of requests of one exploration in a deep run. */
const mostEffort = 2000;

interface ExplorerParts {
  readonly executor: Executor;
  readonly tools: JudgeTools;
  readonly tried: TriedLog;
  /** Number of explorations. */
  readonly explorations: number;
  /** Requests that they may still make. */
  left(): number;
  /** Waits until late changes must be visible. */
  settle(): Promise<void>;
}

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

/** Lets checks draw requests within what is left of the budget. */
const createExplorer = (
  { target, contract, effort: ofRun }: RunOptions,
  { executor, tools, tried, explorations, left, settle }: ExplorerParts,
): Exploring => {
  let waiting = explorations;
  /** Only the embedded sandbox removes what an exploration leaves. */
  const mayGoOn = ({ explore: { leaves } }: ExploringCheck): boolean =>
    leaves !== true || target.kind === "embedded";
  /** A deep run shares what is left among the remaining explorations. */
  const effortOf = (check: ExploringCheck, most: number): number => {
    const effort = Math.min(most, check.explore.effort);
    const share = Math.floor(left() / Math.max(1, waiting));
    waiting -= 1;
    return ofRun === "deep" && mayGoOn(check) ? Math.max(effort, Math.min(mostEffort, share)) : effort;
  };
  const isRead = ({ call, operation }: Exchange): boolean =>
    call?.at !== undefined || contract.operations[operation ?? ""]?.effect === "read";
  return (check, context, most) =>
    explore({
      check,
      context,
      tools,
      executor,
      tried: tried.of(check.id),
      effort: effortOf(check, most),
      shrinking: mayGoOn(check) ? shrinkingEffort : check.explore.effort,
      left,
      isRead,
      settle,
    });
};

/** Sends what plans ask for; an outcome that ends the run halts it. */
const executorOf = (
  { target, contract, nonce }: RunOptions,
  mask: Mask,
  problems: RunProblems,
  halt: AbortController,
): Executor =>
  createExecutor({
    target,
    contract,
    wire: { mask, nonce },
    signal: halt.signal,
    onStop: ({ stop = "safety", message, status }) => {
      problems.halted({ reason: stop, message }, status === 503);
      halt.abort();
    },
  });

interface Asking {
  /** How many reading plans may run at once. */
  atOnce(): number;
  start(check: ActiveCheck): Promise<PlanResult>;
  mayStart(check: ActiveCheck): boolean;
  /** Whether the budget suffices for all of these, whatever they find. */
  isEnoughFor(some: readonly ExploringCheck[]): boolean;
}

/**
 * Sequences that only read. Each has its interfaces alone; sequences of other interfaces run beside it if there are
 * requests for all.
 */
function* readingSequences(
  checks: readonly ExploringCheck[],
  { start, mayStart, isEnoughFor }: Asking,
): Generator<Asked> {
  const isShared = !isEnoughFor(checks);
  const begun = new Set<ActiveCheck>();
  const last = new Map<string, Promise<unknown>>();
  const all = checks.map((check) => {
    const lanes = isShared ? [""] : check.interfaces;
    const result = Promise.allSettled(lanes.map((lane) => last.get(lane))).then(() => {
      if (!mayStart(check)) return nothingExplored;
      begun.add(check);
      return start(check);
    });
    // A caller that awaits it gets the error; there may be none.
    result.catch(() => undefined);
    for (const lane of lanes) last.set(lane, result);
    return { check, result };
  });
  for (const one of all) if (begun.has(one.check) || mayStart(one.check)) yield one;
}

/** Plain reads at once, then sequences that only read, then the others one by one. */
function* readsAtOnce(checks: readonly ActiveCheck[], asking: Asking): Generator<Asked> {
  // A plan that waits for its turn has not begun.
  const inTurn = createSemaphore(asking.atOnce);
  const reads = checks.filter(({ effect }) => effect === "read");
  yield* reads
    .filter((check) => !isExploring(check))
    .map((check) => ({ check, result: inTurn(() => asking.start(check)) }));
  yield* readingSequences(reads.filter(isExploring), asking);
  for (const check of checks)
    if (check.effect !== "read" && asking.mayStart(check)) yield { check, result: asking.start(check) };
}

/** Reads by worth, after those of the facts that consumers use. */
const byWorth = (
  reads: readonly ActiveCheck[],
  { offers }: Forecast,
  firstFacts: ReadonlySet<string> = new Set(),
): readonly ActiveCheck[] => {
  const known = new Set(reads.map(({ id }) => id));
  const order = new Map(
    inOrderOfWorth(offers.filter(({ check }) => known.has(check))).map(({ check }, index) => [check, index]),
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
  const { target, effort = "usual", picks, plan: planOf = (check, context) => check.plan(context) } = options;
  const { tried = createTriedLog() } = options;
  const underWay = new Set<Promise<unknown>>();
  const isSampling = isSampled(options) && isScarce(target.budget) && effort !== "plans";
  const usesAll = isSampling && effort !== "usual";
  const halt = haltOn(options, problems);
  const isOver = (): boolean => halt.signal.aborted;
  const executor = executorOf(options, mask, problems, halt);
  const settle = async (): Promise<void> => {
    // A run that ends meanwhile asks nothing more.
    if (target.kind === "live") await options.clock.sleep(lateMs, halt.signal).catch(() => undefined);
  };
  const turns = createTurnLog(options, tried);
  // Without a store, earlier runs are unknown.
  const isFirst = options.tried !== undefined && turnOf(options) === 1;
  const budget = createRunBudget({ ...options, checks, usesAll, isFirst });
  const { left } = budget;
  /** Further portions of reads that may be asked. */
  let portions = new Map<ActiveCheck, Work>();
  let mostPortions = 0;
  const exploring = createExplorer(options, {
    executor,
    tools,
    tried,
    explorations: checks.filter(isExploring).length,
    left,
    settle,
  });
  const contextFor = (check: string, portion = picks?.portions ?? 0): PlanContext =>
    contextOf(options, turns.of(check), portion, turns.begin(check));
  const preflown = createPreflight({ ...options, checks, context: contextFor(atFirst) }, executor, problems);
  const isCut = (): boolean => isOver() || budget.shortfall() !== undefined;

  // If requests are scarce, the first plans should complete before others begin.
  const atOnce = (): number => Math.min(budget.atOnce(), isSampling ? target.concurrency : Infinity);

  /** Queues another portion of a check after it has asked one. */
  const addPortion = (
    check: ActiveCheck,
    { exchanges, cutShort }: Execution,
    plan: (portion: number) => Plan,
    portion = 1,
  ): void => {
    if (cutShort !== undefined || exchanges.length === 0) return;
    const cost = exchanges.length * (portionTimes(portion) / portionTimes(portion - 1) - 1);
    const ask = async (free: () => number): Promise<PlanExecution> => {
      const start = (): Plan => plan(portion);
      const answer = recalled(exchanges, executor.live, (calls) => free() >= calls);
      const execution = await carryOut(start, answer);
      if (execution.exchanges.length > exchanges.length) {
        mostPortions = Math.max(mostPortions, portion);
        if (execution.cutShort === undefined) turns.had(check.id, portionTimes(portion));
        addPortion(check, execution, plan, portion + 1);
      }
      return { ...execution, plan: start };
    };
    portions.set(check, { check, isMore: true, cost, covered: exchanges.length + cost, ask });
  };

  /** Begins the plan of a check, after the target was asked what every plan needs. */
  const begin = async (check: ActiveCheck, most = Infinity): Promise<PlanResult> => {
    const found = await preflown();
    const reason = unmetNeed(check, target) ?? refusalOf(check, found);
    if (reason !== undefined) return { skipped: reason };
    const allowed = without(contextFor(check.id), found);
    if (isExploring(check) && effort !== "plans") {
      turns.had(check.id, 1);
      return exploring(check, allowed, most);
    }
    // After the end of a run, plans may still be answered from memory.
    const isBegun = isOver() || (await budget.affords(check.id));
    const plan = (): Plan => planOf(check, allowed);
    const result = { ...(isBegun ? await carryOut(plan, executor.live) : notBegun), plan };
    if (result.cutShort === undefined) turns.had(check.id, 1);
    if (usesAll && check.effect === "read")
      addPortion(check, result, (portion) => planOf(check, without(contextFor(check.id, portion), found)));
    return result;
  };

  // A caller that awaits the result gets the error; there may be none.
  const noted = (result: Promise<PlanResult>): void => void underWay.add(result.catch(() => undefined));

  const begun: ActiveCheck[] = [];

  const start = (check: ActiveCheck, most?: number): Promise<PlanResult> => {
    begun.push(check);
    const result = begin(check, most);
    noted(result);
    return result;
  };

  // A check with an unmet need was not missed because the run has ended.
  const mayStart = (check: ActiveCheck): boolean => !isOver() || unmetNeed(check, target) !== undefined;

  // Shares of the remaining budget must not depend on how fast others are answered.
  const isEnoughFor = (some: readonly ExploringCheck[]): boolean =>
    !isSampling &&
    effort !== "plans" &&
    effort !== "deep" &&
    some.reduce((sum, check) => sum + mostAsked(check.explore.effort, shrinkingEffort), 0) <= left();

  const ask = (some: readonly ActiveCheck[]): Generator<Asked> =>
    readsAtOnce(leastTriedFirst(some, tried, options.seed), { atOnce, start, mayStart, isEnoughFor });

  /** One by one, those least covered by earlier runs first, as many as their share of the requests allows. */
  async function* inTurns(some: readonly ActiveCheck[], reserved: Reserved): AsyncGenerator<Asked> {
    if (!isSampling) return yield* ask(some);
    if (isCut()) return;
    const forecasts = await budget.forecast();
    const { now = 0 } = budget.share(reserved, forecasts) ?? {};
    const context = contextFor(atFirst);
    const known = byWorth(some.filter(budget.isDue), forecasts);
    // The check with most left to ask comes first; without a store the seed decides.
    const due =
      options.tried === undefined
        ? rotated(known, options.seed)
        : known.toSorted((one, other) => (other.turns ?? 1) - (one.turns ?? 1));
    const works = due.map((check): Work => ({
      check,
      cost: isExploring(check) ? leastEffort : (forecasts.costs.get(check.id) ?? leastEffort),
      covered: turns.covered(check, context),
      ask: (free) => start(check, free()),
    }));
    yield* drain(new Map(works.map((work) => [work.check, work])), {
      left,
      reserve: left() - now,
      isOver,
      mayExceed: true,
    });
  }

  /** The next portions of reading checks, as long as there are requests that no other check needs. */
  async function* goOn(reserved: Reserved, isWanted: (check: ActiveCheck) => boolean): AsyncGenerator<Asked> {
    if (!usesAll) return;
    const share = budget.share(reserved, await budget.forecast());
    // Without a forecast nothing is taken from later checks.
    if (share === undefined) return;
    // First portions complete in the order of their answers.
    const position = ([check]: readonly [ActiveCheck, Work]): number => begun.indexOf(check);
    portions = new Map([...portions].toSorted((one, other) => position(one) - position(other)));
    for (const asked of drain(portions, { left, reserve: share.reserve, isOver, isWanted })) {
      noted(asked.result);
      yield asked;
    }
  }

  /** Asks for calls once more. */
  const repeat = (calls: readonly Call[]): Promise<Execution> =>
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
      const laterTurns = [...of("write", false), ...checks.filter(isExploring)];
      const moving = [...of("sandbox", true), ...of("sandbox", false)];
      const reserved: Reserved = {
        later: [...writes, ...moving],
        turns: laterTurns,
        repeats: 2 * fewRepeats,
      };
      return {
        async *reads(): AsyncGenerator<Asked> {
          yield* ask(forecasts === undefined ? reads : byWorth(reads, forecasts, options.firstFacts));
          yield* inTurns(readTurns, reserved);
          yield* goOn(reserved, isWanted);
        },
        writes: () => ask(writes),
        later: () => inTurns(laterTurns, { later: moving, turns: [], repeats: fewRepeats }),
        /** What moves the clock of a sandbox. */
        moving: () => ask(moving),
        turns: [...readTurns, ...laterTurns],
        isLater: laterTurns.length > 0,
      };
    },
    /** The turn by which plans picked, and the share of the candidates that they picked. */
    picks: (): Pick<Tally, "sampled" | "turn" | "turns" | "portions" | "picked"> => ({
      sampled: isSampled(options),
      ...turns.shown(),
      portions: mostPortions,
    }),
    repeat,
    /** Asks for calls once more, after late changes must be visible. */
    async repeatLater(calls: readonly Call[]): Promise<Execution> {
      if (!isOver()) await settle();
      return repeat(calls);
    },
    /** How many requests the run may still make. */
    left: () => leftOf(target),
    /** Whether the run ends incomplete, so that another may continue it. */
    isCut,
    /** Reports the checks that were not started, after everything else has ended. */
    conclude() {
      const message = budget.shortfall();
      if (message !== undefined) problems.halted({ reason: "budget", message });
      turns.note(options.onCutShort !== undefined && isResumable(problems.stop()));
    },
    /** Ends running work and resolves when none is left. */
    async stop() {
      halt.abort();
      await Promise.all(underWay);
    },
  };
};
