import { contract } from "../../../contract/contract.ts";
import { randomUUID } from "node:crypto";
import type { Config } from "../../../harness/config/config.ts";
import type { Clock } from "../../../harness/model/clock.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import type { RunEvent, RunFooter } from "../../../harness/model/run-event.ts";
import type { ReportInput } from "../../../harness/model/report-input.ts";
import { createConsoleReporter } from "../../../harness/reporters/console.ts";
import type { ExchangeRecorder } from "../../../harness/reporters/exchange-log.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { exitCodeOf, exitCodes } from "../../../harness/runner/exit-code.ts";
import type { Fault } from "../../../sandbox/faults/fault.ts";
import type { LiveTarget } from "../../../harness/runner/live-target.ts";
import { createMask, type Mask } from "../../../harness/privacy/mask.ts";
import { createPartRecorder, type PartRecorder } from "../../../harness/runner/report-part.ts";
import type { Baseline } from "../../../harness/config/baseline.ts";
import type { Forecast } from "../../../harness/runner/planner.ts";
import type { TriedLog } from "../../../harness/runner/draw-moves.ts";
import { run, type RunOptions } from "../../../harness/runner/run.ts";
import type { SavedRun } from "../../../harness/runner/saved-run.ts";
import { select, type Shard } from "../../../harness/runner/selection.ts";
import type { Target } from "../../../harness/runner/target.ts";
import { type Choice, chooseChecks } from "../../../app/choose-checks.ts";
import { usesColor } from "../color.ts";
import { assertApart, type FileUse } from "../file-uses.ts";
import { orSandbox } from "../../../app/open-config.ts";
import { assertNamesTarget, findBaseline, findConfig, usesOfConfig } from "../find-config.ts";
import { type CliIo, lineWidth } from "../io.ts";
import { narrowTarget } from "../../../app/narrow-target.ts";
import { type Consumers, judgeByUse, printConcerns, readConsumers, usedFacts } from "../consumers.ts";
import { usesOfUsageFiles } from "../usage-files.ts";
import { personStream } from "../recording-console.ts";
import { estimateText } from "../estimate-text.ts";
import { forecastRun } from "../../../app/forecast-run.ts";
import { embeddedShape, isLive, openTarget } from "../../../app/open-target.ts";
import { choiceOf, integerOf, listOf, shardOf } from "../option-values.ts";
import type { CheckOptions as Options } from "../definitions/check.ts";
import {
  assertReportsWritable,
  deliverReports,
  exchangeRecorderFor,
  type ReportFile,
  reportFilesOf,
  usesOfReports,
} from "../report-files.ts";
import type { Store } from "../../../harness/store/store.ts";
import { resumableRuns } from "../../../app/resumable.ts";
import { openRunStore, useOfStore } from "../run-store.ts";
import { triedSteps } from "../../../app/tried-steps.ts";
import { plantedFaults } from "../../../app/planted-faults.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import { requirementOf } from "../../../app/requirement.ts";
import { requiredOf } from "../required-of.ts";
import { suite } from "../../../app/suite.ts";
import { reportNotRestored, reportOpenWrites, whileAsked } from "../report-writes.ts";
import { loadJudgingParts } from "../../../app/judging-parts.ts";
import { useOfNewBaseline, withoutBaselineAt, writeBaseline } from "../write-baseline.ts";
import { assertWritable } from "../../../app/write-file.ts";
import type { Requirement } from "../../../harness/runner/coverage.ts";
import { changedIn } from "../../../app/target-run.ts";
import { version } from "../../../app/version.ts";
import { follow } from "../../../app/follow.ts";
import { watchProgress, type WatchedRun } from "../watch-progress.ts";

/** What was asked for, read and found to be possible before anything is sent. */
interface Order {
  readonly seed: number;
  readonly shard: Shard | undefined;
  readonly choice: Choice;
  readonly reports: readonly ReportFile[];
  readonly config: Config | undefined;
  readonly baseline: Baseline;
  /** Where the findings are written to be known from now on. */
  readonly newBaseline: FileUse | undefined;
  readonly require: Requirement;
  /** By whose use findings are judged; undefined without `--usage`. */
  readonly consumers: Consumers | undefined;
  /** Planted in the embedded sandbox. */
  readonly faults: readonly Fault[];
  /** Where facts or checks are named: whom to ask so that the passive ones among them see something. */
  readonly trafficFrom?: ReadonlySet<string>;
}

