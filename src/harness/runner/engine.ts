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

/** What the plan of a check was answered, and the same plan once more. */
export type PlanExecution = Execution & { readonly plan: () => Plan };

/** What one active check came to: why it was not started, or what its plan was answered. */
export type PlanResult = { readonly skipped: string } | PlanExecution | Explored;

export interface Asked {
  readonly check: ActiveCheck;
  /** Whether it goes on with what its check was asked before. */
  readonly isMore?: true;
  readonly result: Promise<PlanResult>;
}

/** Runs the plans of checks. */
export type Engine = ReturnType<typeof createEngine>;

/** Whether a plan was not brought to its end, or not even begun, through no fault of its own. */
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

/** What a live target is asked before the plans, once; what it shows is a problem of the run. */
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

/** Requests that making one failing sequence smaller may take. */
const shrinkingEffort = 300;

/** Requests of one exploration in a deep run, where nothing else ends it. */
const mostEffort = 2000;

interface ExplorerParts {
  readonly executor: Executor;
  readonly tools: JudgeTools;
  readonly tried: TriedLog;
  /** How many there are. */
  readonly explorations: number;
  /** Requests that they may still make. */
  left(): number;
  /** Waits until what is only late must show. */
  settle(): Promise<void>;
}

/** All of them, beginning where the seed says. */
const rotated = (checks: readonly ActiveCheck[], seed: number): readonly ActiveCheck[] => {
  const start = seed % Math.max(1, checks.length);
  return [...checks.slice(start), ...checks.slice(0, start)];
};

/** The same checks with the explorations in turns: what was tried least first, and among equals as the seed says. */
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

/** Lets checks draw what they ask from what is left of the budget. */
const createExplorer = (
  { target, contract, effort: ofRun }: RunOptions,
  { executor, tools, tried, explorations, left, settle }: ExplorerParts,
): Exploring => {
  let waiting = explorations;
  /** Elsewhere than in the embedded sandbox nobody takes away what an exploration leaves. */
  const mayGoOn = ({ explore: { leaves } }: ExploringCheck): boolean =>
    leaves !== true || target.kind === "embedded";
  /** A deep run shares what is left among the explorations to come. */
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
  /** How many plans of reads may be under way at once. */
  atOnce(): number;
  start(check: ActiveCheck): Promise<PlanResult>;
  mayStart(check: ActiveCheck): boolean;
  /** Whether there are requests enough for all of these, whatever they find. */
  isEnoughFor(some: readonly ExploringCheck[]): boolean;
}

/**
 * Sequences that only read: each has its interfaces alone, and goes on beside those of others where there is enough for
 * all of them.
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
    // Whoever waits for it hears of a bug; nobody may be left to.
    result.catch(() => undefined);
    for (const lane of lanes) last.set(lane, result);
    return { check, result };
  });
  for (const one of all) if (begun.has(one.check) || mayStart(one.check)) yield one;
}

/** Plain reads all at once, then what draws sequences and only reads, then the others, each after the one before. */
function* readsAtOnce(checks: readonly ActiveCheck[], asking: Asking): Generator<Asked> {
  // What waits for its turn is not begun.
  const inTurn = createSemaphore(asking.atOnce);
  const reads = checks.filter(({ effect }) => effect === "read");
  yield* reads
    .filter((check) => !isExploring(check))
    .map((check) => ({ check, result: inTurn(() => asking.start(check)) }));
  yield* readingSequences(reads.filter(isExploring), asking);
  for (const check of checks)
    if (check.effect !== "read" && asking.mayStart(check)) yield { check, result: asking.start(check) };
}

/** Reads by what they are worth, after those that come first by the facts that consumers use. */
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

