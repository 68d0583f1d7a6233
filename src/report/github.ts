import type { DriftReport } from "../core/model/drift.ts";
import { isOpen, type Problem } from "../core/model/problem.ts";
import type { ReportInput } from "../core/model/report-input.ts";
import { plural } from "../core/output/plural.ts";
import { escapeText } from "../core/output/escape.ts";
import { factOutcomes } from "./fact-outcomes.ts";
import { markdownReport } from "./markdown.ts";
import { markdownText } from "./markdown-text.ts";
import { type ProblemContext, problemSection } from "./problem-markdown.ts";
import { isThere, linesOf, problemsIn, targetText, withoutTicks } from "./problem-words.ts";

type AnnotationLevel = "error" | "warning" | "notice";

/** GitHub shows at most this many annotations per level and step. */
const maxPerLevel = 10;

const inData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const inProperty = (text: string): string => inData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** A workflow command of GitHub Actions. Each line is escaped, so that external text cannot start another. */
const annotation = (level: AnnotationLevel, title: string, lines: readonly string[]): string =>
  `::${level} title=${inProperty(escapeText(title))}::${inData(lines.map(escapeText).join("\n"))}\n`;

/** A summary is limited to 1 MiB; this many problems stay far below. */
const maxProblemsInSummary = 50;

const levelOf = (problem: Problem): AnnotationLevel =>
  !isOpen(problem) || problem.severity === "info" ? "notice" : problem.severity;

const annotationOf = (problem: Problem): string => {
  const { kind, facts, checks, what } = problem;
  const title = kind === "violation" ? [...facts, ...checks].slice(0, 2).join(" ") : withoutTicks(what);
  return annotation(levelOf(problem), title, linesOf(problem));
};

const limited = (level: AnnotationLevel, problems: readonly Problem[]): string => {
  const own = problems.filter((one) => levelOf(one) === level);
  const shown = own.slice(0, maxPerLevel);
  const more = own.length - shown.length;
  const rest = more === 0 ? "" : `${more} more of level ${level} are in the summary of the step\n`;
  return `${shown.map(annotationOf).join("")}${rest}`;
};

/** One annotation per present problem, at most ten per level. */
export const problemAnnotations = (problems: readonly Problem[]): string => {
  const there = problems.filter(isThere);
  return (["error", "warning", "notice"] as const).map((level) => limited(level, there)).join("");
};

/** Annotations as workflow commands of GitHub Actions: one per problem, and one per crashed check. */
export const githubReport = (input: ReportInput): string => {
  const crashed = factOutcomes(input)
    .filter(({ outcome }) => outcome === "broken")
    .slice(0, maxPerLevel)
    .map(({ fact }) =>
      annotation("error", `${fact.id} was not judged`, [fact.reason ?? "failed without a finding"]),
    );
  return [...crashed, problemAnnotations(problemsIn(input))].join("");
};

/** Text for the step's page, appended to the file named by GITHUB_STEP_SUMMARY. */
export const githubSummary = (input: ReportInput): string =>
  markdownReport(input, { maxProblems: maxProblemsInSummary });

/** Summary of a drift run: one section per problem, new ones first. */
export const driftSummary = ({ problems, results }: DriftReport, context: ProblemContext): string => {
  const targets = results.map(({ target, night }) => {
    const word = {
      failed: "failed",
      baseline: "the first run, with which later ones are compared",
      compared: "",
    };
    return `- ${markdownText(targetText(target))} ${word[night.status]}\n`;
  });
  const shown = problems.slice(0, maxProblemsInSummary);
  const more = problems.length - shown.length;
  return [
    `## Drift\n\n${targets.join("")}\n`,
    ...shown.map((problem) => problemSection(problem, new Map(), context)),
    shown.length === 0 ? "No problem.\n\n" : "",
    more === 0 ? "" : `${plural(more, "more problem")} not shown here.\n\n`,
  ].join("");
};
