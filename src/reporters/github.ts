import type { Finding } from "../model/finding.ts";
import type { ReportInput } from "../model/report-input.ts";
import { type Defect, defectsByFact } from "./defects.ts";
import { escapeText } from "../output/escape.ts";
import { factOutcomes, placeOf } from "./fact-outcomes.ts";
import { markdownReport } from "./markdown.ts";

type Level = "error" | "warning" | "notice";

/** A step shows no more annotations of one level than these. */
const maxPerLevel = 10;
/** A summary may have 1 MiB; this many defects stay far below. */
const maxDefectsInSummary = 50;

const inData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const inProperty = (text: string): string => inData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** One command; its lines are escaped one by one, so that a target's text cannot begin another one. */
const command = (level: Level, title: string, lines: readonly string[]): string =>
  `::${level} title=${inProperty(escapeText(title))}::${inData(lines.map(escapeText).join("\n"))}\n`;

const levelOf = (finding: Finding): Level => {
  if (finding.known || finding.severity === "info") return "notice";
  return finding.severity;
};

const annotation = ({ finding, findings }: Defect): string =>
  command(levelOf(finding), `${finding.fact} ${finding.check}`, [
    findings.length === 1 ? finding.message : `${finding.message} (at ${findings.length} places)`,
    `at ${placeOf(finding)}`,
    `expected ${finding.expected}`,
    `actual ${finding.actual}`,
    `see again: ${finding.curl}`,
  ]);

const limited = (level: Level, defects: readonly Defect[]): string => {
  const shown = defects.slice(0, maxPerLevel);
  const more = defects.length - shown.length;
  const rest = more === 0 ? "" : `${more} more of level ${level} are in the summary of the step\n`;
  return `${shown.map(annotation).join("")}${rest}`;
};

/**
 * Annotations as workflow commands of GitHub Actions: one for each defect, at most ten of a level, one for every
 * crashed check and one for a run that was cut short.
 */
export const githubReport = (input: ReportInput): string => {
  const { run, findings } = input.report;
  const defects = [...defectsByFact(findings).values()].flat();
  const of = (level: Level): string =>
    limited(
      level,
      defects.filter(({ finding }) => levelOf(finding) === level),
    );
  const crashed = factOutcomes(input)
    .filter(({ outcome }) => outcome === "broken")
    .slice(0, maxPerLevel)
    .map(({ fact }) =>
      command("error", `${fact.id} was not judged`, [fact.reason ?? "failed without a finding"]),
    );
  const stopped = run.complete
    ? ""
    : command("error", "the run is incomplete", [run.stopped ?? "no reason was given"]);
  return [stopped, ...crashed, of("error"), of("warning"), of("notice")].join("");
};

/** What the step's page shows: GITHUB_STEP_SUMMARY names the file it is appended to. */
export const githubSummary = (input: ReportInput): string =>
  markdownReport(input, { maxDefects: maxDefectsInSummary });