/** Requests without which it is not worth to begin drawing sequences. */
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
    // A run that ends meanwhile asks nothing any more.
    if (target.kind === "live") await options.clock.sleep(lateMs, halt.signal).catch(() => undefined);
  };
  const turns = createTurnLog(options, tried);
  // Without a store nobody knows of earlier runs.
  const isFirst = options.tried !== undefined && turnOf(options) === 1;
  const budget = createRunBudget({ ...options, checks, usesAll, isFirst });
  const { left } = budget;
  /** What reads may be asked beyond what they were. */
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

  // Of few requests, those that come first are best spent on a plan that completes.
  const atOnce = (): number => Math.min(budget.atOnce(), isSampling ? target.concurrency : Infinity);

  /** Has a check ask another portion of what it picks from, once it has asked one. */
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

  /** Begins the plan of a check, once the target was asked what every plan needs. */
  const begin = async (check: ActiveCheck, most = Infinity): Promise<PlanResult> => {
    const found = await preflown();
    const reason = unmetNeed(check, target) ?? refusalOf(check, found);
    if (reason !== undefined) return { skipped: reason };
    const allowed = without(contextFor(check.id), found);
    if (isExploring(check) && effort !== "plans") {
      turns.had(check.id, 1);
      return exploring(check, allowed, most);
    }
    // Of a run that has ended, what can be answered from memory still is.
    const isBegun = isOver() || (await budget.affords(check.id));
    const plan = (): Plan => planOf(check, allowed);
    const result = { ...(isBegun ? await carryOut(plan, executor.live) : notBegun), plan };
    if (result.cutShort === undefined) turns.had(check.id, 1);
    if (usesAll && check.effect === "read")
      addPortion(check, result, (portion) => planOf(check, without(contextFor(check.id, portion), found)));
    return result;
  };

  // Whoever waits for the result hears of a bug; nobody may be left to.
  const noted = (result: Promise<PlanResult>): void => void underWay.add(result.catch(() => undefined));

  const begun: ActiveCheck[] = [];

  const start = (check: ActiveCheck, most?: number): Promise<PlanResult> => {
    begun.push(check);
    const result = begin(check, most);
    noted(result);
    return result;
  };

  // What could not have been asked anyway was not missed because the run has ended.
  const mayStart = (check: ActiveCheck): boolean => !isOver() || unmetNeed(check, target) !== undefined;

  // Of what is shared out as it is left, none may depend on how fast another is answered.
  const isEnoughFor = (some: readonly ExploringCheck[]): boolean =>
    !isSampling &&
    effort !== "plans" &&
    effort !== "deep" &&
    some.reduce((sum, check) => sum + mostAsked(check.explore.effort, shrinkingEffort), 0) <= left();

  const ask = (some: readonly ActiveCheck[]): Generator<Asked> =>
    readsAtOnce(leastTriedFirst(some, tried, options.seed), { atOnce, start, mayStart, isEnoughFor });

  /** One after the other, what earlier runs have covered least first, as many as their share of the requests allows. */
  async function* inTurns(some: readonly ActiveCheck[], reserved: Reserved): AsyncGenerator<Asked> {
    if (!isSampling) return yield* ask(some);
    if (isCut()) return;
    const forecasts = await budget.forecast();
    const { now = 0 } = budget.share(reserved, forecasts) ?? {};
    const context = contextFor(atFirst);
    const known = byWorth(some.filter(budget.isDue), forecasts);
    // What has most to ask comes first; without a store the seed says who begins.
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

  /** The next portions of what reads pick from, for as long as there are requests that nobody else needs. */
  async function* goOn(reserved: Reserved, isWanted: (check: ActiveCheck) => boolean): AsyncGenerator<Asked> {
    if (!usesAll) return;
    const share = budget.share(reserved, await budget.forecast());
    // Nothing is taken away from those of which nobody knows what they need.
    if (share === undefined) return;
    // First portions complete as fast as they are answered.
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
     * All checks in the rounds of a run. Whoever takes one waits for its result before the next. Where requests are
     * scarce, what is worth most comes first, and what is not asked in any case takes turns.
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
    /** By which turn plans picked, and how much of what there was. */
    picks: (): Pick<Tally, "sampled" | "turn" | "turns" | "portions" | "picked"> => ({
      sampled: isSampled(options),
      ...turns.shown(),
      portions: mostPortions,
    }),
    repeat,
    /** Asks for calls once more, when what was only late must show. */
    async repeatLater(calls: readonly Call[]): Promise<Execution> {
      if (!isOver()) await settle();
      return repeat(calls);
    },
    /** How many requests the run may still make. */
    left: () => leftOf(target),
    /** Whether the run ends before it is complete, so that another may go on with it. */
    isCut,
    /** Reports what was not started, once everything else has ended. */
    conclude() {
      const message = budget.shortfall();
      if (message !== undefined) problems.halted({ reason: "budget", message });
      turns.note(options.onCutShort !== undefined && isResumable(problems.stop()));
    },
    /** Ends what is under way and resolves when nothing is. */
    async stop() {
      halt.abort();
      await Promise.all(underWay);
    },
  };
};
