import { type ActiveCheck, type JudgeTools, type Plan, type PlanContext, sendAll } from "../model/check.ts";
import type { Call, Exchange } from "../model/exchange.ts";
import type { Tally } from "../model/tally.ts";
import { atFirst, createTriedLog, type TriedLog } from "./draw-moves.ts";
import { carryOut, createExecutor, type Execution, type Executor, recalled } from "./execute.ts";
import { explore, type Explored, type ExploringCheck, isExploring } from "./explore.ts";
import type { Mask } from "../privacy/mask.ts";
import { type Preflight, type PreflightOptions, preflight, refusalOf, without } from "./preflight.ts";
import type { RunOptions } from "./run-options.ts";
import { createPickedParts } from "./picked-parts.ts";
import { unmetNeed } from "./selection.ts";
import type { ServedOperations } from "./served-operations.ts";
import { createSemaphore } from "./semaphore.ts";
import { restricted } from "./restricted-plan.ts";
import { costOfAll, type Judged, type Next, next, plusWork, type Seen, type Work } from "./queue.ts";
import { firstWorks, type Forecast, isOptional, nextPortion } from "./works.ts";
import { inTurn, isSampled, isScarce, pickedCount, portionTimes } from "./sampling.ts";
import { leftOf, onThisMachine } from "./target.ts";
import { isResumable, type RunProblems } from "./run-problems.ts";
import { createTurnLog } from "./turns.ts";

/** What the plan of a check was answered, and the same plan once more. */
export type PlanExecution = Execution & { readonly plan: () => Plan };

/** What one active check came to: why it was not started, or what its plan was answered. */
export type PlanResult = { readonly skipped: string } | PlanExecution | Explored;

export interface Asked {
  readonly check: ActiveCheck;
  /** 0 for the first one. */
  readonly portion: number;
  readonly result: Promise<PlanResult>;
}

/** Runs the plans of checks. */
export interface Engine {
  /** Has some of the checks wait to be asked. */
  add(some: readonly ActiveCheck[]): void;
  /**
   * What comes next of a phase, for as long as there are requests for it that nobody else needs: reads at once, the
   * others each when the one before has ended.
   * @param kept requests that are left
   * @param isWanted whether a check that was asked has anything left to find
   */
  ask(phase: number, kept: number, isWanted: (check: ActiveCheck) => boolean): AsyncGenerator<Asked>;
  /** Those that were not begun. */
  waiting(): readonly ActiveCheck[];
  /** By which turn plans picked, and how much of what there was. */
  picks(): Pick<Tally, "sampled" | "turn" | "turns" | "portions" | "picked">;
  /** Asks for calls once more. */
  repeat(calls: readonly Call[]): Promise<Execution>;
  /** How many requests the run may still make. */
  left(): number;
  /** Whether the run ends before it is complete, so that another may go on with it. */
  isCut(): boolean;
  /** Reports what was not started, once everything else has ended. */
  conclude(): void;
  readonly served: ServedOperations;
  /** Ends what is under way and resolves when nothing is. */
  stop(): Promise<void>;
}

/** Whether a plan was not brought to its end, or not even begun, through no fault of its own. */
export const wasCut = (result: PlanResult): boolean =>
  "cutShort" in result && result.cutShort !== undefined && result.cutShort.kind !== "crashed";

/** What a read shows is late until then, and wrong afterwards. */
const lateMs = 1000;

const contextOf = (
  options: RunOptions,
  turn: number,
  portion: number,
  onPicked: (asked: number, of: number) => void,
): PlanContext => {
  const { target, again } = options;
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
    ...(again?.replay === undefined ? {} : { replay: again.replay }),
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
  readonly signal: AbortSignal;
  readonly tried: TriedLog;
  /** How many there are. */
  readonly explorations: number;
  /** Requests that they may still make. */
  left(): number;
}

