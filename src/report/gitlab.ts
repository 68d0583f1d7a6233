import type { ReportInput } from "../core/model/report-input.ts";
import { escapeText, printJson } from "../core/output/escape.ts";
import { failsRun } from "./fact-outcomes.ts";
import { shownPlace } from "./file-places.ts";
import { linesOf, problemsThere, sentenceOf, withoutTicks } from "./problem-words.ts";

const severities = { error: "critical", warning: "minor", info: "info" } as const;

/**
 * A Code Quality report of GitLab: one entry per present problem, at its interface in the configuration, or else at the
 * OpenAPI document of its fact.
 */
export const gitlabReport = (input: ReportInput): string =>
  printJson(
    problemsThere(input).map((problem) => {
      const { kind, facts, checks, fingerprint, severity, places } = problem;
      const { file, line } = shownPlace(problem, places[0]?.interface ?? "", input);
      return {
        description: escapeText([...facts, withoutTicks(sentenceOf(problem))].join(" ")),
        check_name: escapeText(checks[0] ?? kind),
        fingerprint,
        severity: failsRun(problem) || severity !== "error" ? severities[severity] : "minor",
        location: { path: escapeText(file), lines: { begin: line } },
        content: { body: linesOf(problem).map(escapeText).join("\n") },
      };
    }),
    2,
  );
