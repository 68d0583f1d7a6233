import { randomUUID } from "node:crypto";
import type { Config } from "../../config/config.ts";
import type { Clock } from "../../model/clock.ts";
import type { RunEvent, RunFooter } from "../../model/run-event.ts";
import { createConsoleReporter } from "../../reporters/console.ts";
import { exitCodeOf, exitCodes } from "../../runner/exit-code.ts";
import { run } from "../../runner/run.ts";
import type { Shard } from "../../runner/selection.ts";
import type { Target } from "../../runner/target.ts";
import { type Choice, type ChoiceOptions, chooseChecks } from "../choose-checks.ts";
import { isInteractive, usesColor } from "../color.ts";
import { findBaseline, findConfig } from "../find-config.ts";
import type { CliIo } from "../io.ts";
import { narrowTarget } from "../narrow-target.ts";
import { openTarget } from "../open-target.ts";
import { integerOf, shardOf } from "../option-values.ts";
import type { CommonOptions } from "../command.ts";
import { type ReportFile, reportFilesOf } from "../report-files.ts";
import { suite } from "../suite.ts";
import { loadJudgingParts } from "../judging-parts.ts";
import { version } from "../version.ts";
import { assertWritable, writeFileWhole } from "../write-file.ts";

export interface CheckOptions extends ChoiceOptions {
  readonly config?: string;
  readonly seed: string;
  readonly shard?: string;
  readonly report?: readonly string[];
}

type Options = CheckOptions & CommonOptions;

/** What was asked for, read and found to be possible before anything is sent. */
interface Order {
  readonly seed: number;
  readonly shard: Shard | undefined;
  readonly choice: Choice;
  readonly reports: readonly ReportFile[];
  readonly config: Config | undefined;
  readonly baseline: ReadonlySet<string>;
}

const takeOrder = async (options: Options, io: CliIo): Promise<Order> => {
  const seed = integerOf("--seed", options.seed, 0, 0xffff_ffff);
  const shard = options.shard === undefined ? undefined : shardOf(options.shard);
  const asked = [...(options.report ?? []), ...(options.json === true ? ["json=-"] : [])];
  const reports = reportFilesOf(asked, io.cwd);
  const choice = chooseChecks(options, suite);
  const config = await findConfig(options.config, io);
  const baseline = await findBaseline(config, io);
  for (const { path } of reports) if (path !== "-") await assertWritable(path);
  return { seed, shard, choice, reports, config, baseline };
};

/** Text for a person; on standard error where standard output carries a report, and nowhere with `--json`. */
const teller = (options: Options, io: CliIo, reports: readonly ReportFile[], embedded: boolean) => {
  if (options.json === true) return () => undefined;
  const stream = reports.some(({ path }) => path === "-") ? io.stderr : io.stdout;
  const tell = createConsoleReporter({
    color: usesColor(options.color, io.env, stream),
    tty: isInteractive(io.env, stream),
    columns: stream.columns,
    quiet: options.quiet === true,
    embedded,
    facts: suite.facts,
  });
  return (event: RunEvent): void => {
    const text = tell(event);
    if (text !== "") stream.write(text);
  };
};

const start = async (
  order: Order,
  target: Target,
  clock: Clock,
  io: CliIo,
): Promise<AsyncGenerator<RunEvent, void>> =>
  run({
    ...suite,
    ...(await loadJudgingParts()),
    chosen: order.choice.checks,
    target: narrowTarget(target, order.choice.interfaces),
    seed: order.seed,
    version: version(),
    clock,
    nonce: randomUUID,
    baseline: order.baseline,
    ...(order.shard === undefined ? {} : { shard: order.shard }),
    signal: io.signal,
  });

const follow = async (
  events: AsyncIterable<RunEvent>,
  tell: (event: RunEvent) => void,
): Promise<RunFooter | undefined> => {
  let footer: RunFooter | undefined;
  for await (const event of events) {
    tell(event);
    if (event.type === "run-ended") footer = event;
  }
  return footer;
};

const deliver = async (footer: RunFooter, reports: readonly ReportFile[], io: CliIo): Promise<void> => {
  for (const { format, path } of reports) {
    const text = format(footer.report);
    if (path === "-") io.stdout.write(text);
    else await writeFileWhole(path, text);
  }
};

/**
 * `tripact check`: holds a target, or the embedded sandbox, to the facts.
 * @throws UsageError before anything is sent when an option, the configuration or a report's path is no good.
 */
export const check = async (options: Options, io: CliIo): Promise<number> => {
  const order = await takeOrder(options, io);
  const { target, clock } = await openTarget(order.config, order.seed, io.clock);
  try {
    const events = await start(order, target, clock, io);
    const footer = await follow(events, teller(options, io, order.reports, target.kind === "embedded"));
    if (footer === undefined) {
      io.stderr.write("tripact: the run was cut short: it ended without its report\n");
      return exitCodes.notJudged;
    }
    await deliver(footer, order.reports, io);
    return exitCodeOf(footer);
  } finally {
    await target.close();
  }
};
