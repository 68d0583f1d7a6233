import { type ActiveCheck, type AnyPlan, type JudgeTools, sendAll } from "../model/check.ts";
import type { AnyCall } from "../model/exchange.ts";
import type { Mask } from "../privacy/mask.ts";
import { atFirst, type TriedLog } from "./draw-moves.ts";
import { createEngineSetup, type EngineSetup } from "./engine-setup.ts";
import { carryOut, type Execution, recalled } from "./execute.ts";
import { explore, type Explored, isExploring } from "./explore.ts";
import { costOfPortion } from "./picks.ts";
import { refusalOf, withoutUnusable } from "./preflight.ts";
import { workAtOnce, drain, type Forecast, inOrderOfWorth, type Lanes, queueOf, type Work } from "./queue.ts";
import { fewRepeats } from "./repeats.ts";
import type { Reserved } from "./run-budget.ts";
import type { RunOptions } from "./run-options.ts";
import { isResumable, type RunProblems } from "./run-problems.ts";
import { unmetNeed } from "./selection.ts";
import { leftOf } from "./target.ts";

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

/** Reads by worth, after those of the facts that consumers use. */
const byWorth = (
  reads: readonly ActiveCheck[],
  { offers }: Forecast,
  ageOf: (fact: string) => number,
  firstFacts: ReadonlySet<string> = new Set(),
): readonly ActiveCheck[] => {
  const own = offers.filter(({ check }) => reads.some(({ id }) => id === check));
  const order = new Map(inOrderOfWorth(own, ageOf).map(({ check }, index) => [check, index]));
  const group = ({ facts }: ActiveCheck): number => (facts.some((fact) => firstFacts.has(fact)) ? 0 : 1);
  const rank = ({ id }: ActiveCheck): number => order.get(id) ?? order.size;
  return reads.toSorted((one, other) => group(one) - group(other) || rank(one) - rank(other));
};

/** With fewer requests left, drawing sequences is not worthwhile. */
const leastEffort = 20;

// If requests are scarce, the first plans should complete before others begin.
const most = (engine: EngineSetup): number =>
  Math.min(engine.budget.atOnce(), engine.isSampling ? engine.target.concurrency : Infinity);

// A caller that awaits the result gets the error; there may be none.
const noted = (engine: EngineSetup, result: Promise<PlanResult>): Promise<PlanResult> => {
  engine.underWay.add(result.catch(() => undefined));
  return result;
};

/** Queues another portion of a check after it has asked one. */
const addPortion = (
  engine: EngineSetup,
  check: ActiveCheck,
  { exchanges, cutShort }: Execution,
  plan: (portion: number) => AnyPlan,
  portion = 1,
): void => {
  if (cutShort !== undefined || exchanges.length === 0) return;
  const cost = costOfPortion(portion, exchanges.length);
  const ask = async (free: () => number): Promise<PlanExecution> => {
    const start = (): AnyPlan => plan(portion);
    const answer = recalled(exchanges, engine.executor.live, (calls) => free() >= calls);
    const execution = await carryOut(start, answer);
    if (execution.exchanges.length > exchanges.length) {
      engine.picks.reached(portion);
      if (execution.cutShort === undefined) engine.picks.had(check.id, portion);
      addPortion(engine, check, execution, plan, portion + 1);
    }
    return { ...execution, plan: start, portion };
  };
  const { asked, of } = engine.picks.part(check) ?? { asked: 1, of: 1 };
  const covered = asked / Math.max(1, of) / check.facts.length;
  engine.portions.set(check, { check, isMore: true, cost, covered, ask: (free) => noted(engine, ask(free)) });
};

