import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { suggestionHint } from "../../core/output/suggest.ts";
import { printable } from "../../core/output/escape.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { safe, safeReport } from "../../core/output/safe-text.ts";
import { codeOf } from "../../core/model/error-code.ts";
import type { FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { formatOf, isFormat, reportFormats } from "../../report/report-formats.ts";
import type { Reportable } from "../../app/report.ts";
import { writeFileWhole } from "../../core/output/write-file.ts";

export type ReportFile = ReturnType<typeof reportFile>;

const reportFile = (text: string, cwd: string) => {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const path = equals < 0 ? "" : text.slice(equals + 1);
  if (!isFormat(name))
    throw new UsageError(`${printable(name) || "nothing"} is not a report format`, {
      location: "--report",
      hint: suggestionHint(name, reportFormats) ?? `known: ${reportFormats.join(", ")}`,
    });
  const format = formatOf(name);
  if (path === "")
    throw new UsageError("needs a path", {
      location: "--report",
      hint: `for example --report ${name}=report.${format.extension}`,
    });
  return {
    name,
    format,
    /** Absolute, or `-` for standard output. */
    path: path === "-" ? "-" : resolve(cwd, path),
    /** As on the command line: `json=r.json`. */
    asked: printable(text),
  };
};

/**
 * Parses `--report FORMAT=PATH`.
 * @throws UsageError for an unknown format, a missing path or two reports to standard output.
 */
export const reportFilesOf = (values: readonly string[], cwd: string): readonly ReportFile[] => {
  const files = values.map((value) => reportFile(value, cwd));
  if (files.filter(({ path }) => path === "-").length > 1)
    throw new UsageError("two reports go to standard output", {
      location: "--report",
      hint: "give each its own path",
    });
  return files;
};

/** The step summary file of GitHub Actions; undefined elsewhere. */
export const summaryFileOf = (io: CliIo): FileUse | undefined => {
  const path = io.env["GITHUB_STEP_SUMMARY"];
  if (path === undefined || path === "") return undefined;
  return {
    path: resolve(io.cwd, path),
    name: "the summary of the step ($GITHUB_STEP_SUMMARY)",
    location: "GITHUB_STEP_SUMMARY",
    isAppended: true,
  };
};

/** The files of the reports, with the step summary if one of them appends to it. */
export const usesOfReports = (files: readonly ReportFile[], io: CliIo): readonly FileUse[] => {
  const summary = files.some(({ name }) => name === "github") ? summaryFileOf(io) : undefined;
  return [
    ...files
      .filter(({ path }) => path !== "-")
      .map(({ path, asked }) => ({ path, name: `the report ${asked}`, location: `--report ${asked}` })),
    ...(summary === undefined ? [] : [summary]),
  ];
};

/** Whether a report needs or shows the exchanges of its run. */
export const showsExchanges = (files: readonly ReportFile[]): boolean =>
  files.some(({ format }) => format.exchanges !== undefined);

/**
 * For reports whose exchanges are not available.
 * @throws UsageError for a format that consists of them.
 */
export const assertNoExchangesNeeded = (files: readonly ReportFile[]): void => {
  const needy = files.find(({ format }) => format.exchanges === "needs");
  if (needy !== undefined)
    throw new UsageError(`${needy.name} needs exchanges, which a JSON report does not contain`, {
      location: "--report",
      hint: "let each shard write its own",
    });
};

/** GitHub Actions shows what is appended to the step summary. */
export const appendSummary = async (text: string, io: CliIo): Promise<void> => {
  const summary = summaryFileOf(io);
  if (summary === undefined) return;
  await appendFile(summary.path, text).catch((error: unknown) => {
    io.stderr.write(
      safe`tripact: the summary of the step cannot be written (${codeOf(error) || "unknown reason"})\n`,
    );
  });
};

/**
 * Writes every report; with `github` also the step summary. A failed one does not prevent the others.
 * @throws UsageError for the first one that could not be written.
 */
export const deliverReports = async (
  files: readonly ReportFile[],
  result: Reportable,
  io: CliIo,
): Promise<void> => {
  let failure: unknown;
  if (files.length === 0) return;
  const { catalogueIn, report } = await import("../../app/report.ts");
  for (const { name, path } of files) {
    const text = await report(result, name);
    if (path === "-") io.stdout.write(safeReport(text));
    else
      await writeFileWhole(path, text).catch((error: unknown) => {
        failure ??= error;
      });
    if (name === "github") {
      const { githubSummary } = await import("../../report/github.ts");
      await appendSummary(githubSummary({ ...result, catalogue: await catalogueIn(result) }), io);
    }
  }
  if (failure !== undefined) throw failure;
};
