import { type ActiveCheck, type JudgeTools, type Plan, type PlanContext, sendAll } from "../model/check.ts";
import type { Call, Exchange } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { atFirst, createTriedLog, type TriedLog } from "./draw-moves.ts";
import { createExecutor, type Execution, type Executor } from "./execute.ts";
import { explore, type Explored, type ExploringCheck, isExploring } from "./explore.ts";
import type { Mask } from "../privacy/mask.ts";
import { type Preflight, type PreflightOptions, preflight, refusalOf, without } from "./preflight.ts";
import { createRequestForecast } from "./request-forecast.ts";
import type { RunOptions } from "./run-options.ts";
import { createPortions } from "./portions.ts";
import { unmetNeed } from "./selection.ts";
import type { ServedOperations } from "./served-operations.ts";
import { createSemaphore } from "./semaphore.ts";
import { restricted } from "./restricted-plan.ts";
import type { Forecast } from "./planner.ts";
import { alwaysAsked, inOrderOfWorth } from "./planner.ts";
import { inTurn, isSampled, isScarce, pickedCount } from "./sampling.ts";
import { takeTurns } from "./take-turns.ts";
import { onThisMachine, type Target } from "./target.ts";
import type { RunProblems } from "./run-problems.ts";

/** What the plan of a check was answered, and the same plan once more. */
export type PlanExecution = Execution & { readonly plan: () => Plan };

/** What one active check came to: why it was not started, or what its plan was answered. */
export type PlanResult = { readonly skipped: string } | PlanExecution | Explored;

export interface Asked {
  readonly check: ActiveCheck;
  readonly result: Promise<PlanResult>;
}

/** Runs the plans of checks. */
export interface Engine {
  /** Of some of the checks, reads all at once, then the others, each when the one before has ended. */
  ask(some: readonly ActiveCheck[]): Generator<Asked>;
  /** The same checks in the order in which they are asked: where requests are scarce, what is worth most comes first. */
  inOrder(some: readonly ActiveCheck[]): Promise<readonly ActiveCheck[]>;
  /** Those that are asked in any case; where requests are scarce the others take turns. */
  always(some: readonly ActiveCheck[]): Promise<ReadonlySet<ActiveCheck>>;
  /**
   * Some of the checks one after the other, what earlier runs have covered least first, as many as their share of the
   * requests allows. Whoever takes one waits for its result before the next.
   */
  inTurns(some: readonly ActiveCheck[], reserved: Reserved): AsyncGenerator<Asked>;
  /**
   * Goes on with the reads that were asked, for as long as there are requests that nobody else needs: the next portion
   * of what they pick from. Whoever takes one waits for its result before the next.
   * @param isWanted whether a check has anything left to find
   */
  goOn(reserved: Reserved, isWanted: (check: ActiveCheck) => boolean): AsyncGenerator<Asked>;
  /** What it takes to pick the same again, beyond the seed. */
  turn(): Pick<Report["run"], "turn" | "turns" | "portions">;
  /** Asks for calls once more. */
  repeat(calls: readonly Call[]): Promise<Execution>;
  /** How many requests the run may still make. */
  left(): number;
  /** Reports what was not started, once everything else has ended. */
  conclude(): void;
  readonly served: ServedOperations;
  /** Ends what is under way and resolves when nothing is. */
  stop(): Promise<void>;
}

/** What nobody may take the requests of. */
export interface Reserved {
  /** What is asked later in any case. */
  readonly later: readonly ActiveCheck[];
  /** What takes turns later. */
  readonly turns: readonly ActiveCheck[];
  /** How many requests are asked again later. */
  readonly repeats: number;
}

/** Whether a plan was not brought to its end, or not even begun, through no fault of its own. */
export const wasCut = (result: PlanResult): boolean =>
  "cutShort" in result && result.cutShort !== undefined && result.cutShort.kind !== "crashed";

/** Under which the turns of all checks are counted: how much of what they pick from earlier runs have asked. */
const ofAll = "";

const turnsOf = (tried: TriedLog | undefined, check: string): number =>
  tried?.of(ofAll).count(check, "turn") ?? 0;

