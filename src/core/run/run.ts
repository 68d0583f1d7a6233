import type { WriteSummary } from "../model/write-summary.ts";
import type { ActiveCheck, Judgement, JudgeTools } from "../model/check.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";
import { nothing, plus, type Tally, type TalliedRecord } from "../model/tally.ts";
import { digestOf } from "../model/texts.ts";
import { endOfRun } from "./assemble-report.ts";
import { crashText } from "../privacy/crash-text.ts";
import { type Asked, createEngine, type Engine, type PlanResult, wasCut } from "./engine.ts";
import type { CutShort } from "./execute.ts";
import { type Explored, isExploring } from "./explore.ts";
import { createJudgeTools } from "./judge.ts";
import { createMask, type Mask } from "../privacy/mask.ts";
import { createObserverRunner } from "./observer-runner.ts";
import { createPassiveCheckRunner } from "./passive-check-runner.ts";
import { createRepeats, fewRepeats, isAnswer, type Thoroughness } from "./repeats.ts";
import { createReplacementWatch } from "./replacement-watch.ts";
import type { RunOptions } from "./run-options.ts";
import { createResultCollector } from "./result-collector.ts";
import { createReproducer } from "./reproduction.ts";
import { pickedCount } from "./picks.ts";
import { callsAgain, confirmed } from "./second-look.ts";
import { select, type Selection } from "./selection.ts";
import type { Target } from "./target.ts";
import { createRunProblems, isResumable, type RunProblems } from "./run-problems.ts";
import { createOutageWatch, withdraw } from "./outage.ts";
import { createWhyUnseen } from "./why-unseen.ts";
import { collectJudgements, verdictOn } from "./verdicts.ts";

export type { RunOptions } from "./run-options.ts";

type RunContext = ReturnType<typeof contextOf>;

/** The checks of a run, and those that the resumed run did not complete. */
export const selectionOf = (
  options: Omit<RunOptions, "target">,
): { readonly selection: Selection; readonly left: Pick<Selection, "active" | "spare"> } => {
  const { contract, chosen = contract.checks, resume } = options;
  const selection = select(contract.checks, chosen, options);
  const isLeft = ({ id }: ActiveCheck): boolean => resume?.done.includes(id) !== true;
  return {
    selection,
    left: { active: selection.active.filter(isLeft), spare: selection.spare.filter(isLeft) },
  };
};

const runId = (options: RunOptions, selection: Selection): string =>
  digestOf(
    JSON.stringify([
      options.seed,
      options.version,
      options.target.baseUrls,
      options.shard ?? null,
      selection.active.map(({ id }) => id),
    ]),
  );

const verdictOnAll = function* (
  check: ActiveCheck,
  verdict: FactVerdict,
  { results, selection }: RunContext,
): Generator<RunEvent> {
  if (!selection.trafficOnly.has(check.id))
    for (const fact of check.facts) yield results.verdict(check.id, fact, verdict);
};

/** Judgements of a check, without those that a second look does not confirm. */
const lookTwice = async function* (
  check: ActiveCheck,
  judgements: readonly Judgement[],
  context: RunContext,
): AsyncGenerator<RunEvent, readonly Judgement[]> {
  const again = callsAgain(check, judgements);
  if (again.size === 0) return judgements;
  const { exchanges, withRetries } = await context.repeatLater([...again.values()]);
  for (const exchange of withRetries) yield* reportExchange(check, exchange, context);
  const answers = new Map(exchanges.map((exchange) => [exchange.call, exchange]));
  const later = [...again].flatMap(([exchange, call]) => {
    const answer = answers.get(call);
    return answer === undefined ? [] : [[exchange, answer] as const];
  });
  return confirmed(check, judgements, new Map(later));
};