/** @throws UsageError for what cannot go with a planted fault. */
const assertFaultsFit = ({ fault, config, dryRun, resume }: Options): void => {
  if (fault === undefined) return;
  const other =
    config !== undefined
      ? "--config"
      : dryRun === true
        ? "--dry-run"
        : resume === true
          ? "--resume"
          : undefined;
  if (other !== undefined)
    throw new UsageError("faults can be planted in the embedded sandbox only", {
      location: "--fault",
      hint: `omit ${other}`,
    });
};

const takeOrder = async (options: Options, io: CliIo): Promise<Order> => {
  const seed = integerOf("--seed", options.seed, 0, 0xffff_ffff);
  const shard = options.shard === undefined ? undefined : shardOf(options.shard);
  if (options.dryRun === true && options.report !== undefined)
    throw new UsageError("a dry run has no report", {
      location: "--report",
      hint: "omit it, or use --json",
    });
  assertFaultsFit(options);
  const asked = [...(options.report ?? []), ...(options.json === true ? ["json=-"] : [])];
  const reports = reportFilesOf(asked, io.cwd);
  const choice = chooseChecks(choiceOf(options), suite);
  const faults = await plantedFaults(listOf(options.fault));
  // Only the embedded sandbox can be broken on purpose: with a fault, no configuration is looked for, whose baseline may
  // know the very finding that the fault is there to show.
  const config = faults.length === 0 ? await findConfig(options.config, io, orSandbox) : undefined;
  assertNamesTarget(options.config, config);
  const newBaseline =
    options.writeBaseline === undefined ? undefined : useOfNewBaseline(options.writeBaseline, io);
  const baseline = await findBaseline(config, io, newBaseline);
  const store = isLive(config) ? useOfStore(options.store, io) : undefined;
  const inputs = [
    ...usesOfConfig(options.config, withoutBaselineAt(config, newBaseline, io), io),
    ...usesOfUsageFiles(options, io),
  ];
  const outputs = [...usesOfReports(reports, io), ...(newBaseline === undefined ? [] : [newBaseline])];
  assertApart({ outputs, inputs, store }, io);
  await assertReportsWritable(reports);
  if (newBaseline !== undefined) await assertWritable(newBaseline.path);
  const require = requirementOf(requiredOf(options), config?.require, shard !== undefined);
  const consumers = await readConsumers(options, io);
  return { seed, shard, choice, reports, config, baseline, newBaseline, require, faults, consumers };
};

/** Writes text for people; to standard error if standard output carries a report, and nowhere with `--json`. */
const consoleWriter = (
  options: Options,
  io: CliIo,
  reports: readonly ReportFile[],
  { target, see, clear }: WatchedRun,
) => {
  if (options.json === true) return () => undefined;
  const stream = reports.some(({ path }) => path === "-") ? io.stderr : io.stdout;
  const write = createConsoleReporter({
    color: usesColor(options.color, io.env, stream),
    columns: stream.columns,
    lineWidth: lineWidth(stream),
    quiet: options.quiet === true,
    embedded: target.kind === "embedded",
    failOn: options.failOn,
    facts: suite.facts,
  });
  return (event: RunEvent): void => {
    const text = write(event);
    if (String(text) !== "") {
      clear();
      stream.write(text);
    }
    see(event);
  };
};

/** Everything of a run but its target. */
const partsOf = async (order: Order, clock: Clock, io: CliIo): Promise<Omit<RunOptions, "target">> => ({
  ...(await loadJudgingParts()),
  chosen: order.choice.checks,
  seed: order.seed,
  version: version(),
  clock,
  nonce: randomUUID,
  baseline: order.baseline,
  require: order.require,
  ...(order.consumers === undefined ? {} : { firstFacts: usedFacts(order.consumers, suite.facts) }),
  ...(order.shard === undefined ? {} : { shard: order.shard }),
  ...(order.trafficFrom === undefined ? {} : { trafficFrom: order.trafficFrom }),
  signal: io.signal,
});