/** Lets checks draw what they ask from what is left of the budget. */
const createExplorer = (
  { target, contract, clock, deep = false }: RunOptions,
  { executor, tools, signal, tried, explorations, left }: ExplorerParts,
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
    return deep && mayGoOn(check) ? Math.max(effort, Math.min(mostEffort, share)) : effort;
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
      settle: () => (target.kind === "live" ? clock.sleep(lateMs, signal) : Promise.resolve()),
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

/** A dry run that fails must not take the run with it: it goes on as if nothing were known. */
const forecastOnce = ({ forecast }: RunOptions): (() => Promise<Forecast>) => {
  let asked: Promise<Forecast> | undefined;
  return () => (asked ??= forecast === undefined ? Promise.resolve([]) : forecast().catch(() => []));
};

/** A plan, or the steps of it that are to be asked again. */
const narrowed = (whole: Plan, check: string, { again, contract }: RunOptions): Plan => {
  const isAsked = again?.isAsked;
  if (isAsked !== undefined) return restricted(whole, (_, call) => isAsked(call), contract.operations);
  const labels = again?.steps?.get(check);
  if (labels === undefined || labels === "all") return whole;
  const isStep = (label: string, { isControl }: Call): boolean => isControl === true || labels.has(label);
  return restricted(whole, isStep, contract.operations);
};

interface StarterParts {
  readonly preflown: () => Promise<Preflight>;
  readonly executor: Executor;
  readonly exploring: Exploring;
  /** Hears how many turns a check has had. */
  hadTurns(check: string, turns: number): void;
  contextFor(check: string, portion?: number): PlanContext;
  /** How many requests are left. */
  left(): number;
}

/** What a check was answered by earlier portions, and requests that are none of its. */
interface Before {
  readonly exchanges: readonly Exchange[];
  readonly reserve: number;
}

/** Begins the plan of a check, once the target was asked what every plan needs. */
const createStarter = (
  options: RunOptions,
  { preflown, executor, exploring, hadTurns, contextFor, left }: StarterParts,
): ((check: ActiveCheck, portion: number, before: Before) => Promise<PlanResult>) => {
  return async (check, portion, { exchanges: before, reserve }) => {
    const found = await preflown();
    const reason = unmetNeed(check, options.target) ?? refusalOf(check, found);
    if (reason !== undefined) return { skipped: reason };
    const allowed = without(contextFor(check.id, portion), found);
    if (isExploring(check) && options.again === undefined) {
      hadTurns(check.id, 1);
      return exploring(check, allowed, left() - reserve);
    }
    const plan = (): Plan => narrowed(check.plan(allowed), check.id, options);
    const mayAsk = (calls: number): boolean => left() - reserve >= calls;
    const answer = portion === 0 ? executor.live : recalled(before, executor.live, mayAsk);
    const result = { ...(await carryOut(plan, answer)), plan };
    if (result.cutShort === undefined && (portion === 0 || result.exchanges.length > before.length))
      hadTurns(check.id, portionTimes(portion));
    return result;
  };
};

/** What an engine is made of. */
const partsOf = (
  options: RunOptions,
  checks: readonly ActiveCheck[],
  mask: Mask,
  problems: RunProblems,
  tools: JudgeTools,
) => {
  const { target, again, tried = createTriedLog() } = options;
  const goesOn = options.forecast !== undefined && again === undefined && isScarce(target.budget);
  const halt = haltOn(options, problems);
  const executor = executorOf(options, mask, problems, halt);
  const turns = createTurnLog(options, tried);
  const picked = createPickedParts();
  const spared = goesOn ? sparedOf(target.budget) : 0;
  const left = (): number => leftOf(target) - spared;
  const contextFor = (check: string, portion?: number): PlanContext =>
    contextOf(options, turns.of(check), again?.portions ?? portion ?? 0, picked.begin(check));
  const preflown = createPreflight({ ...options, checks, context: contextFor(atFirst) }, executor, problems);
  const begin = createStarter(options, {
    preflown,
    executor,
    exploring: createExplorer(options, {
      executor,
      tools,
      signal: halt.signal,
      tried,
      explorations: checks.filter(isExploring).length,
      left,
    }),
    hadTurns(check, count) {
      turns.had(check, count);
      picked.done(check);
    },
    contextFor,
    left,
  });
  return {
    goesOn,
    halt,
    executor,
    preflown,
    forecast: forecastOnce(options),
    turns,
    picked,
    left,
    contextFor,
    begin,
  };
};

/** What a run that uses all it has leaves of its budget for the rest of the hour: as many as `doctor` asks of an interface. */
const sparedPart = 0.1;

/** With fewer nothing is left. */
const sparingFrom = 100;

const sparedOf = (budget: number): number => Math.floor(Math.max(0, budget - sparingFrom) * sparedPart);

/** Of explorations the seed says who begins. */
const rotated = (checks: readonly ActiveCheck[], seed: number): readonly ActiveCheck[] => {
  const all = checks.filter(isExploring);
  const start = all.length === 0 ? 0 : seed % all.length;
  const turns = [...all.slice(start), ...all.slice(0, start)];
  return checks.map((check) => (isExploring(check) ? (turns.shift() ?? check) : check));
};

/** With less than such a part of what all checks need, a run is cut short. */
const leastPart = 0.5;

const neededFor = (dues: ReadonlyMap<Work, ActiveCheck>): number =>
  costOfAll([...dues].flatMap(([work, check]) => (isOptional(check) ? [] : [work])));

const judgesNothing = ({ facts }: ActiveCheck): Judged =>
  new Map(facts.map((fact) => [fact, new Map<string, number>()]));

const judgedBefore = ({ resume }: RunOptions): Seen => ({
  asked: new Set(),
  judged: new Map(
    (resume?.verdicts ?? []).flatMap(({ fact, verdict }) =>
      verdict.kind === "passed" || verdict.kind === "failed" ? [[fact, new Map()]] : [],
    ),
  ),
});

/** A check and what of it comes next. */
interface Due {
  readonly check: ActiveCheck;
  readonly work: Work;
}

// Longer than a page, since it holds all that an engine does; what it is made of is above.
export const createEngine = (
  options: RunOptions,
  checks: readonly ActiveCheck[],
  mask: Mask,
  problems: RunProblems,
  tools: JudgeTools,
): Engine => {
  const { target } = options;
  const underWay = new Set<Promise<unknown>>();
  const { goesOn, halt, executor, preflown, forecast, turns, picked, left, contextFor, begin } = partsOf(
    options,
    checks,
    mask,
    problems,
    tools,
  );
  /** In the order of the run. */
  const waiting = new Set<ActiveCheck>();
  /** The next portions of what was asked. */
  const going = new Map<Work, ActiveCheck>();
  const answered = new Map<ActiveCheck, readonly Exchange[]>();
  let seen = judgedBefore(options);
  let most = 0;
  let hasBegun = false;
  /** Whether there are too few requests to leave out any check that judges what others judge, too. */
  let isTooFew: boolean | undefined;
  const isOver = (): boolean => halt.signal.aborted;
  const isScarceNow = (): boolean => options.again === undefined && isScarce(left());

  /** Whether a run that leaves it out is cut short. */
  const isMissed = (check: ActiveCheck): boolean =>
    !isOptional(check) && (isTooFew === true || check.facts.some((fact) => !seen.judged.has(fact)));

  const shortfall = (): string | undefined => {
    if (![...waiting].some(isMissed)) return undefined;
    const spent = `the budget of ${target.budget} requests (safety.maxRequests, safety.perHour) is spent`;
    const few =
      leftOf(target) === 0 ? "" : ` but for ${leftOf(target)}, too few for a check that was not begun`;
    return `${spent}${few}${target.freeAgain?.() ?? ""}`;
  };

  const firstDues = async (): Promise<ReadonlyMap<Work, ActiveCheck>> => {
    const isNow = waiting.size > 0 && isScarceNow();
    const found = isNow ? await preflown() : undefined;
    const offers = isNow ? new Map((await forecast()).map((offer) => [offer.check, offer])) : undefined;
    const context = contextFor(atFirst);
    // The first of few requests go to what few of them show.
    const isDue = (check: ActiveCheck): boolean => !(isNow && turns.isFirst && isExploring(check));
    return firstWorks([...waiting].filter(isDue), {
      offers,
      isUnmet: (check) => (unmetNeed(check, target) ?? (found && refusalOf(check, found))) !== undefined,
      partsOf: (check) => ({
        isFirst: check.facts.some((fact) => options.firstFacts?.has(fact) === true),
        earlier: isExploring(check) || offers !== undefined ? turns.covered(check, context) : 0,
      }),
    });
  };

  const duesOf = async (
    isWanted: (check: ActiveCheck) => boolean,
  ): Promise<ReadonlyMap<Work, ActiveCheck>> => {
    for (const [work, check] of going) if (!isWanted(check)) going.delete(work);
    const first = await firstDues();
    isTooFew ??= isScarceNow() && left() < leastPart * neededFor(first);
    return new Map([...first, ...going]);
  };

  /** Takes in what a work was answered, and what follows it. */
  const settle = (check: ActiveCheck, work: Work, result: PlanResult): void => {
    if ("skipped" in result || wasCut(result)) return;
    seen = plusWork(plusWork(seen, work), { needs: new Set(), gains: judgesNothing(check) });
    const before = answered.get(check)?.length ?? 0;
    if (result.exchanges.length === before) return;
    most = Math.max(most, work.portion);
    answered.set(check, result.exchanges);
    if (goesOn && check.effect === "read" && !isExploring(check) && picked.isPart(check.id))
      going.set(nextPortion(check, work, result.exchanges), check);
  };

  const start = (check: ActiveCheck, work: Work, reserve: number): Promise<PlanResult> => {
    const result = begin(check, work.portion, { exchanges: answered.get(check) ?? [], reserve });
    // Whoever waits for the result hears of a bug; nobody may be left to.
    underWay.add(result.catch(() => undefined));
    return result;
  };

  // Of few requests, those that come first are best spent on a plan that completes.
  const atOnce = (): number => (isScarce(target.budget) ? target.concurrency : Infinity);

  // What could not have been asked anyway was not missed because the run has ended.
  const mayStart = ({ check }: Due): boolean => !isOver() || unmetNeed(check, target) !== undefined;

  /** A check may need fewer than it seems: where not even one fits, one is begun. */
  const comingOf = (works: readonly Work[], free: number): Next | undefined => {
    const coming = next(works, Math.max(0, free), seen);
    if (coming !== undefined || hasBegun) return coming;
    const [first] = next(works, Infinity, seen)?.works ?? [];
    return first === undefined ? undefined : { works: [first], reserve: 0 };
  };

  return {
    served: executor.served,
    add(some) {
      for (const check of rotated(some, options.seed)) waiting.add(check);
    },
    async *ask(phase, kept, isWanted) {
      const inTurn = createSemaphore(atOnce);
      for (;;) {
        const dues = await duesOf(isWanted);
        const coming = comingOf(
          [...dues.keys()].filter((work) => work.phase >= phase),
          left() - kept,
        );
        const all = (coming?.works ?? []).flatMap((work) => {
          const check = dues.get(work);
          return check === undefined || work.phase !== phase ? [] : [{ check, work }];
        });
        if (coming === undefined || all.length === 0) return;
        hasBegun = true;
        for (const { check, work } of all) {
          waiting.delete(check);
          going.delete(work);
        }
        const reserve = kept + coming.reserve;
        const beginOne = ({ check, work }: Due) => ({
          check,
          work,
          result: inTurn(() => start(check, work, reserve)),
        });
        const begun = [];
        // Reads are begun at once, the others each when the one before has ended.
        for (const one of phase === 0 ? all.map(beginOne) : all.values().filter(mayStart).map(beginOne)) {
          begun.push(one);
          yield { check: one.check, portion: one.work.portion, result: one.result };
        }
        for (const { check, work, result } of begun) settle(check, work, await result);
      }
    },
    waiting: () => [...waiting],
    picks: () => ({
      sampled: isSampled(options),
      ...turns.shown(),
      portions: most,
      picked: picked.all(),
    }),
    repeat: (calls) =>
      isOver()
        ? Promise.resolve({ exchanges: [], withRetries: [], cutShort: { kind: "interrupted" } })
        : carryOut(function* () {
            yield* sendAll(calls);
          }, executor.live),
    left: () => leftOf(target),
    isCut: () => isOver() || shortfall() !== undefined,
    conclude() {
      const message = isOver() ? undefined : shortfall();
      // Where it cannot be resumed, what else has kept a run from judging says more.
      const isSaid = options.onCutShort === undefined && problems.stop() !== undefined;
      if (message !== undefined && !isSaid) problems.halted({ reason: "budget", message });
      turns.note(options.onCutShort !== undefined && isResumable(problems.stop()));
    },
    async stop() {
      halt.abort();
      await Promise.all(underWay);
    },
  };
};