/** Judgement of a check on its exchanges; of a repeated read, only what is wrong counts. */
const judgeOwn = async function* (
  check: ActiveCheck,
  exchanges: readonly Exchange[],
  context: RunContext,
  isRepeat = false,
): AsyncGenerator<RunEvent> {
  let events: readonly RunEvent[];
  try {
    const found = collectJudgements(check, check.judge(exchanges, context.tools));
    const judgements = isRepeat
      ? found.filter(({ kind }) => kind === "violation")
      : yield* lookTwice(check, found, context);
    const verdicts = check.facts
      .map((fact) => [fact, verdictOn(fact, check, judgements, exchanges.length)] as const)
      .filter(([, { kind }]) => !isRepeat || kind === "failed");
    events = [
      ...context.results.collect(check, judgements),
      ...verdicts.map(([fact, verdict]) => context.results.verdict(check.id, fact, verdict)),
    ];
  } catch (error) {
    context.problems.crashed(check.id);
    const message = crashText(error, exchanges);
    return yield* verdictOnAll(check, { kind: "crashed", message }, context);
  }
  yield* events;
};

/** Results of exploring: they fail and pass facts, and leave verdicts on facts that it did not see. */
const settleExplored = function* (
  check: ActiveCheck,
  { judgements, shown }: Explored,
  { results }: RunContext,
): Generator<RunEvent> {
  yield* results.collect(check, judgements);
  const errors = judgements.filter((one) => one.kind === "violation" && one.severity !== "warning");
  for (const fact of check.facts) {
    const verdict = verdictOn(fact, check, errors, shown.get(fact) ?? 0);
    if (verdict.kind !== "not-applicable") yield results.verdict(check.id, fact, verdict);
  }
};

/** Verdict on a plan that was cut short or not answered. */
const verdictWithout = (check: ActiveCheck, cutShort: CutShort, { problems }: RunContext): FactVerdict => {
  if (cutShort.kind === "crashed") {
    problems.crashed(check.id);
    return { kind: "crashed", message: cutShort.message };
  }
  return { kind: "not-applicable", reason: problems.missed([]) ?? "not reached" };
};

/** Reports an exchange, unless an earlier check has asked for the same. */
const reportExchange = function* (
  check: ActiveCheck,
  exchange: Exchange,
  context: RunContext,
): Generator<RunEvent> {
  const { outcome } = exchange;
  if (context.served.isDeclaredAway(exchange.operation ?? "")) return;
  if (outcome.kind === "failure" && outcome.stop === undefined) {
    const { words, label } = exchange.call ?? {};
    const at = [exchange.operation, words ?? label].filter((one) => one !== undefined).join(": ");
    context.problems.unanswered(exchange.interface, outcome.message, at);
  }
  const event = context.results.number(check.id, exchange);
  if (event === undefined) return;
  yield event;
  if (!context.served.isServed(exchange.operation)) return;
  context.outages.see(exchange);
  context.observers.see(exchange);
  context.replacements.see(exchange);
  yield* context.passive.judge(exchange);
};

/** Reports the result of a plan: its exchanges, the passive checks' judgements on them, and its own verdicts. */
const settle = async function* (
  check: ActiveCheck,
  result: PlanResult,
  context: RunContext,
): AsyncGenerator<RunEvent> {
  if ("skipped" in result)
    return yield* verdictOnAll(check, { kind: "not-applicable", reason: result.skipped }, context);
  for (const asked of "sequences" in result ? result.sequences : [result])
    context.reproducer.see({ check, ...asked });
  const { served } = context;
  const unserved = result.exchanges.filter(({ operation }) => !served.isServed(operation));
  const exchanges = result.exchanges.filter(({ operation }) => served.isServed(operation));
  for (const { operation = "" } of unserved)
    if (!context.metBy.has(operation)) context.metBy.set(operation, check);
  for (const exchange of exchanges) {
    context.repeats.see({ check, exchange });
    context.outages.seeLast(exchange);
  }
  for (const exchange of result.withRetries) yield* reportExchange(check, exchange, context);
  if ("judgements" in result) return yield* settleExplored(check, result, context);
  if (result.cutShort !== undefined)
    return yield* verdictOnAll(check, verdictWithout(check, result.cutShort, context), context);
  if (exchanges.length === 0 && unserved.length > 0) {
    const names = [...new Set(unserved.map(({ operation = "" }) => operation))].join(", ");
    return yield* verdictOnAll(check, { kind: "not-applicable", reason: `not served: ${names}` }, context);
  }
  const silent = exchanges.find((exchange) => responseOf(exchange) === undefined);
  if (silent?.outcome.kind === "failure") {
    const reason = `no answer: ${silent.interface}: ${silent.outcome.message}`;
    return yield* verdictOnAll(check, { kind: "not-applicable", reason }, context);
  }
  if (!context.selection.trafficOnly.has(check.id)) yield* judgeOwn(check, exchanges, context);
};

