import type { ReportInput } from "../core/model/report-input.ts";
import { runVerdict } from "../core/model/verdict.ts";
import { plural } from "../core/output/plural.ts";
import { type FactOutcome, factOutcomes } from "./fact-outcomes.ts";
import { markdownCode, markdownText } from "./markdown-text.ts";
import { type ProblemContext, problemSection } from "./problem-markdown.ts";
import { problemsIn } from "./problem-words.ts";
import { recordingWords, requestName } from "./recording.ts";
import { runNotes } from "./run-notes.ts";
import { skipGroups } from "./skips.ts";

export interface MarkdownOptions extends ProblemContext {
  /** How many problems are shown in full; the others are counted. */
  readonly maxProblems: number;
}

const signs = { passed: "✅", failed: "❌", broken: "💥", tolerated: "⚠️", skipped: "⚪" } as const;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${row(head)}${row(head.map(() => "---"))}${rows.map(row).join("")}\n`;

const verdict = ({ report }: ReportInput, outcomes: readonly FactOutcome[]): string => {
  const count = (outcome: FactOutcome["outcome"]): number =>
    outcomes.filter((one) => one.outcome === outcome).length;
  if (count("failed") > 0) return `❌ not conformant: ${plural(count("failed"), "fact")} broken`;
  const { state, words } = runVerdict(report);
  return `${state === "not-judged" ? "⚠️" : "✅"} ${words}`;
};

const numbers = ({ report }: ReportInput): string => {
  const { facts, findings, requests } = report.summary;
  const targets = Object.entries(report.run.targets).map(
    ([name, url]) => `${markdownText(name)} ${markdownCode(url)}`,
  );
  return [
    `**${facts.passed}** passed, **${facts.failed}** failed, **${facts.skipped}** skipped of ${plural(facts.total, "fact")}`,
    `${plural(findings.error, "error")}, ${plural(findings.warning, "warning")}`,
    plural(requests, "request"),
    ...(report.recording === undefined ? [`seed ${report.run.seed}`] : []),
    ...targets,
  ].join(" · ");
};

const findingsText = (
  input: ReportInput,
  outcomes: readonly FactOutcome[],
  { maxProblems, ...context }: MarkdownOptions,
): string => {
  const problems = problemsIn(input);
  const shown = problems.slice(0, maxProblems);
  const omitted = problems.length - shown.length;
  const more = omitted === 0 ? "" : `${plural(omitted, "more problem")} not shown here.\n\n`;
  const broken = outcomes
    .filter(({ outcome }) => outcome === "broken")
    .map(
      ({ fact, statement }) =>
        `### ${signs.broken} ${fact.id}: ${markdownText(statement)}\n\n${markdownText(fact.reason ?? "")}\n\n`,
    );
  const texts = shown.map((problem) => problemSection(problem, statementsOf(input), context));
  if (texts.length + broken.length === 0) return "";
  return `## Problems\n\n${broken.join("")}${texts.join("")}${more}`;
};

const statementsOf = ({ catalogue }: ReportInput): ReadonlyMap<string, string> =>
  new Map(catalogue.facts.map(({ id, statement }) => [id, statement]));

const factsText = (outcomes: readonly FactOutcome[]): string => {
  const rows = outcomes.map(({ fact, outcome, statement }) => [
    `${signs[outcome]} ${fact.id}`,
    markdownText(statement),
    markdownText(fact.reason ?? ""),
    fact.checks.map(markdownCode).join(" "),
  ]);
  return `<details><summary>All ${outcomes.length} facts</summary>\n\n${table(["fact", "statement", "why not", "checks"], rows)}</details>\n\n`;
};

const notesText = ({ report }: ReportInput): string => {
  const notes = runNotes(report).map((note) => `- ${markdownText(note)}\n`);
  return notes.length === 0 ? "" : `${notes.join("")}\n`;
};

const more = (count: number, noun: string, nouns = `${noun}s`): string =>
  count === 0 ? "" : `and ${plural(count, `more ${noun}`, `more ${nouns}`)}\n\n`;

const recordingText = ({ report }: ReportInput): string => {
  const words = recordingWords(report);
  if (words === undefined) return "";
  const { line, files, unmatched, troubles } = words;
  const fileRows = files.shown.map(({ file, format, entries }) => [
    markdownCode(file),
    markdownText(format),
    String(entries),
  ]);
  const requestRows = unmatched.shown.map((request) => [
    markdownCode(requestName(request)),
    String(request.exchanges),
  ]);
  const locations = troubles.shown.map(
    ({ place: location, message }) => `- ${markdownCode(location)}: ${markdownText(message)}\n`,
  );
  return [
    `## Recording\n\n${markdownText(line)}\n\n`,
    fileRows.length === 0 ? "" : table(["file", "format", "entries"], fileRows),
    more(files.more, "file"),
    locations.length === 0 ? "" : `Not read:\n\n${locations.join("")}\n`,
    more(troubles.more, "place"),
    requestRows.length === 0 ? "" : table(["matches no documented operation", "exchanges"], requestRows),
    more(unmatched.more, "kind of request", "kinds of request"),
  ].join("");
};

const skippedText = ({ report }: ReportInput): string => {
  const groups = skipGroups(report.facts);
  if (groups.length === 0) return "";
  return `Skipped: ${groups.map(({ kind, count }) => `${count} ${markdownText(kind)}`).join(" · ")}\n\n`;
};

const unknownsText = ({ report, catalogue }: ReportInput): string => {
  const questions = new Map(catalogue.unknowns.map(({ id, question }) => [id, question]));
  const observed = report.unknowns.filter(({ status }) => status === "observed");
  if (observed.length === 0) return "";
  const rows = observed.map((one) => [
    one.id,
    markdownText(questions.get(one.id) ?? ""),
    markdownText(one.observed ?? ""),
    markdownText(one.evidence ?? ""),
  ]);
  return `<details><summary>Answers to ${observed.length} of ${report.unknowns.length} open questions</summary>\n\n${table(["id", "question", "observed", "evidence"], rows)}</details>\n`;
};

/** Markdown for a pull request, an issue or the summary of a CI step. */
export const markdownReport = (
  input: ReportInput,
  options: MarkdownOptions = { maxProblems: 500 },
): string => {
  const outcomes = factOutcomes(input);
  const { run, tool, resolved } = input.report;
  const stopped = run.complete
    ? ""
    : `> The run is incomplete: ${markdownText(run.stopped ?? "no reason was given")}\n\n`;
  const gone =
    resolved.length === 0
      ? ""
      : `No longer there, of the baseline: ${resolved.map(markdownCode).join(" ")}\n\n`;
  return [
    `# ${tool.name}: ${verdict(input, outcomes)}\n\n`,
    `${numbers(input)}\n\n`,
    stopped,
    gone,
    notesText(input),
    recordingText(input),
    findingsText(input, outcomes, options),
    skippedText(input),
    factsText(outcomes),
    unknownsText(input),
  ].join("");
};