/** Begins the plan of a check, after the target was asked what every plan needs. */
const begin = async (engine: EngineSetup, check: ActiveCheck, most = Infinity): Promise<PlanResult> => {
  const found = await engine.preflown();
  const reason = unmetNeed(check, engine.target) ?? refusalOf(check, found);
  if (reason !== undefined) return { skipped: reason };
  const allowed = withoutUnusable(engine.contextOf(check.id), found);
  const leftOut = check.explore?.leftOut?.(allowed);
  if (leftOut !== undefined) return { skipped: leftOut };
  if (isExploring(check) && engine.effort !== "plans") {
    if (engine.isOver()) return nothingExplored;
    engine.picks.had(check.id);
    return explore({
      check,
      context: allowed,
      tools: engine.tools,
      executor: engine.executor,
      tried: engine.tried.of(check.id),
      ...engine.effortsOf(check, most),
      left: engine.left,
      isRead: engine.isRead,
      settle: engine.settle,
    });
  }
  // After the end of a run, plans may still be answered from memory.
  const isBegun = engine.isOver() || (await engine.budget.affords(check.id));
  const plan = (): AnyPlan => engine.planOf(check, allowed);
  const result = { ...(isBegun ? await carryOut(plan, engine.executor.live) : notBegun), plan };
  if (result.cutShort === undefined) engine.picks.had(check.id);
  if (engine.usesAll && check.effect === "read" && check.turns === undefined)
    addPortion(engine, check, result, (portion) =>
      engine.planOf(check, withoutUnusable(engine.contextOf(check.id, portion), found)),
    );
  return result;
};

const workOf = (engine: EngineSetup, check: ActiveCheck, cost = 0, covered = 0): Work => ({
  check,
  cost,
  covered,
  ask(free) {
    engine.begun.push(check);
    return noted(engine, begin(engine, check, free()));
  },
});

// A check with an unmet need was not missed because the run has ended.
const mayStart = (engine: EngineSetup, check: ActiveCheck): boolean =>
  !engine.isOver() || unmetNeed(check, engine.target) !== undefined;

/** What a check has in common with others; sequences that share a budget that may not be enough have all alone. */
const lanesOf = (engine: EngineSetup, check: ActiveCheck): Lanes => {
  const isAlone = isExploring(check) || check.position !== undefined;
  const isOfAll = check.interfaces.length === 0 || (isExploring(check) && !engine.isAmple);
  return { lanes: isOfAll ? engine.target.interfaces : check.interfaces, isAlone };
};

/** Reads at once, sequences after the plain ones of their interfaces; then the others one by one. */
function* ask(engine: EngineSetup, some: readonly ActiveCheck[]): Generator<Asked> {
  const all = leastTriedFirst(some, engine.tried, engine.options.seed);
  const reads = all.filter(({ effect }) => effect === "read");
  const others = all.filter(({ effect }) => effect !== "read");
  const inOrder = [...reads.filter((check) => !isExploring(check)), ...reads.filter(isExploring)];
  yield* workAtOnce(
    inOrder.map((check) => workOf(engine, check)),
    {
      most: () => most(engine),
      lanesOf: (check) => lanesOf(engine, check),
      isWanted: (check) => !isExploring(check) || mayStart(engine, check),
    },
  );
  const oneByOne = queueOf(others.map((check) => workOf(engine, check)));
  yield* drain(oneByOne, {
    left: () => Infinity,
    reserve: 0,
    isWanted: (check) => mayStart(engine, check),
  });
}

/** One by one, those least covered by earlier runs first, as many as their share of the requests allows. */
async function* inTurns(
  engine: EngineSetup,
  some: readonly ActiveCheck[],
  reserved: Reserved,
): AsyncGenerator<Asked> {
  if (!engine.isSampling) return yield* ask(engine, some);
  if (engine.isCut()) return;
  const forecasts = await engine.budget.forecast();
  const { now = 0 } = engine.budget.share(reserved, forecasts) ?? {};
  const context = engine.contextOf(atFirst);
  const known = byWorth(some.filter(engine.budget.isDue), forecasts, engine.picks.ageOf);
  const costOf = (check: ActiveCheck): number =>
    isExploring(check) ? leastEffort : (forecasts.costs.get(check.id) ?? leastEffort);
  // Of those equally covered the cheapest comes first; without a store the seed decides.
  const due =
    engine.options.tried === undefined
      ? rotated(known, engine.options.seed)
      : known.toSorted((one, other) => costOf(one) - costOf(other));
  const works = due.map((check) =>
    workOf(engine, check, costOf(check), engine.picks.covered(check, context)),
  );
  yield* drain(queueOf(works), {
    left: engine.left,
    reserve: engine.left() - now,
    mayExceed: true,
    isWanted: () => !engine.isOver(),
  });
}

