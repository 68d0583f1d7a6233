import { environmentOf } from "../inputs/app-options.ts";
import { mergeOptions, type MergeOptions } from "./options.ts";
import type { RunFooter } from "../core/model/run-event.ts";
import type { Report } from "../core/model/report.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { verdictOf, type Verdict } from "../core/run/exit-code.ts";
import { mergedReport as merge } from "../core/run/merge-reports.ts";
import { readReport } from "../inputs/read-report.ts";
import { requirementOf } from "../inputs/requirement.ts";
import { kinds } from "../core/output/values.ts";
import { catalogueOf } from "../inputs/catalogue.ts";
import { contractOf } from "../inputs/named-target.ts";
import type { Catalogue } from "../core/model/report-input.ts";

/** The merged run of all shards. */
export interface MergeResult {
  readonly verdict: Verdict;
  readonly report: Report;
  /** What its ids mean, for `report`. */
  readonly catalogue: Catalogue;
  readonly stopped?: NonNullable<RunFooter["stopped"]>;
}

/** Implements `mergeReports`. @throws UsageError */
export const mergeShards = async (files: readonly string[], options: MergeOptions): Promise<MergeResult> => {
  const environment = environmentOf(options, mergeOptions);
  const mistake = kinds.texts.mistake(files, "files");
  if (mistake !== undefined) throw mistake;
  const contract = await contractOf(options, environment);
  const required = requirementOf(options, undefined, contract);
  if (files.length === 0)
    throw new UsageError("there is no report", {
      location: "report merge",
      hint: "name the JSON reports of all shards",
    });
  const reports = [];
  for (const file of files) reports.push({ file, report: await readReport(file, environment) });
  const footer = merge(reports, contract, required);
  const { report, stopped } = footer;
  const catalogue = catalogueOf(contract);
  return { verdict: verdictOf(footer), report, catalogue, ...(stopped === undefined ? {} : { stopped }) };
};
