import { createHash } from "node:crypto";
import type { WriteSummary } from "../model/write-summary.ts";
import type { ActiveCheck, JudgeTools } from "../model/check.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import type { RunEvent, Verdict } from "../model/run-event.ts";
import { addRedirects } from "./add-redirects.ts";
import { endOfRun } from "./assemble-report.ts";
import { crashText } from "./crash-text.ts";
import { createEngine, type Engine, type PlanResult, wasCut } from "./engine.ts";
import type { CutShort } from "./execute.ts";
import { createJudgeTools } from "./judge.ts";
import { createMask } from "./mask.ts";
import { createObserverBench, type ObserverBench } from "./observer-bench.ts";
import { createPassiveBench, type PassiveBench } from "./passive-bench.ts";
import { createReplacementWatch, type ReplacementWatch } from "./replacement-watch.ts";
import type { RunOptions } from "./run-options.ts";
import { bothWrites, type SavedRun } from "./saved-run.ts";
import { createScoreboard, type Scoreboard } from "./scoreboard.ts";
import { select, type Selection } from "./selection.ts";
import type { Target } from "./target.ts";
import { createTroubles, type Troubles } from "./troubles.ts";
import { hear, verdictOn } from "./verdicts.ts";

export type { RunOptions } from "./run-options.ts";

interface Courtroom {
  readonly selection: Selection;
  readonly board: Scoreboard;
  readonly tools: JudgeTools;
  readonly bench: PassiveBench;
  readonly watch: ObserverBench;
  readonly replacements: ReplacementWatch;
  readonly troubles: Troubles;
}

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

const verdictOnAll = function* (
  check: ActiveCheck,
  verdict: Verdict,
  { board, selection }: Courtroom,
): Generator<RunEvent> {
  if (!selection.feeders.has(check.id))
    for (const fact of check.facts) yield board.verdict(check.id, fact, verdict);
};

const judgeOwn = function* (
  check: ActiveCheck,
  exchanges: readonly Exchange[],
  court: Courtroom,
): Generator<RunEvent> {
  let events: readonly RunEvent[];
  try {
    const judgements = hear(check, check.judge(exchanges, court.tools));
    events = [
      ...court.board.score(check, judgements),
      ...check.facts.map((fact) =>
        court.board.verdict(check.id, fact, verdictOn(fact, check, judgements, exchanges.length)),
      ),
    ];
  } catch (error) {
    court.troubles.crashed(check.id);
    const message = crashText(error, exchanges);
    return yield* verdictOnAll(check, { kind: "crashed", message }, court);
  }
  yield* events;
};

/** Why a plan that was cut short, or got no answer, cannot be judged. */
const verdictWithout = (check: ActiveCheck, cutShort: CutShort, { troubles }: Courtroom): Verdict => {
  if (cutShort.kind === "crashed") {
    troubles.crashed(check.id);
    return { kind: "crashed", message: cutShort.message };
  }
  return { kind: "not-applicable", reason: troubles.missed([]) ?? "not reached" };
};

/** Tells of an exchange, unless an earlier check has asked for the very same. */
const tell = function* (check: ActiveCheck, exchange: Exchange, court: Courtroom): Generator<RunEvent> {
  const { outcome } = exchange;
  if (outcome.kind === "failure" && outcome.stop === undefined)
    court.troubles.unanswered(exchange.interface, outcome.message);
  const event = court.board.number(check.id, exchange);
  if (event === undefined) return;
  yield event;
  court.watch.see(exchange);
  court.replacements.see(exchange);
  yield* court.bench.judge(exchange);
};

/** Tells what a plan came to: its exchanges, what the passive checks say of them, and its own verdicts. */
const settle = function* (check: ActiveCheck, result: PlanResult, court: Courtroom): Generator<RunEvent> {
  if ("skipped" in result)
    return yield* verdictOnAll(check, { kind: "not-applicable", reason: result.skipped }, court);
  for (const exchange of result.heard) yield* tell(check, exchange, court);
  if (result.cutShort !== undefined)
    return yield* verdictOnAll(check, verdictWithout(check, result.cutShort, court), court);
  const silent = result.exchanges.find((exchange) => responseOf(exchange) === undefined);
  if (silent?.outcome.kind === "failure") {
    const reason = `no answer: ${silent.interface}: ${silent.outcome.message}`;
    return yield* verdictOnAll(check, { kind: "not-applicable", reason }, court);
  }
  if (!court.selection.feeders.has(check.id)) yield* judgeOwn(check, result.exchanges, court);
};

/**
 * Asks and tells; gives back what the checks that came to their end have come to. Those that were cut in their middle
 * are told last.
 */
