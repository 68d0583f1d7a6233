import type { TargetEvent } from "../../core/run/asking.ts";
import type { OpenedConfig } from "../../inputs/open-config.ts";
import { suite } from "../../inputs/suite.ts";
import type { ShownEvent } from "../../core/model/run-event.ts";
import type { FailOn } from "../../core/model/verdict.ts";
import { type ConsoleOptions, createConsoleReporter } from "../../report/console.ts";
import { recordingText } from "../../report/recording.ts";
import type { CommonOptions } from "./command.ts";
import { type CliIo, lineWidth, type Output, paletteFor, usesColor } from "./io.ts";
import { createProgressLine } from "./progress-line.ts";
import type { ReportFile } from "./report-files.ts";

/** The stream for messages to people: standard error if standard output carries a report. */
export const personStream = (io: CliIo, reports: readonly ReportFile[]): Output =>
  reports.some(({ path }) => path === "-") ? io.stderr : io.stdout;

type Options = CommonOptions & { readonly failOn?: FailOn; readonly all?: boolean };

/** Prints the events that concern the user. */
export const createReporter = (
  options: Options,
  io: CliIo,
  stream: Output,
  more: Pick<ConsoleOptions, "embedded" | "recorded" | "causes" | "writes">,
): ReturnType<typeof createConsoleReporter> =>
  createConsoleReporter({
    color: usesColor(options.color, io.env, stream),
    columns: stream.columns,
    lineWidth: lineWidth(stream),
    quiet: options.quiet === true,
    ...(options.failOn === undefined ? {} : { failOn: options.failOn }),
    facts: suite.facts,
    ...more,
  });

/** Prints the events and progress of a run against a target; nothing with `--json`. */
export const runConsole = (
  options: Options,
  io: CliIo,
  reports: readonly ReportFile[],
): ((event: TargetEvent) => void) => {
  const line = createProgressLine(options, io);
  const stream = personStream(io, reports);
  let write: ReturnType<typeof createConsoleReporter> | undefined;
  return (event) => {
    if (event.type === "target-opened" && options.json !== true)
      write = createReporter(options, io, stream, {
        embedded: event.embedded,
        writes: event.writes,
        ...(event.ofDocuments ? { causes: options.all === true ? "all" : "few" } : {}),
      });
    if (event.type !== "target-opened" && event.type !== "request-answered") {
      const text = write?.(event);
      if (text !== undefined && String(text) !== "") {
        line.clear();
        stream.write(text);
      }
    }
    line.see(event);
  };
};

/** Whose traffic a run judges. */
interface Judged {
  readonly openapi?: string;
  readonly config?: OpenedConfig;
}

/** Whether the interfaces have documents of their own: their causes are many, their facts more. */
const isOfDocuments = ({ openapi, config }: Judged): boolean =>
  openapi !== undefined || config?.contract.anew !== undefined;

/** Prints the events of a recording run for people. */
export const recordingConsole = (
  options: Options & Judged,
  io: CliIo,
  stream: Output,
): ((event: ShownEvent) => void) => {
  const write = createReporter(options, io, stream, {
    embedded: false,
    recorded: true,
    ...(isOfDocuments(options) ? { causes: "few" } : {}),
  });
  return (event) => {
    const recording =
      event.type === "run-ended" && options.quiet !== true ? event.report.recording : undefined;
    if (recording !== undefined) stream.write(recordingText(recording, paletteFor(options, io, stream)));
    stream.write(write(event));
  };
};