/** The next portions of reading checks, as long as there are requests that no other check needs. */
async function* goOn(
  engine: EngineSetup,
  reserved: Reserved,
  isWanted: (check: ActiveCheck) => boolean,
): AsyncGenerator<Asked> {
  if (!engine.usesAll) return;
  const share = engine.budget.share(reserved, await engine.budget.forecast());
  // Without a forecast nothing is taken from later checks.
  if (share === undefined) return;
  // First portions complete in the order of their answers.
  const position = ({ check }: Work): number => engine.begun.indexOf(check);
  const inOrder = [...engine.portions.values()].toSorted((one, other) => position(one) - position(other));
  engine.portions.clear();
  for (const work of inOrder) engine.portions.set(work.check, work);
  yield* drain(engine.portions, {
    left: engine.left,
    reserve: share.reserve,
    isWanted: (check) => !engine.isOver() && isWanted(check),
  });
}

const repeat = (engine: EngineSetup, calls: readonly AnyCall[]): Promise<Execution> =>
  engine.isOver()
    ? Promise.resolve(notBegun)
    : carryOut(function* () {
        yield* sendAll(calls);
      }, engine.executor.live);

/**
 * All checks in the rounds of a run. The caller awaits each result before it takes the next. If requests are scarce, the
 * worthiest come first, and those not always asked take turns.
 * @param isWanted whether a check has anything left to find
 */
const rounds = async (engine: EngineSetup, isWanted: (check: ActiveCheck) => boolean) => {
  const planned = engine.checks.filter((check) => !isExploring(check));
  const forecasts = engine.isSampling ? await engine.budget.forecast() : undefined;
  const always = new Set(forecasts === undefined ? planned : engine.budget.always(planned, forecasts));
  const of = (effect: ActiveCheck["effect"], isAlways: boolean): readonly ActiveCheck[] =>
    planned.filter((check) => check.effect === effect && always.has(check) === isAlways);
  const reads = of("read", true);
  const readTurns = of("read", false);
  const writes = of("write", true);
  // They begin while plain reads of other interfaces go on.
  const early: readonly ActiveCheck[] = engine.isAmple ? engine.readingSequences : [];
  const sequences = engine.checks.filter((check) => isExploring(check) && !early.includes(check));
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
        engine,
        forecasts === undefined
          ? [...reads, ...early]
          : byWorth(reads, forecasts, engine.picks.ageOf, engine.options.firstFacts),
      );
      yield* inTurns(engine, readTurns, reserved);
      yield* goOn(engine, reserved, isWanted);
    },
    writes: () => ask(engine, writes),
    later: () => inTurns(engine, laterTurns, { later: moving, turns: [], repeats: fewRepeats }),
    moving: () => ask(engine, moving),
    turns: [...readTurns, ...laterTurns],
    isLater: laterTurns.length > 0,
  };
};

export const createEngine = (
  options: RunOptions,
  checks: readonly ActiveCheck[],
  mask: Mask,
  problems: RunProblems,
  tools: JudgeTools,
) => {
  const engine = createEngineSetup(options, checks, mask, problems, tools);
  const { executor, picks, budget, halt, underWay, isOver, isCut, settle } = engine;
  return {
    served: executor.served,
    ask: (some: readonly ActiveCheck[]) => ask(engine, some),
    rounds: (isWanted: (check: ActiveCheck) => boolean) => rounds(engine, isWanted),
    /** The turn by which plans picked, and the share of the candidates that they picked. */
    picks: picks.tally,
    repeat: (calls: readonly AnyCall[]) => repeat(engine, calls),
    /** Asks for calls once more, after late changes must be visible. */
    async repeatLater(calls: readonly AnyCall[]): Promise<Execution> {
      if (!isOver()) await settle();
      return repeat(engine, calls);
    },
    left: () => leftOf(options.target),
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
