import { resolve } from "node:path";
import type { Config } from "../../harness/config/config.ts";
import { type Baseline, baselineText } from "../../harness/config/baseline.ts";
import type { RunFooter } from "../../harness/model/run-event.ts";
import { printable } from "../../harness/output/escape.ts";
import { plural } from "../../harness/output/plural.ts";
import { safe } from "../../harness/output/safe-text.ts";
import type { FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { writeFileWhole } from "../../app/write-file.ts";

/** The file of `--write-baseline`. */
export const useOfNewBaseline = (file: string, io: CliIo): FileUse => ({
  path: resolve(io.cwd, file),
  name: `the new baseline ${printable(file)}`,
  location: `--write-baseline ${printable(file)}`,
});

/** A configuration whose baseline is the one that is to be written anew, without it. */
export const withoutBaselineAt = (
  config: Config | undefined,
  use: FileUse | undefined,
  io: CliIo,
): Pick<Config, "baseline" | "file"> | undefined => {
  if (config?.baseline === undefined || resolve(io.cwd, config.baseline.path) !== use?.path) return config;
  const { baseline: _, ...rest } = config;
  return rest;
};

/**
 * Takes the findings of a run as known. A run that did not complete may have missed some, and takes none.
 * Whether the baseline was written.
 * @throws UsageError when it cannot be written.
 */
export const writeBaseline = async (
  { path, name }: FileUse,
  { report, complete, stopped }: RunFooter,
  known: Baseline,
  io: CliIo,
): Promise<boolean> => {
  if (!complete && stopped?.reason !== "coverage") {
    io.stderr.write(safe`tripact: ${name} was not written: the run is incomplete\n`);
    return false;
  }
  await writeFileWhole(path, baselineText(report, known));
  io.stderr.write(
    safe`tripact: ${plural(report.findings.length, "finding")} written to ${name}; name it under baseline in the configuration\n`,
  );
  return true;
};