/** One error for each operation that is due and not served, for its own fact or that of the check that met it. */
const judgeUnserved = function* (
  { served, selection, results, metBy }: RunContext,
  operations: RunOptions["contract"]["operations"],
): Generator<RunEvent> {
  const judging = [...selection.active, ...selection.passive].filter(
    ({ id }) => !selection.trafficOnly.has(id),
  );
  for (const [id, exchange] of served.missing()) {
    const own = operations[id]?.facts ?? [];
    const check = judging.find(({ facts }) => facts.some((fact) => own.includes(fact))) ?? metBy.get(id);
    if (check === undefined || selection.trafficOnly.has(check.id)) continue;
    const fact = check.facts.find((one) => own.includes(one)) ?? check.facts[0];
    const status = String(responseOf(exchange)?.status);
    yield* results.collect(check, [
      {
        kind: "violation",
        fact,
        rule: "status",
        message: `${id} is not served: ${status} whatever is asked. If that is meant, name the served operations under interfaces.${exchange.interface}.operations`,
        cause: {
          what: `operations are not served, whatever is asked (${status}; if that is meant, name the served ones under interfaces.${exchange.interface}.operations)`,
          item: id,
        },
        exchange,
        expected: "a served operation",
        actual: status,
      },
    ]);
    yield results.verdict(check.id, fact, { kind: "failed", exchanges: 1, violations: 1 });
  }
};

const judgedIn = ({ passive, results }: RunContext): ReadonlySet<string> =>
  new Set(
    [...passive.counts(), ...results.tally().verdicts].flatMap(({ fact, verdict }) =>
      verdict.kind === "not-applicable" ? [] : [fact],
    ),
  );

/** Whether a passive check has no verdict yet, on any of its facts. */
const isWanting = (context: RunContext): boolean => {
  if (context.problems.stop() !== undefined) return false;
  const judged = judgedIn(context);
  return context.selection.passive.some(({ facts }) => !facts.some((fact) => judged.has(fact)));
};

const mostRepeats: Readonly<Record<Thoroughness, number>> = { "several times": 180, once: 45 };
/** Requests left for what comes after. */
const reserve = 10;

/** Repeats reads of the run: an answer that was right at first may be wrong by now. */
const askAgain = async function* (
  engine: Engine,
  options: RunOptions,
  context: RunContext,
  how: Thoroughness,
): AsyncGenerator<RunEvent> {
  // Without a sample, no check compares the next answer.
  const isSeen = context.selection.passive.some(({ sample }) => sample !== undefined);
  if (options.effort === "plans" || !isSeen) return;
  const most = pickedCount(mostRepeats[how], fewRepeats, options.target.budget);
  const repeats = context.repeats.pick(Math.min(most, engine.left() - reserve), options.seed, how);
  const checkOf = new Map(repeats.map(({ check, call }) => [call, check]));
  const { exchanges, withRetries } = await engine.repeat(repeats.map(({ call }) => call));
  const checked = (some: readonly Exchange[]) =>
    some.flatMap((exchange) => {
      const check = exchange.call && checkOf.get(exchange.call);
      return check === undefined ? [] : [{ check, exchange }];
    });
  for (const { check, exchange } of checked(withRetries)) yield* reportExchange(check, exchange, context);
  for (const { check, exchange } of checked(exchanges))
    if (
      check.judgesEach === true &&
      isAnswer(exchange) &&
      context.served.isServed(exchange.operation) &&
      !context.selection.trafficOnly.has(check.id)
    )
      yield* judgeOwn(check, [exchange], context, true);
};

