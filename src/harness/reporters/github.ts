import type { Finding } from "../model/finding.ts";
import type { ReportInput } from "../model/report-input.ts";
import { type Defect, defectsByFact } from "./defects.ts";
import { annotation, type AnnotationLevel, maxPerLevel } from "./annotation.ts";
import { factOutcomes, locationOf } from "./fact-outcomes.ts";
import { reproduction } from "../problems/reproduce.ts";
import { markdownReport } from "./markdown.ts";

/** A summary may have 1 MiB; this many defects stay far below. */
const maxDefectsInSummary = 50;

const levelOf = (finding: Finding): AnnotationLevel => {
  if (finding.known || finding.severity === "info") return "notice";
  return finding.severity;
};

const annotationOf = ({ message, finding, findings }: Defect): string =>
  annotation(levelOf(finding), `${finding.fact} ${finding.check}`, [
    findings.length === 1 ? message : `${message} (at ${findings.length} places)`,
    `at ${locationOf(finding)}`,
    `expected ${finding.expected}`,
    `actual ${finding.actual}`,
    ...reproduction(finding),
  ]);

const limited = (level: AnnotationLevel, defects: readonly Defect[]): string => {
  const shown = defects.slice(0, maxPerLevel);
  const more = defects.length - shown.length;
  const rest = more === 0 ? "" : `${more} more of level ${level} are in the summary of the step\n`;
  return `${shown.map(annotationOf).join("")}${rest}`;
};

/**
 * Annotations as workflow commands of GitHub Actions: one for each defect, at most ten of a level, one for every
 * crashed check and one for a run that was cut short.
 */
export const githubReport = (input: ReportInput): string => {
  const { run, findings } = input.report;
  const defects = [...defectsByFact(findings).values()].flat();
  const of = (level: AnnotationLevel): string =>
    limited(
      level,
      defects.filter(({ finding }) => levelOf(finding) === level),
    );
  const crashed = factOutcomes(input)
    .filter(({ outcome }) => outcome === "broken")
    .slice(0, maxPerLevel)
    .map(({ fact }) =>
      annotation("error", `${fact.id} was not judged`, [fact.reason ?? "failed without a finding"]),
    );
  const stopped = run.complete
    ? ""
    : annotation("error", "the run is incomplete", [run.stopped ?? "no reason was given"]);
  return [stopped, ...crashed, of("error"), of("warning"), of("notice")].join("");
};

/** What the step's page shows: GITHUB_STEP_SUMMARY names the file it is appended to. */
export const githubSummary = (input: ReportInput): string =>
  markdownReport(input, { maxDefects: maxDefectsInSummary });