/** The cheapest checks that show the named passive ones all that plans can show, by a dry run in this process. */
const withTraffic = async (order: Order, { fact, check: id }: Options, io: CliIo): Promise<Order> => {
  const { choice, config, seed } = order;
  const passive = choice.checks.filter((one) => one.effect === "passive");
  if ((fact ?? id) === undefined || passive.length === 0) return order;
  const { dryRun } = await import("../../../harness/runner/dry-run.ts");
  const { createTrafficWatch } = await import("../../../harness/runner/traffic.ts");
  const { createJudgeTools } = await import("../../../harness/runner/judge.ts");
  const embedded = await embeddedShape(seed, io.clock);
  const { shard: _, ...whole } = await partsOf(order, io.clock, io);
  const watch = createTrafficWatch(passive, suite.checks, createJudgeTools(whole.validation));
  await dryRun({
    contract,
    config: isLive(config) ? config : embedded.config,
    sandbox: embedded.open,
    run: whole,
    interfaces: choice.interfaces,
    see: watch.see,
  });
  const { trafficOnly } = select(suite.checks, choice.checks);
  return { ...order, trafficFrom: watch.cheapest(trafficOnly) };
};

/** What the report of a shard holds beside its results. */
const partRecorderFor = (
  { shard, choice, ...held }: Order,
  resume: SavedRun | undefined,
): PartRecorder | undefined => {
  if (shard === undefined) return undefined;
  if (resume === undefined) return createPartRecorder(shard, choice.checks, held);
  // Kept by whoever wrote the report of the part that was cut short, which no other can put together again.
  return resume.part && createPartRecorder(shard, choice.checks, held, { ...resume, part: resume.part });
};

const reportInputOf = (
  { report }: RunFooter,
  part: PartRecorder | undefined,
  recorder: ExchangeRecorder | undefined,
  mask: Mask,
): ReportInput => ({
  report: part === undefined ? report : { ...report, part: part.part() },
  catalogue: contract,
  ...(recorder === undefined ? {} : { exchanges: recorder.log((text) => mask.mask(text)) }),
});

/** What a run goes on with, and where it is kept when it is cut short. */
interface Continuation {
  /** What earlier runs have tried. */
  readonly tried?: TriedLog;
  readonly resume?: SavedRun;
  /** Absent where nothing can be resumed. */
  keep?(saved: SavedRun): void;
  /** The run is complete: there is nothing left to resume. */
  forget(): void;
}

const forecastFor =
  (order: Order, config: Config, resume: SavedRun | undefined, io: CliIo) => async (): Promise<Forecast> => {
    const parts = await partsOf(order, io.clock, io);
    const run = resume === undefined ? parts : { ...parts, resume };
    return forecastRun({ config, run, interfaces: order.choice.interfaces });
  };

/** Runs the checks, prints and delivers their results, and returns the exit code. */
const judge = async (
  order: Order,
  target: Target,
  clock: Clock,
  options: Options,
  io: CliIo,
  continuation: Continuation,
): Promise<number> => {
  const mask = createMask();
  const { resume, keep, tried } = continuation;
  const narrow = narrowTarget(target, order.choice.interfaces);
  const watched = watchProgress(narrow, order.choice.checks, options, io);
  const part = partRecorderFor(order, resume);
  const events = run({
    ...(await partsOf(order, clock, io)),
    target: watched.target,
    ...(options.deep === true ? { deep: true } : {}),
    usesAll: true,
    ...(tried === undefined ? {} : { tried }),
    ...(resume === undefined ? {} : { resume }),
    ...(keep === undefined
      ? {}
      : {
          onCutShort: (saved) => {
            watched.clear();
            keep(part === undefined ? saved : { ...saved, part: part.saved() });
          },
          ...(order.config === undefined ? {} : { forecast: forecastFor(order, order.config, resume, io) }),
        }),
    mask,
  });
  const write = consoleWriter(options, io, order.reports, watched);
  const recorder = exchangeRecorderFor(order.reports, target.kind === "embedded");
  const footer = await follow(events, (event) => {
    write(event);
    recorder?.see(event);
    part?.see(event);
  });
  if (footer === undefined) {
    io.stderr.write(safe`tripact: the run ended without a report\n`);
    return exitCodes.notJudged;
  }
  if (footer.complete || footer.stopped?.reason === "coverage") continuation.forget();
  reportNotRestored(footer.report, options, io);
  const used = judgeByUse(footer, order.consumers, options);
  printConcerns(used.concerns, options, personStream(io, order.reports), io);
  await deliverReports(order.reports, reportInputOf(used.footer, part, recorder, mask), io);
  const { newBaseline, baseline } = order;
  if (newBaseline !== undefined && (await writeBaseline(newBaseline, footer, baseline, io)))
    return exitCodeOf(withKnownFindings(footer), options.failOn);
  return exitCodeOf(used.failing, options.failOn);
};

