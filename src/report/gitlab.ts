import type { ReportInput } from "../core/model/report-input.ts";
import { escapeText, printJson } from "../core/output/escape.ts";
import { failsRun } from "./fact-outcomes.ts";
import { documentsOf, linesOf, problemsThere, sentenceOf, withoutTicks } from "./problem-words.ts";

const severities = { error: "critical", warning: "minor", info: "info" } as const;

/** A Code Quality report of GitLab: one entry per present problem, at the OpenAPI document of its fact. */
export const gitlabReport = (input: ReportInput): string =>
  printJson(
    problemsThere(input).map((problem) => {
      const { kind, facts, checks, fingerprint, severity, places } = problem;
      const document = documentsOf(problem, input.catalogue.facts)(places[0]?.interface ?? "");
      return {
        description: escapeText([...facts, withoutTicks(sentenceOf(problem))].join(" ")),
        check_name: escapeText(checks[0] ?? kind),
        fingerprint,
        severity: failsRun(problem) || severity !== "error" ? severities[severity] : "minor",
        location: { path: `specs/${escapeText(document)}`, lines: { begin: 1 } },
        content: { body: linesOf(problem).map(escapeText).join("\n") },
      };
    }),
    2,
  );