/** Verdict on a check that takes turns and had none. */
const notItsTurn: FactVerdict = {
  kind: "not-applicable",
  reason: "left to a later run, or to one with more requests",
};

/** Result of another portion of a plan; if it is incomplete, only passive checks judge it. */
const settleMore = async function* (
  check: ActiveCheck,
  result: PlanResult,
  context: RunContext,
): AsyncGenerator<RunEvent> {
  if ("skipped" in result) return;
  if (!wasCut(result)) return yield* settle(check, result, context);
  for (const exchange of result.withRetries) yield* reportExchange(check, exchange, context);
};

/** Runs and reports; returns the results of completed checks. Interrupted checks are reported last. */
const runChecks = async function* (
  engine: Engine,
  options: RunOptions,
  spare: readonly ActiveCheck[],
  context: RunContext,
): AsyncGenerator<RunEvent, Pick<Tally, "done" | "verdicts">> {
  const done: string[] = [];
  const cut: (readonly [ActiveCheck, PlanResult])[] = [];
  const take = async function* (some: Iterable<Asked> | AsyncIterable<Asked>): AsyncGenerator<RunEvent> {
    for await (const { check, isMore, result: asked } of some) {
      if (isMore === true) {
        yield* settleMore(check, await asked, context);
        continue;
      }
      yield { type: "check-started", check: check.id, title: check.title };
      context.results.begin(check.id);
      const result = await asked;
      if (wasCut(result)) {
        cut.push([check, result]);
        continue;
      }
      yield* settle(check, result, context);
      done.push(check.id);
    }
  };
  // A known failure needs no more of the same, nor does a check that could not judge.
  const rounds = await engine.rounds((check) => context.results.hasPassed(check.id));
  yield* take(rounds.reads());
  yield* take(rounds.writes());
  yield* askAgain(engine, options, context, "several times");
  yield* take(rounds.later());
  if (rounds.isLater) yield* askAgain(engine, options, context, "once");
  yield* take(rounds.moving());
  const begun = new Set([...done, ...cut.map(([{ id }]) => id)]);
  // A resumed run takes the turns of an interrupted one.
  const waiting = engine.isCut() ? [] : rounds.turns;
  for (const check of waiting) {
    if (begun.has(check.id) || isExploring(check)) continue;
    yield* verdictOnAll(check, notItsTurn, context);
    done.push(check.id);
  }
  if (spare.length > 0 && isWanting(context)) yield* take(engine.ask(spare));
  engine.conclude(judgedIn(context));
  const { verdicts } =
    options.onCutShort === undefined
      ? nothing
      : plus(context.results.tally(), { ...nothing, verdicts: context.passive.counts() });
  for (const [check, result] of cut) yield* settle(check, result, context);
  context.results.begin("");
  return { done: [...(options.resume?.done ?? []), ...done].toSorted(), verdicts };
};

const recordsOf = (writes: WriteSummary | undefined, now: number): readonly TalliedRecord[] =>
  (writes?.records ?? []).map((record, nth) => ({ ...record, at: [now, nth] }));

const ownTally = (
  { clock, target }: RunOptions,
  engine: Engine,
  { problems }: RunContext,
  part: { readonly startedAt: number; readonly writes: WriteSummary | undefined },
): Tally => ({
  ...nothing,
  ...engine.picks(),
  crashed: problems.crashes(),
  times: [[part.startedAt, clock.now()]],
  requests: target.requests(),
  redirects: target.redirects?.() ?? [],
  records: recordsOf(part.writes, clock.now()),
  left: part.writes?.left ?? [],
});

/** Restores what the run has changed, after all work has ended. */
const putBack = async (
  target: Target,
  engine: Engine,
  problems: RunProblems,
): Promise<WriteSummary | undefined> => {
  await engine.stop();
  const writes = await target.settle?.();
  const lost = writes?.records.filter(({ state }) => state === "not put back") ?? [];
  if (lost.length > 0) {
    const names = lost.map(({ record }) => record).join(", ");
    problems.halted({ reason: "safety", message: `not put back: ${names} (tripact restore)` });
  }
  return writes;
};

