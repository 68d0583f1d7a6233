import type { Report } from "../model/report.ts";
import { printJson } from "../output/escape.ts";

/** The JSON report: two spaces of indentation, one newline at its end, safe to show on a terminal. */
export const jsonReport = (report: Report): string => printJson(report, 2);
