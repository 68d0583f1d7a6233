import { createHash } from "node:crypto";
import type { ActiveCheck, Check, Judgement, JudgeTools, PlanContext } from "../model/check.ts";
import type { Clock } from "../model/clock.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import type { Fact, Unknown } from "../model/fact.ts";
import type { Operation } from "../model/operation.ts";
import type { Report } from "../model/report.ts";
import type { RunEvent, RunFooter, StopReason, Verdict } from "../model/run-event.ts";
import { createExecutor, RunStopped, type Executor } from "./execute.ts";
import { createJudgeTools, type Validation } from "./judge.ts";
import { createMask } from "./mask.ts";
import { createPassiveBench } from "./passive-bench.ts";
import { createScoreboard, type Scoreboard } from "./scoreboard.ts";
import { select, unmetNeed, type Selection, type Shard } from "./selection.ts";
import type { Target } from "./target.ts";

export interface RunOptions {
  /** Every check there is. */
  readonly checks: readonly Check[];
  /** Those to judge; all of `checks` by default. */
  readonly chosen?: readonly Check[];
  readonly facts: readonly Fact[];
  readonly unknowns: readonly Unknown[];
  readonly operations: Readonly<Record<string, Operation>>;
  readonly validation: Validation;
  readonly target: Target;
  readonly seed: number;
  readonly version: string;
  readonly clock: Clock;
  /** Fresh texts for signatures; not part of any report. */
  readonly nonce: () => string;
  /** Fingerprints that are known. */
  readonly baseline: ReadonlySet<string>;
  readonly shard?: Shard;
  readonly signal?: AbortSignal;
}

type Stop = { readonly reason: StopReason; readonly message: string };

/** What running one active check's plan came to. */
type PlanResult =
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "exchanges"; readonly exchanges: readonly Exchange[] }
  | { readonly kind: "crashed"; readonly message: string }
  | { readonly kind: "stopped"; readonly stop: Stop };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const runId = (options: RunOptions, selection: Selection): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        options.seed,
        options.version,
        options.target.baseUrls,
        options.shard ?? null,
        selection.active.map(({ id }) => id),
      ]),
    )
    .digest("hex")
    .slice(0, 12);

const runPlan = async (
  check: ActiveCheck,
  executor: Executor,
  context: PlanContext,
  target: Target,
): Promise<PlanResult> => {
  const reason = unmetNeed(check, target);
  if (reason !== undefined) return { kind: "skipped", reason };
  try {
    return { kind: "exchanges", exchanges: await executor.execute(check.plan(context)) };
  } catch (error) {
    if (error instanceof RunStopped) {
      const { stop, message } = error.outcome;
      return { kind: "stopped", stop: { reason: stop ?? "safety", message } };
    }
    return { kind: "crashed", message: messageOf(error) };
  }
};

/** The verdict on one fact of an active check, from all that its judge said. */
const verdictOn = (fact: string, check: Check, judgements: readonly Judgement[], exchanges: number): Verdict => {
  const about = judgements.filter((one) => one.kind !== "observation" && (one.fact ?? fact) === fact);
  const violations = about.filter(
    (one) => one.kind === "violation" && (one.fact ?? check.facts[0]) === fact,
  ).length;
  if (violations > 0) return { kind: "failed", exchanges, violations };
  const reason = about.find((one) => one.kind === "not-applicable");
  if (reason?.kind === "not-applicable") return { kind: "not-applicable", reason: reason.reason };
  if (exchanges === 0) return { kind: "not-applicable", reason: "nothing to judge on this target" };
  return { kind: "passed", exchanges };
};

const judgeActive = (check: ActiveCheck, exchanges: readonly Exchange[], tools: JudgeTools): Judgement[] => {
  const judgements = [...check.judge(exchanges, tools)];
  const strange = judgements.find(
    (one) => one.kind !== "observation" && one.fact !== undefined && !check.facts.includes(one.fact),
  );
  if (strange !== undefined) throw new Error(`${check.id} judges a fact that it does not list`);
  return judgements;
};

const withoutVerdict =
  (options: RunOptions, chosen: readonly Check[]) =>
  (fact: Fact): string => {
    if (fact.see === "static") return `static: held by ${fact.test ?? "a test of the documents"}`;
    const holders = options.checks.filter(({ facts }) => facts.includes(fact.id));
    if (holders.length === 0) return "no check yet";
    if (!holders.some((check) => chosen.includes(check))) return "not selected";
    return options.shard === undefined ? "not reached" : "not reached in this shard";
  };

const assembleReport = (
  options: RunOptions,
  board: Scoreboard,
  head: { id: string; startedAt: number; chosen: readonly Check[]; stop: Stop | undefined },
): Report => {
  const facts = board.facts(withoutVerdict(options, head.chosen));
  const findings = board.findings();
  const count = (status: string): number => facts.filter((fact) => fact.status === status).length;
  const severity = (name: string): number => findings.filter((finding) => finding.severity === name).length;
  const seen = new Set(findings.map((finding) => finding.fingerprint));
  return {
    tool: { name: "tripact", version: options.version },
    run: {
      id: head.id,
      seed: options.seed,
      targets: options.target.baseUrls,
      complete: head.stop === undefined,
      ...(head.stop === undefined ? {} : { stopped: head.stop.message }),
      startedAt: new Date(head.startedAt).toISOString(),
      elapsedMs: Math.round(options.clock.now() - head.startedAt),
    },
    summary: {
      facts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), total: facts.length },
      findings: { error: severity("error"), warning: severity("warning"), info: severity("info") },
      requests: options.target.requests(),
    },
    facts,
    findings,
    unknowns: board.unknowns(),
    // A run that was cut short, or judged only a part, cannot tell that a known finding is gone.
    resolved:
      head.stop === undefined && options.shard === undefined && head.chosen.length === options.checks.length
        ? [...options.baseline].filter((one) => !seen.has(one)).sort()
        : [],
  };
};