/** Interfaces that each check asks: all if it names none. */
const interfacesIn = ({ checks, interfaces }: RunOptions["contract"]) => {
  const named = new Map(checks.map(({ id, interfaces: own }) => [id, own]));
  return (check: string): readonly InterfaceName[] => {
    const own = named.get(check) ?? [];
    return own.length === 0 ? interfaces : own;
  };
};

const contextOf = (
  options: RunOptions & { readonly mask: Mask },
  selection: Selection,
  { served, repeatLater }: Engine,
  problems: RunProblems,
  tools: JudgeTools,
) => {
  const { contract, target } = options;
  const reproducer = createReproducer({ contract, target, tools, isServed: served.isServed });
  const { reproduce, isContradicted, isPlain } = reproducer;
  const results = createResultCollector({ ...options, reproduce, isContradicted, isPlain });
  let findings: Tally["findings"] | undefined;
  const whyUnseen = createWhyUnseen({
    contract,
    served,
    // Passive checks give their verdicts after all findings are known.
    findings: () => (findings ??= results.tally().findings),
  });
  return {
    problems,
    tools,
    served,
    repeatLater,
    selection,
    results,
    passive: createPassiveCheckRunner(selection.passive, { contract, tools, results, problems, whyUnseen }),
    observers: createObserverRunner(options.observers ?? [], tools, results, problems),
    replacements: createReplacementWatch(),
    reproducer,
    repeats: createRepeats(contract.operations),
    outages: createOutageWatch(),
    /** First check that met an operation which is not served. */
    metBy: new Map<string, ActiveCheck>(),
  };
};

/**
 * Runs the checks against a target: plans are executed, every exchange is judged by all passive checks and by the check
 * that asked for it, and the stream ends with a footer that holds the report. Events come in the order of the checks,
 * whatever the order of the answers, so that one seed gives one stream. A reader that leaves stops the run.
 *
 * Longer than a page, since it is the wiring and the order of a run.
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void> {
  const { target, clock, contract, resume, chosen = contract.checks } = options;
  const { selection, left } = selectionOf(options);
  const startedAt = clock.now();
  const id = runId(options, selection);
  const mask = options.mask ?? createMask();
  target.onToken?.((token, name) => mask.learn(token, name));
  const problems = createRunProblems();
  const tools = createJudgeTools(options.validation);
  const engine = createEngine(options, left.active, mask, problems, tools);
  const context = contextOf({ ...options, mask }, selection, engine, problems, tools);
  const { results, passive, observers } = context;
  for (const check of resume?.crashed ?? []) problems.crashed(check);
  try {
    yield {
      type: "run-started",
      id,
      seed: options.seed,
      version: options.version,
      targets: target.shownUrls,
      checks: [...selection.active, ...selection.passive].map((check) => check.id),
      startedAt: new Date(startedAt).toISOString(),
    };
    const completed = yield* runChecks(engine, options, left.spare, context);
    yield* judgeUnserved(context, options.contract.operations);
    const isPart = resume !== undefined || options.shard !== undefined || options.asking !== undefined;
    yield* passive.conclude();
    if (!isPart && problems.stop() === undefined) yield* passive.samples();
    yield* passive.verdicts(target);
    yield* observers.events();
    const writes = await putBack(target, engine, problems);
    yield* context.replacements.judge(writes, contract.checks, results);
    const own = ownTally(options, engine, context, { startedAt, writes });
    const found = plus(results.tally(), own);
    if (isResumable(problems.stop())) options.onCutShort?.({ ...found, ...completed });
    const outages = context.outages.found();
    for (const [name, message] of outages) problems.outage(name, message);
    if (context.outages.isTotal()) problems.downForAll();
    const stop = problems.stop();
    const whole = yield* withdraw(found, { outages, interfacesOf: interfacesIn(contract) });
    yield endOfRun(
      { ...whole, stops: stop === undefined ? [] : [stop] },
      {
        ...options,
        id,
        targets: target.shownUrls,
        chosen: chosen.map((check) => check.id),
        outages,
      },
    );
  } finally {
    await engine.stop();
    // For a reader that left; otherwise nothing is left to restore.
    await target.settle?.();
  }
}