/** Whose turn it is in a run that picks: of those that one check picks from, or of a run as such. */
const turnOf = (options: RunOptions, check = atFirst): number => {
  const { seed, again, tried } = options;
  if (!isSampled(options)) return seed;
  if (again !== undefined) return again.turns?.[check] ?? again.turn ?? seed;
  return tried === undefined ? seed : 1 + turnsOf(tried, check);
};

/** What a read shows is late until then, and wrong afterwards. */
const lateMs = 1000;

const notBegun: Execution = { exchanges: [], withRetries: [], cutShort: { kind: "interrupted" } };

const contextOf = (options: RunOptions, turn: number, portion: number): PlanContext => {
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
    sample: (items, few) =>
      isPicked ? inTurn(items, pickedCount(items.length, few, target.budget, portion), few, turn) : items,
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

/** How many requests a run may still make. */
const leftOf = (target: Target): number => target.left?.() ?? target.budget - target.requests();

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

/** The same checks with the explorations in turns: what was tried least first, and among equals as the seed says. */
const inTurns = (checks: readonly ActiveCheck[], tried: TriedLog, seed: number): readonly ActiveCheck[] => {
  const all = checks.filter(isExploring);
  const start = all.length === 0 ? 0 : seed % all.length;
  const turns = [...all.slice(start), ...all.slice(0, start)].toSorted(
    (one, other) => tried.total(one.id) - tried.total(other.id),
  );
  return checks.map((check) => (isExploring(check) ? (turns.shift() ?? check) : check));
};

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
    onStop: ({ stop = "safety", message }) => {
      problems.halted({ reason: stop, message });
      halt.abort();
    },
  });

/** Reads all at once, then the others, each when the one before has ended. */
function* inOrder(
  checks: readonly ActiveCheck[],
  atOnce: () => number,
  start: (check: ActiveCheck) => Promise<PlanResult>,
  mayStart: (check: ActiveCheck) => boolean,
): Generator<Asked> {
  // What waits for its turn is not begun.
  const inTurn = createSemaphore(atOnce);
  yield* checks
    .filter((check) => check.effect === "read" && !isExploring(check))
    .map((check) => ({ check, result: inTurn(() => start(check)) }));
  for (const check of checks.filter((one) => one.effect !== "read" || isExploring(one)))
    if (mayStart(check)) yield { check, result: start(check) };
}

const unknownCosts: Forecast = { costs: new Map(), offers: [] };

/** A dry run that fails must not take the run with it: it goes on as if nothing were known. */
const forecastOnce = ({ forecast }: RunOptions): (() => Promise<Forecast>) => {
  let asked: Promise<Forecast> | undefined;
  return () =>
    (asked ??= forecast === undefined ? Promise.resolve(unknownCosts) : forecast().catch(() => unknownCosts));
};

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

/** Without a store the seed says who begins. */
const byTurn = (
  checks: readonly ActiveCheck[],
  { tried, seed }: Pick<RunOptions, "tried" | "seed">,
): readonly ActiveCheck[] => {
  const start = tried !== undefined || checks.length === 0 ? 0 : seed % checks.length;
  return [...checks.slice(start), ...checks.slice(0, start)];
};

/** What a run that uses all it has leaves for the rest of the hour: a part of its budget, so that one may ask on. */
const sparedPart = 0.05;

/** What part of a scarce budget is kept for the checks that take turns. */
const sharedPart = 0.45;

/** What part of that is kept for those that come last: writes and sequences. */
const latePart = 3 / 4;

/** After so many turns a check that picks from what it could ask has asked for about everything. */
const usualTurns = 8;

/** Requests without which it is not worth to begin drawing sequences. */
const leastEffort = 20;

/** How many requests what comes later needs in any case; undefined where that is not known. */
const neededBy = ({ later, repeats }: Reserved, { costs }: Forecast, target: Target): number | undefined => {
  const due = later.filter((check) => unmetNeed(check, target) === undefined);
  if (due.some(({ id }) => !costs.has(id))) return undefined;
  return due.reduce((sum, { id }) => sum + (costs.get(id) ?? 0), repeats);
};

