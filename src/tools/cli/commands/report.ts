import { contract } from "../../../contract/contract.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { createConsoleReporter } from "../../../harness/reporters/console.ts";
import { exitCodeOf } from "../../../harness/runner/exit-code.ts";
import { mergeReports } from "../../../harness/runner/merge-reports.ts";
import { usesColor } from "../color.ts";
import type { MergeOptions } from "../definitions/report.ts";
import { assertApart, useOfOperand } from "../file-uses.ts";
import { type CliIo, lineWidth } from "../io.ts";
import { readReport } from "../../../app/read-report.ts";
import {
  assertNoExchangesNeeded,
  assertReportsWritable,
  deliverReports,
  reportFilesOf,
  usesOfReports,
} from "../report-files.ts";
import { requirementOf } from "../../../app/requirement.ts";
import { requiredOf } from "../required-of.ts";
import { suite } from "../../../app/suite.ts";

/**
 * `tripact report merge FILES…`: the report of a whole run from the JSON reports of its shards, and its exit code.
 * @throws UsageError for files that are no reports, and for reports that do not make a whole.
 */
export const mergeShards = async (options: MergeOptions, io: CliIo, ...files: string[]): Promise<number> => {
  const asked = [...(options.report ?? []), ...(options.json === true ? ["json=-"] : [])];
  const required = requirementOf(requiredOf(options), undefined);
  const targets = reportFilesOf(asked, io.cwd);
  assertNoExchangesNeeded(targets);
  if (files.length === 0)
    throw new UsageError("there is no report", {
      location: "report merge",
      hint: "name the JSON reports of all shards",
    });
  const inputs = files.map((file) => useOfOperand(file, io));
  assertApart({ outputs: usesOfReports(targets, io), inputs }, io);
  const reports = [];
  for (const file of files) reports.push({ file, report: await readReport(file, io) });
  await assertReportsWritable(targets);
  const footer = mergeReports(reports, suite, required);
  if (options.json !== true) {
    const stream = targets.some(({ path }) => path === "-") ? io.stderr : io.stdout;
    const write = createConsoleReporter({
      color: usesColor(options.color, io.env, stream),
      columns: stream.columns,
      lineWidth: lineWidth(stream),
      quiet: options.quiet === true,
      embedded: false,
      facts: suite.facts,
    });
    stream.write(write(footer));
  }
  await deliverReports(targets, { report: footer.report, catalogue: contract }, io);
  return exitCodeOf(footer);
};
