import type { RunEvent } from "../../harness/model/run-event.ts";
import type { FailOn } from "../../harness/model/verdict.ts";
import { createPalette } from "../../harness/output/palette.ts";
import { createConsoleReporter } from "../../harness/reporters/console.ts";
import { recordingText } from "../../harness/reporters/recording.ts";
import { usesColor } from "./color.ts";
import type { CommonOptions } from "./definition.ts";
import { type CliIo, lineWidth, type Output } from "./io.ts";
import type { ReportFile } from "./report-files.ts";
import { suite } from "../../app/suite.ts";

/** Where text for a person goes: on standard error where standard output carries a report. */
export const personStream = (io: CliIo, reports: readonly ReportFile[]): Output =>
  reports.some(({ path }) => path === "-") ? io.stderr : io.stdout;

/** Prints the events of a recording run for a person. */
export const recordingConsole = (
  options: CommonOptions & { readonly failOn?: FailOn },
  io: CliIo,
  stream: Output,
): ((event: RunEvent) => void) => {
  const color = usesColor(options.color, io.env, stream);
  const write = createConsoleReporter({
    color,
    columns: stream.columns,
    lineWidth: lineWidth(stream),
    quiet: options.quiet === true,
    embedded: false,
    recorded: true,
    ...(options.failOn === undefined ? {} : { failOn: options.failOn }),
    facts: suite.facts,
  });
  return (event) => {
    const recording =
      event.type === "run-ended" && options.quiet !== true ? event.report.recording : undefined;
    if (recording !== undefined) stream.write(recordingText(recording, createPalette(color)));
    stream.write(write(event));
  };
};