const runChecks = async function* (
  engine: Engine,
  court: Courtroom,
): AsyncGenerator<RunEvent, Pick<SavedRun, "done" | "tallies" | "verdicts">> {
  const done: string[] = [];
  const cut: (readonly [ActiveCheck, PlanResult])[] = [];
  for (const { check, result: asked } of engine.ask()) {
    yield { type: "check-started", check: check.id, title: check.title };
    const result = await asked;
    if (wasCut(result)) {
      cut.push([check, result]);
      continue;
    }
    yield* settle(check, result, court);
    done.push(check.id);
  }
  engine.conclude();
  const { verdicts } = court.board.saved();
  const tallies = court.bench.tallies();
  for (const [check, result] of cut) yield* settle(check, result, court);
  return { done, tallies, verdicts };
};

/** Gives a run that was cut short to whoever keeps it; a safety rule ends a run for good. */
const keepCutShort = (
  options: RunOptions,
  { board, troubles }: Courtroom,
  came: Pick<SavedRun, "done" | "tallies" | "verdicts">,
  part: { readonly startedAt: number; readonly writes: WriteSummary | undefined },
): void => {
  const { clock, resume, target } = options;
  const reason = troubles.stop()?.reason;
  if (reason !== "budget" && reason !== "interrupted") return;
  const { exchanges, names } = board.saved();
  options.onCutShort?.({
    done: [...(resume?.done ?? []), ...came.done],
    startedAt: resume?.startedAt ?? part.startedAt,
    elapsedMs: clock.now() - part.startedAt + (resume?.elapsedMs ?? 0),
    requests: target.requests() + (resume?.requests ?? 0),
    exchanges,
    names,
    score: board.scored(),
    verdicts: came.verdicts,
    tallies: came.tallies,
    crashed: troubles.crashes(),
    ...(part.writes === undefined ? {} : { writes: part.writes }),
    redirects: addRedirects(resume?.redirects, target.redirects?.()),
  });
};

/** Puts back what the run has changed, once nothing is under way. */
const putBack = async (
  target: Target,
  engine: Engine,
  troubles: Troubles,
): Promise<WriteSummary | undefined> => {
  await engine.stop();
  const writes = await target.settle?.();
  const lost = writes?.records.filter(({ state }) => state === "not put back") ?? [];
  if (lost.length > 0) {
    const names = lost.map(({ record }) => record).join(", ");
    troubles.halted({ reason: "safety", message: `not put back: ${names} (tripact restore)` });
  }
  return writes;
};

/**
 * Runs the checks against a target: plans are executed, every exchange is judged by all passive checks and by
 * the check that asked for it, and the stream ends with a footer that holds the report. Events come in the
 * order of the checks, whatever the order in which answers arrive, so that one seed gives one stream. Whoever
 * stops listening stops the run.
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void> {
  const { target, clock, checks, chosen = checks } = options;
  const { resume } = options;
  const selection = select(checks, chosen, options.shard);
  const left = selection.active.filter(({ id }) => resume?.done.includes(id) !== true);
  const startedAt = clock.now();
  const id = runId(options, selection);
  const mask = options.mask ?? createMask();
  target.onToken?.((token, name) => mask.learn(token, name));
  const troubles = createTroubles();
  const board = createScoreboard({ ...options, mask });
  const tools = createJudgeTools(options.validation);
  const bench = createPassiveBench(selection.passive, tools, board, troubles);
  const watch = createObserverBench(options.observers ?? [], tools, board, troubles);
  const engine = createEngine(options, left, mask, troubles);
  const court: Courtroom = {
    selection,
    board,
    tools,
    bench,
    watch,
    replacements: createReplacementWatch(),
    troubles,
  };
  if (resume !== undefined) {
    board.resume(resume);
    bench.add(resume.tallies);
    for (const check of resume.crashed) troubles.crashed(check);
  }
  try {
    yield {
      type: "run-started",
      id,
      seed: options.seed,
      version: options.version,
      targets: target.baseUrls,
      checks: [...selection.active, ...selection.passive].map((check) => check.id),
      startedAt: new Date(startedAt).toISOString(),
    };
    const came = yield* runChecks(engine, court);
    yield* bench.verdicts(target);
    yield* watch.tell();
    const writes = bothWrites(resume?.writes, await putBack(target, engine, troubles));
    yield* court.replacements.judge(writes, checks, board);
    keepCutShort(options, court, came, { startedAt, writes });
    yield endOfRun(options, board, { id, startedAt, stop: troubles.stop(), writes, earlier: resume });
  } finally {
    await engine.stop();
    // For whoever stopped listening; else there is nothing left to be put back.
    await target.settle?.();
  }
}