/** A plan, or the steps of it that are to be asked again. */
const narrowed = (whole: Plan, check: string, { again, contract }: RunOptions): Plan => {
  const isAsked = again?.isAsked;
  if (isAsked !== undefined) return restricted(whole, (_, call) => isAsked(call), contract.operations);
  const labels = again?.steps?.get(check);
  if (labels === undefined || labels === "all") return whole;
  return restricted(whole, (label) => labels.has(label), contract.operations);
};

// Longer than a page, since it is wiring: each part is made once and handed to the next.
export const createEngine = (
  options: RunOptions,
  checks: readonly ActiveCheck[],
  mask: Mask,
  problems: RunProblems,
  tools: JudgeTools,
): Engine => {
  const { target, again } = options;
  const underWay = new Set<Promise<unknown>>();
  const halt = haltOn(options, problems);
  const executor = executorOf(options, mask, problems, halt);
  const turn = turnOf(options);
  const contextFor = (check: string, portion = again?.portions ?? 0): PlanContext =>
    contextOf(options, turnOf(options, check), portion);
  const forecastAll = forecastOnce(options);
  const forecast = createRequestForecast(
    {
      target,
      ...(options.onCutShort === undefined ? {} : { onCutShort: options.onCutShort }),
      ...(options.forecast === undefined ? {} : { forecast: async () => (await forecastAll()).costs }),
    },
    // An exploration takes what is left.
    checks.filter((check) => !isExploring(check)).map(({ id }) => id),
  );
  const isThrifty = isSampled(options) && isScarce(target.budget) && again === undefined;
  const rotates = isThrifty && options.isDryRun !== true;
  const goesOn = isThrifty && options.usesAll === true;
  const spared = goesOn ? Math.floor(target.budget * sparedPart) : 0;
  const left = (): number => leftOf(target) - spared;
  const { tried = createTriedLog() } = options;
  const exploring = createExplorer(options, {
    executor,
    tools,
    signal: halt.signal,
    tried,
    explorations: checks.filter(isExploring).length,
    left,
  });
  const preflown = createPreflight({ ...options, checks, context: contextFor(atFirst) }, executor, problems);
  /** How many turns each check has had in this run. */
  const had = new Map<string, number>();

  const portions = createPortions({
    executor,
    left,
    isOver: () => halt.signal.aborted,
    onTurns: (check, turns) => had.set(check, turns),
  });

  // Of few requests, those that come first are best spent on a plan that completes.
  const atOnce = (): number => Math.min(forecast.atOnce(), isThrifty ? target.concurrency : Infinity);

  const begin = async (check: ActiveCheck, most = Infinity): Promise<PlanResult> => {
    const found = await preflown();
    const reason = unmetNeed(check, target) ?? refusalOf(check, found);
    if (reason !== undefined) return { skipped: reason };
    const allowed = without(contextFor(check.id), found);
    if (isExploring(check) && again === undefined) {
      had.set(check.id, 1);
      return exploring(check, allowed, most);
    }
    // Of a run that has ended, what can be answered from memory still is.
    const isBegun = halt.signal.aborted || (await forecast.affords(check.id));
    const plan = (): Plan => narrowed(check.plan(allowed), check.id, options);
    const result = { ...(isBegun ? await executor.execute(plan) : notBegun), plan };
    if (result.cutShort === undefined && result.exchanges.length > 0) had.set(check.id, 1);
    if (check.effect === "read" && goesOn)
      portions.begin(check, result, (portion) => check.plan(without(contextFor(check.id, portion), found)));
    return result;
  };

  const start = (check: ActiveCheck, most?: number): Promise<PlanResult> => {
    const result = begin(check, most);
    // Whoever waits for the result hears of a bug; nobody may be left to.
    underWay.add(result.catch(() => undefined));
    return result;
  };

  // What could not have been asked anyway was not missed because the run has ended.
  const mayStart = (check: ActiveCheck): boolean =>
    !halt.signal.aborted || unmetNeed(check, target) !== undefined;

  const covered = (check: ActiveCheck): number =>
    isExploring(check)
      ? tried.total(check.id) / Math.max(1, check.explore.steps(contextFor(check.id)).length) ** 2
      : turnsOf(tried, check.id) / (check.turns ?? usualTurns);

  /** The first run spends its requests on what few of them show. */
  const isFirst = turn === 1;
  const isDue = (check: ActiveCheck): boolean => !isExploring(check) || !isFirst;

  /** How many requests are left for what takes turns: now, and later in the run. */
  const shares = async (reserved: Reserved): Promise<{ readonly now: number; readonly later: number }> => {
    const needed = neededBy(reserved, await forecastAll(), target);
    if (needed === undefined) return { now: 0, later: 0 };
    const free = Math.max(0, left() - needed);
    if (reserved.turns.length === 0) return { now: free, later: 0 };
    const share = Math.min(free, (target.budget - spared) * sharedPart);
    const later = reserved.turns.some(isDue) ? Math.floor(share * latePart) : 0;
    return { now: Math.floor(share * (1 - latePart)), later };
  };

  return {
    served: executor.served,
    ask: (some) => inOrder(inTurns(some, tried, options.seed), atOnce, start, mayStart),
    inOrder: async (some) =>
      isThrifty && options.forecast !== undefined
        ? byWorth(some, await forecastAll(), options.firstFacts)
        : some,
    async always(some) {
      if (!rotates) return new Set(some);
      const { costs, offers } = await forecastAll();
      const isFree = (check: ActiveCheck): boolean => unmetNeed(check, target) !== undefined;
      const known = new Map(some.map((check) => [check.id, check]));
      const offered = offers.filter(({ check }) => known.has(check) && known.get(check)?.turns === undefined);
      const chosen = alwaysAsked({ costs, offers: offered }, left() * (isFirst ? 1 : 1 - sharedPart));
      const isUnknown = ({ id }: ActiveCheck): boolean => !offered.some(({ check }) => check === id);
      return new Set(
        some.filter(
          (check) =>
            isFree(check) || (check.turns === undefined && (chosen.has(check.id) || isUnknown(check))),
        ),
      );
    },
    async *inTurns(some, reserved) {
      if (!rotates) return yield* inOrder(inTurns(some, tried, options.seed), atOnce, start, mayStart);
      const forecasts = await forecastAll();
      const { now } = await shares(reserved);
      yield* takeTurns(byTurn(byWorth(some.filter(isDue), forecasts), options), now, {
        left,
        isOver: () => halt.signal.aborted,
        covered,
        costOf: (check) =>
          isExploring(check) ? leastEffort : (forecasts.costs.get(check.id) ?? leastEffort),
        ask: start,
      });
    },
    async *goOn(reserved, isWanted) {
      if (!goesOn) return;
      const needed = neededBy(reserved, await forecastAll(), target);
      // Nothing is taken away from those of which nobody knows what they need.
      if (needed === undefined) return;
      const { later } = await shares(reserved);
      for (const asked of portions.goOn(needed + later, isWanted)) {
        underWay.add(asked.result.catch(() => undefined));
        yield asked;
      }
    },
    turn() {
      const others = [...had.keys()].filter((check) => turnOf(options, check) !== turn);
      return {
        ...(turn === options.seed ? {} : { turn }),
        ...(others.length === 0
          ? {}
          : { turns: Object.fromEntries(others.map((check) => [check, turnOf(options, check)])) }),
        ...(portions.most() === 0 ? {} : { portions: portions.most() }),
      };
    },
    repeat: (calls) =>
      halt.signal.aborted
        ? Promise.resolve(notBegun)
        : executor.execute(function* () {
            yield* sendAll(calls);
          }),
    left: () => leftOf(target),
    conclude() {
      if (isSampled(options) && again === undefined)
        for (const [check, turns] of [[atFirst, 1] as const, ...had])
          tried.of(ofAll).note(check, "turn", turns);
      const message = forecast.shortfall();
      if (message !== undefined) problems.halted({ reason: "budget", message });
    },
    async stop() {
      halt.abort();
      await Promise.all(underWay);
    },
  };
};
