import type { RunFooter } from "../harness/model/run-event.ts";
import type { Report } from "../harness/model/report.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import { verdictOf } from "../harness/runner/exit-code.ts";
import { mergeReports as merge } from "../harness/runner/merge-reports.ts";
import { readReport } from "./read-report.ts";
import { requirementOf, type RequirementOptions } from "./requirement.ts";
import { suite } from "./suite.ts";
import type { Verdict } from "./verdict.ts";
import { type AppOptions, surroundingsOf } from "./surroundings.ts";

/** What the merged report is held to. */
export interface MergeOptions extends AppOptions, RequirementOptions {}

/** The whole run of some shards. */
export interface MergeResult {
  readonly verdict: Verdict;
  readonly report: Report;
  readonly stopped?: NonNullable<RunFooter["stopped"]>;
}

/**
 * Merges the JSON reports of all shards of a run into the report of the whole run.
 * @param files paths of the reports
 * @throws UsageError for files that are no reports, and for reports that do not make a whole.
 * @example
 * ```ts
 * import { check, mergeReports, report } from "tripact";
 * import { writeFile } from "node:fs/promises";
 *
 * for (const index of [1, 2]) {
 *   const { result } = check({ facts: ["CRM-01"], shard: { index, count: 2 } });
 *   await writeFile(`shard-${index}.json`, await report(await result, "json"));
 * }
 * const whole = await mergeReports(["shard-1.json", "shard-2.json"]);
 * console.log(whole.verdict); // conformant
 * ```
 */
export const mergeReports = async (
  files: readonly string[],
  options: MergeOptions = {},
): Promise<MergeResult> => {
  const required = requirementOf(options, undefined);
  if (files.length === 0)
    throw new UsageError("there is no report", {
      location: "report merge",
      hint: "name the JSON reports of all shards",
    });
  const surroundings = surroundingsOf(options);
  const reports = [];
  for (const file of files) reports.push({ file, report: await readReport(file, surroundings) });
  const footer = merge(reports, suite, required);
  const { report, stopped } = footer;
  return { verdict: verdictOf(footer), report, ...(stopped === undefined ? {} : { stopped }) };
};
