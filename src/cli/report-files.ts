import { resolve } from "node:path";
import { suggestionHint } from "../config/suggest.ts";
import { printable } from "../config/path.ts";
import type { Report } from "../model/report.ts";
import { UsageError } from "../model/usage-error.ts";
import { jsonReport } from "../reporters/json.ts";

type Format = (report: Report) => string;

/** Every format of `--report`. */
const formats: Readonly<Record<string, Format>> = { json: jsonReport };

export interface ReportFile {
  readonly format: Format;
  /** Absolute, or `-` for standard output. */
  readonly path: string;
}

const reportFile = (text: string, cwd: string): ReportFile => {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const path = equals < 0 ? "" : text.slice(equals + 1);
  const known = Object.keys(formats);
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format === undefined)
    throw new UsageError(`${printable(name) || "nothing"} is not a report format`, {
      place: "--report",
      hint: suggestionHint(name, known) ?? `known: ${known.join(", ")}`,
    });
  if (path === "")
    throw new UsageError("needs a path", {
      place: "--report",
      hint: `for example --report ${name}=report.${name}`,
    });
  return { format, path: path === "-" ? "-" : resolve(cwd, path) };
};

/**
 * What `--report FORMAT=PATH` asks for.
 * @throws UsageError for an unknown format, a missing path or two reports at the same place.
 */
export const reportFilesOf = (values: readonly string[], cwd: string): readonly ReportFile[] => {
  const files = values.map((value) => reportFile(value, cwd));
  const twice = files.find(({ path }, index) => files.findIndex((other) => other.path === path) < index);
  if (twice === undefined) return files;
  const place = twice.path === "-" ? "standard output" : twice.path;
  throw new UsageError(`two reports go to ${place}`, { place: "--report", hint: "give each its own path" });
};
