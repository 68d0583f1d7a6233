import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { kinds } from "../core/output/values.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import type { ReportInput } from "../core/model/report-input.ts";
import { formatOf, isFormat, type ReportFormat, reportFormats } from "../report/report-formats.ts";

/** Input of a report: the result of a check, of recordings or of merged shards. */
export type Reportable = Omit<ReportInput, "catalogue"> & Partial<Pick<ReportInput, "catalogue">>;

/** What the ids in a result mean; those of the built-in contract unless it says so itself. */
export const catalogueIn = async ({ catalogue }: Reportable): Promise<ReportInput["catalogue"]> =>
  catalogue ?? (await import("../inputs/contract.ts")).contract;

/**
 * Renders a result in a format of `tripact check --report`.
 * @throws UsageError for an unknown format, for `har` without `exchanges`, and for a result without the report of a run.
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
  const mistake = kinds.text.mistake(format, "format");
  if (mistake !== undefined) throw mistake;
  if (!isFormat(format))
    throw new UsageError(`${printable(String(format)) || "nothing"} is not a report format`, {
      option: "format",
      hint: suggestionHint(String(format), reportFormats) ?? `known: ${reportFormats.join(", ")}`,
    });
  // Callers without types may pass anything, such as the outcome of `drift`.
  if (!Array.isArray(Object(Object(result).report).facts))
    throw new UsageError("has no report of a run", {
      option: "result",
      hint: "pass what `check` or `observe` returns; of a drift run, its `checks`",
    });
  const entry = formatOf(format);
  if (entry.exchanges === "needs" && result.exchanges === undefined)
    throw new UsageError(`${format} needs exchanges, which this result does not have`, {
      option: "format",
      hint: "check with exchanges: true",
    });
  return (await entry.load())({ ...result, catalogue: await catalogueIn(result) });
};
