import type { Report } from "../core/model/report.ts";
import { printJson } from "../core/output/escape.ts";

/** The JSON report: indented by two spaces, with a final newline, safe to show on a terminal. */
export const jsonReport = (report: Report): string => printJson(report, 2);
