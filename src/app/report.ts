import { UsageError } from "../harness/model/usage-error.ts";
import { printable } from "../harness/output/escape.ts";
import { suggestionHint } from "../harness/output/suggest.ts";
import type { ReportInput } from "../harness/model/report-input.ts";
import { formatOf, isFormat, type ReportFormat, reportFormats } from "../harness/reporters/report-formats.ts";

/** Input of a report: the result of a check, of recordings or of merged shards. */
export type Reportable = Omit<ReportInput, "catalogue">;

/**
 * Renders a result in a format of `tripact check --report`.
 * @throws UsageError for an unknown format, and for `har` without `exchanges`.
 * @example
 * ```ts
 * import { check, report } from "tripact";
 *
 * const result = await check({ facts: ["CRM-01"], exchanges: true }).result;
 * const page = await report(result, "html");
 * console.log(page.startsWith("<!doctype html>")); // true
 * ```
 */
export const report = async (result: Reportable, format: ReportFormat): Promise<string> => {
  if (!isFormat(format))
    throw new UsageError(`${printable(String(format)) || "nothing"} is not a report format`, {
      option: "format",
      hint: suggestionHint(String(format), reportFormats) ?? `known: ${reportFormats.join(", ")}`,
    });
  const entry = formatOf(format);
  if (entry.exchanges === "needs" && result.exchanges === undefined)
    throw new UsageError(`${format} needs exchanges, which this result does not have`, {
      option: "format",
      hint: "check with exchanges: true",
    });
  const { contract } = await import("../contract/contract.ts");
  return (await entry.load())({ ...result, catalogue: contract });
};