/** The findings that were just written to a baseline are known. */
const withKnownFindings = (footer: RunFooter): RunFooter => ({
  ...footer,
  report: {
    ...footer.report,
    findings: footer.report.findings.map((finding) => ({ ...finding, known: true })),
  },
});

const noContinuation: Continuation = { forget: () => undefined };

/** @throws UsageError when there is no such run to go on with. */
const continuationOf = (order: Order, store: Store, options: Options, io: CliIo): Continuation => {
  if (!isLive(order.config)) return noContinuation;
  const { seed, shard, choice, config } = order;
  const identity = { seed, shard, choice, config, version: version() };
  const runs = resumableRuns(store);
  const resume = options.resume === true ? runs.load(identity) : undefined;
  /** A store that cannot be written, on a full disk for example, costs the resuming and not the report. */
  const isKept = (write: () => void): boolean => {
    try {
      write();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      io.stderr.write(safe`tripact: the store cannot keep this run for --resume: ${reason}\n`);
      return false;
    }
  };
  return {
    tried: triedSteps(store, config),
    ...(resume === undefined ? {} : { resume }),
    keep: (saved) => {
      if (!isKept(() => runs.keep(identity, saved)) || options.json === true || options.quiet === true)
        return;
      io.stderr.write(safe`tripact: repeat the command with --resume to continue\n`);
    },
    forget: () => void isKept(() => runs.forget(identity)),
  };
};

/** Prints what the run would request and cost; sends nothing. */
const printDryRun = async (
  order: Order,
  live: LiveTarget | undefined,
  options: Options,
  io: CliIo,
): Promise<number> => {
  const { estimate } = await import("../../../harness/runner/estimate.ts");
  const embedded = await embeddedShape(order.seed, io.clock);
  const plan = await estimate({
    contract,
    config: isLive(order.config) ? order.config : embedded.config,
    sandbox: embedded.open,
    run: await partsOf(order, io.clock, io),
    interfaces: order.choice.interfaces,
    usedThisHour: live?.usedThisHour() ?? 0,
  });
  io.stdout.write(options.json === true ? safeJson({ seed: order.seed, ...plan }) : estimateText(plan));
  return exitCodes.conformant;
};

/**
 * `tripact check`: checks a target, or the embedded sandbox, against the facts.
 * @throws UsageError before anything is sent, if an option, the configuration or the path of a report is invalid.
 */
export const check = async (options: Options, io: CliIo): Promise<number> => {
  const taken = await takeOrder(options, io);
  if (options.resume === true && options.dryRun === true)
    throw new UsageError("a dry run cannot be resumed", {
      location: "--resume",
      hint: "omit --resume or --dry-run",
    });
  if (options.resume === true && !isLive(taken.config))
    throw new UsageError("only a run against a live target can be resumed", { location: "--resume" });
  const order = await withTraffic(taken, options, io);
  const store = isLive(order.config) ? openRunStore(options.store, io) : undefined;
  try {
    const { target, live, clock } = await openTarget(
      order.config,
      order.seed,
      io.clock,
      liveFolder(io.env),
      order.faults,
    );
    try {
      if (options.dryRun === true) return await printDryRun(order, live, options, io);
      if (live !== undefined && reportOpenWrites(live, options, io)) return exitCodes.stopped;
      const continuation = store === undefined ? noContinuation : continuationOf(order, store, options, io);
      const judged = (): Promise<number> => judge(order, target, clock, options, io, continuation);
      return await (live === undefined ? judged() : whileAsked(changedIn(live), options, io, judged));
    } finally {
      await target.close();
    }
  } finally {
    store?.close();
  }
};