/**
 * Runs the checks against a target: plans are executed, every exchange is judged by all passive checks and by
 * the check that asked for it, and the stream ends with a footer that holds the report. Events come in the
 * order of the checks, whatever the order in which answers arrive, so that one seed gives one stream.
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void> {
  const { target, clock } = options;
  const chosen = options.chosen ?? options.checks;
  const selection = select(options.checks, chosen, options.shard);
  const startedAt = clock.now();
  const id = runId(options, selection);
  const mask = createMask();
  const board = createScoreboard({ ...options, mask });
  const tools = createJudgeTools(options.validation);
  const bench = createPassiveBench(selection.passive, tools, board);
  const halt = new AbortController();
  const signal = options.signal === undefined ? halt.signal : AbortSignal.any([halt.signal, options.signal]);
  const wire = { target, mask, nonce: options.nonce };
  const executor = createExecutor({ target, operations: options.operations, wire, signal });
  const context: PlanContext = {
    seed: options.seed,
    allowWrites: target.allowWrites,
    interfaces: target.interfaces,
    setting: (path) => target.setting(path),
    has: (path) => target.has(path),
    secretMatches: (path, pattern) => pattern.test(target.secret(path) ?? ""),
  };
  let stop: Stop | undefined;

  const start = (check: ActiveCheck): Promise<PlanResult> => runPlan(check, executor, context, target);

  const settle = function* (check: ActiveCheck, result: PlanResult): Generator<RunEvent> {
    const feeds = selection.feeders.has(check.id);
    const all = function* (verdict: Verdict): Generator<RunEvent> {
      if (!feeds) for (const fact of check.facts) yield board.verdict(check.id, fact, verdict);
    };
    if (result.kind === "skipped") return yield* all({ kind: "not-applicable", reason: result.reason });
    if (result.kind === "stopped") {
      stop ??= result.stop;
      halt.abort();
      return yield* all({ kind: "not-applicable", reason: `not reached: ${result.stop.message}` });
    }
    if (result.kind === "crashed") {
      if (signal.aborted) return yield* all({ kind: "not-applicable", reason: "not reached: the run was stopped" });
      stop ??= { reason: "crashed", message: `${check.id} crashed` };
      return yield* all({ kind: "crashed", message: result.message });
    }
    for (const exchange of result.exchanges) {
      const { event } = board.number(check.id, exchange);
      if (event === undefined) continue;
      yield event;
      yield* bench.judge(exchange);
    }
    const failed = result.exchanges.find((exchange) => responseOf(exchange) === undefined)?.outcome;
    if (failed?.kind === "failure") {
      stop ??= { reason: "unreachable", message: `${check.interfaces.join(", ")}: ${failed.message}` };
      return yield* all({ kind: "not-applicable", reason: `no answer: ${failed.message}` });
    }
    if (feeds) return;
    yield* judgeAll(check, result.exchanges);
  };

  const judgeAll = function* (check: ActiveCheck, exchanges: readonly Exchange[]): Generator<RunEvent> {
    let judgements: Judgement[];
    try {
      judgements = judgeActive(check, exchanges, tools);
    } catch (error) {
      stop ??= { reason: "crashed", message: `${check.id} crashed` };
      for (const fact of check.facts)
        yield board.verdict(check.id, fact, { kind: "crashed", message: messageOf(error) });
      return;
    }
    yield* board.score(check, judgements);
    for (const fact of check.facts)
      yield board.verdict(check.id, fact, verdictOn(fact, check, judgements, exchanges.length));
  };

  yield {
    type: "run-started",
    id,
    seed: options.seed,
    version: options.version,
    targets: target.baseUrls,
    checks: [...selection.active, ...selection.passive].map((check) => check.id),
    startedAt: new Date(startedAt).toISOString(),
  };

  const reads = selection.active
    .filter(({ effect }) => effect === "read")
    .map((check) => ({ check, result: start(check) }));
  for (const { check, result } of reads) {
    yield { type: "check-started", check: check.id, title: check.title };
    yield* settle(check, await result);
  }
  for (const check of selection.active.filter(({ effect }) => effect === "write")) {
    if (signal.aborted) break;
    yield { type: "check-started", check: check.id, title: check.title };
    yield* settle(check, await start(check));
  }
  const crashed = yield* bench.verdicts(target);
  if (crashed !== undefined) stop ??= { reason: "crashed", message: `${crashed} crashed` };
  if (options.signal?.aborted === true) stop = { reason: "interrupted", message: "interrupted" };

  const footer: RunFooter = {
    type: "run-ended",
    complete: stop === undefined,
    ...(stop === undefined ? {} : { stopped: stop }),
    report: assembleReport(options, board, { id, startedAt, chosen, stop }),
  };
  yield footer;
}
