import { contract } from "../../../contract/contract.ts";
import { availableParallelism } from "node:os";
import type { Report } from "../../../harness/model/report.ts";
import type { RunEvent, RunFooter } from "../../../harness/model/run-event.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import type { OpenedRecording } from "../../../harness/recordings/open-recording.ts";
import { safe } from "../../../harness/output/safe-text.ts";
import { exitCodeOf, exitCodes } from "../../../harness/runner/exit-code.ts";
import { observe as observeRun } from "../../../harness/runner/observe.ts";
import { type Choice, chooseChecks } from "../../../app/choose-checks.ts";
import type { ObserveOptions as Options } from "../definitions/observe.ts";
import { type Consumers, judgeByUse, printConcerns, readConsumers } from "../consumers.ts";
import { choiceOf } from "../option-values.ts";
import { usesOfUsageFiles } from "../usage-files.ts";
import { recordingsOf } from "../recording-operands.ts";
import { assertApart, type FileUse } from "../file-uses.ts";
import { findBaseline, findConfig, usesOfConfig } from "../find-config.ts";
import { findRecordings } from "../../../app/recordings/find-recordings.ts";
import type { CliIo } from "../io.ts";
import { keepShapes } from "../../../app/drift/keep-shapes.ts";
import { type ObservedRecordings, observeRecordings } from "../../../app/recordings/observe-recordings.ts";
import { personStream, recordingConsole } from "../recording-console.ts";
import { recordedAddresses } from "../../../app/recordings/recorded-addresses.ts";
import type { JudgeSetting } from "../../../app/recordings/recording-judge.ts";
import {
  assertReportsWritable,
  deliverReports,
  type ReportFile,
  reportFilesOf,
  usesOfReports,
} from "../report-files.ts";
import { openRunStore, useOfStore } from "../run-store.ts";
import { suite } from "../../../app/suite.ts";
import { version } from "../../../app/version.ts";

/** What was asked for, read and found to be possible before anything is judged. */
interface Order {
  readonly choice: Choice;
  readonly reports: readonly ReportFile[];
  /** By which requests are known. */
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly baseline: ReadonlySet<string>;
  readonly recordings: readonly OpenedRecording[];
  /** By whose use findings are judged; undefined without `--usage`. */
  readonly consumers: Consumers | undefined;
}

/** What was chosen, as long as there is anything in it that a recording can show. */
const observableChoice = (options: Options): Choice => {
  const choice = chooseChecks(choiceOf(options), suite);
  if (!choice.checks.some(({ effect }) => effect === "passive"))
    throw new UsageError("a recording cannot show any of the selected checks", {
      location: options.check === undefined ? "--fact" : "--check",
      hint: "tripact facts lists the facts that an exchange shows",
    });
  return choice;
};

/** Replaces a variable that is not set: an address where nothing is recorded. */
const unset = "https://unset.invalid";

/** A file, where the shell has put one there; a pipe or a terminal is no file that could be overwritten. */
const standardInput: FileUse = { path: "/dev/stdin", name: "the standard input", location: "-" };

const takeOrder = async (options: Options, io: CliIo, files: readonly string[]): Promise<Order> => {
  const asked = [...(options.report ?? []), ...(options.json === true ? ["json=-"] : [])];
  const reports = reportFilesOf(asked, io.cwd);
  const needy = reports.find(({ format }) => format.exchanges === "needs");
  if (needy !== undefined)
    throw new UsageError(`${needy.name} cannot report on a recording: it would repeat it`, {
      location: "--report",
    });
  const choice = observableChoice(options);
  // A recording is judged without credentials, so none needs to be set.
  const config = await findConfig(options.config, io, { standIn: unset });
  const baseUrls = recordedAddresses(options, config?.baseUrls ?? {});
  const baseline = await findBaseline(config, io);
  const recordings = await findRecordings(recordingsOf(files, io), io);
  const read = recordings.flatMap(({ file, path }) =>
    path === undefined ? [] : [{ path, name: `the recording ${file}`, location: file }],
  );
  const inputs = [
    ...usesOfConfig(options.config, config, io),
    ...usesOfUsageFiles(options, io),
    ...read,
    ...(files.includes("-") ? [standardInput] : []),
  ];
  const store = options.store === undefined ? undefined : useOfStore(options.store, io);
  assertApart({ outputs: usesOfReports(reports, io), inputs, store }, io);
  await assertReportsWritable(reports);
  // Found out before anything is judged.
  if (options.store !== undefined) openRunStore(options.store, io).close();
  const consumers = await readConsumers(options, io);
  return { choice, reports, baseUrls, baseline, recordings, consumers };
};

/** So many bytes of entries, which observers see whole, take longer to judge than another thread takes to start. */
const watchedBytes = 24 * 1024 * 1024;

interface Started {
  readonly events: AsyncGenerator<RunEvent, void>;
  /** What was observed, once the events have ended. */
  readonly observed: () => ObservedRecordings | undefined;
}

const start = ({ choice, baseline, recordings, baseUrls }: Order, options: Options, io: CliIo): Started => {
  let observed: ObservedRecordings | undefined;
  const setting: JudgeSetting = {
    baseUrls,
    interfaces: choice.interfaces,
    checks: choice.checks.map(({ id }) => id),
    baseline: [...baseline],
    shapes: options.store !== undefined,
  };
  const help = availableParallelism() > 1;
  const events = observeRun({
    contract,
    chosen: choice.checks,
    files: recordings.map(({ file }) => file),
    version: version(),
    clock: io.clock,
    baseline,
    observe: async () =>
      (observed = await observeRecordings({ recordings, setting, signal: io.signal, watchedBytes, help })),
  });
  return { events, observed: () => observed };
};

/** What was seen goes into the history, unless the run was broken off by hand. */
const keep = (
  options: Options,
  observed: ObservedRecordings | undefined,
  report: Report,
  io: CliIo,
): void => {
  if (options.store === undefined || observed === undefined || observed.interrupted) return;
  const answers = keepShapes(options.store, observed.shapes, report, io);
  if (options.quiet !== true)
    io.stderr.write(safe`tripact: the shapes of ${answers} answers are kept in ${options.store}\n`);
};

/**
 * `tripact observe`: judges recorded traffic.
 * @throws UsageError before anything is judged when an option, the configuration or a recording is invalid.
 */
export const observe = async (options: Options, io: CliIo, ...files: string[]): Promise<number> => {
  const order = await takeOrder(options, io, files);
  const write =
    options.json === true ? () => undefined : recordingConsole(options, io, personStream(io, order.reports));
  let footer: RunFooter | undefined;
  const { events, observed } = start(order, options, io);
  for await (const event of events) {
    write(event);
    if (event.type === "run-ended") footer = event;
  }
  if (footer === undefined) {
    io.stderr.write(safe`tripact: the run ended without a report\n`);
    return exitCodes.notJudged;
  }
  keep(options, observed(), footer.report, io);
  const used = judgeByUse(footer, order.consumers, options);
  printConcerns(used.concerns, options, personStream(io, order.reports), io);
  await deliverReports(order.reports, { report: used.footer.report, catalogue: contract }, io);
  return exitCodeOf(used.failing);
};
