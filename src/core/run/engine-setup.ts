import type { ActiveCheck, JudgeTools, PlanContext } from "../model/check.ts";
import { lateMs } from "../model/clock.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Mask } from "../privacy/mask.ts";
import { atFirst, createTriedLog } from "./draw-moves.ts";
import { createExecutor, type Executor } from "./execute.ts";
import { type ExploringCheck, isExploring, mostAsked } from "./explore.ts";
import { createPicks, isScarce, thoroughBudget } from "./picks.ts";
import { type Preflight, type PreflightOptions, preflight } from "./preflight.ts";
import type { Queue } from "./queue.ts";
import { createRunBudget } from "./run-budget.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunProblems } from "./run-problems.ts";

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
    const answers = await preflight({ ...options, executor });
    const found = { ...answers, refused: new Map([...answers.refused, ...(options.unusable ?? [])]) };
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

/** What the parts of an engine share. */
export type EngineSetup = Readonly<ReturnType<typeof createEngineSetup>>;

export const createEngineSetup = (
  options: RunOptions,
  checks: readonly ActiveCheck[],
  mask: Mask,
  problems: RunProblems,
  tools: JudgeTools,
) => {
  const { target, effort = "usual", plan: planOf = (check, context) => check.plan(context) } = options;
  const { tried = createTriedLog() } = options;
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
  const contextOf = (check: string, portion = options.picks?.portions ?? 0): PlanContext =>
    picks.context(check, portion);
  const begun: ActiveCheck[] = [];
  const portions: Queue = new Map();
  const exploring = checks.filter(isExploring);
  const readingSequences = exploring.filter(({ effect }) => effect === "read");
  const mostOfSequences = readingSequences.reduce(
    (sum, { explore: { effort: most } }) => sum + mostAsked(most, shrinkingEffort),
    thoroughBudget,
  );
  return {
    options,
    checks,
    tools,
    target,
    effort,
    planOf,
    tried,
    halt,
    executor,
    picks,
    budget,
    effortsOf: createEfforts(options, exploring.length, left),
    preflown: createPreflight({ ...options, checks, context: contextOf(atFirst) }, executor, problems),
    /** Whether requests are scarce, so that plans pick from what they could ask. */
    isSampling,
    /** Whether what is left goes to further portions. */
    usesAll,
    readingSequences,
    /** Whether there are requests for all plans and all sequences that only read. */
    isAmple: !isSampling && effort !== "plans" && effort !== "deep" && mostOfSequences <= left(),
    /** In the order of their first portions. */
    begun,
    /** The next portions of checks. */
    portions,
    underWay: new Set<Promise<unknown>>(),
    left,
    isOver,
    isCut: () => isOver() || budget.shortfall() !== undefined,
    isRead: ({ call, operation }: Exchange): boolean =>
      call?.at !== undefined || options.contract.operations[operation ?? ""]?.effect === "read",
    contextOf,
    settle,
  };
};
