import { option, objectWith, type OptionsOf } from "../../../core/output/options.ts";
import { report as formatted, type Reportable } from "../../../app/report.ts";
import type { Verdict } from "../../../core/run/exit-code.ts";
import type { Problem } from "../../../core/model/problem.ts";
import { createConsoleReporter } from "../../../report/console.ts";
import { joinSafe, type SafeText } from "../../../core/output/safe-text.ts";
import { count, kinds, listOfKind, oneOfWords, type ValueOfKind } from "../../../core/output/values.ts";
import { suite } from "../../../inputs/suite.ts";
import type { ToolAnswer, ToolCall } from "../tool.ts";

const problem = objectWith({
  fingerprint: option.needed(kinds.text),
  kind: option.needed(oneOfWords("violation", "change", "unjudged")),
  severity: option.needed(oneOfWords("error", "warning", "info")),
  state: option.needed(oneOfWords("new", "open", "known", "gone")),
  where: option.needed(kinds.text),
  what: option.needed(kinds.text),
  expected: option.needed(kinds.text),
  actual: option.needed(kinds.text),
  facts: option.needed(kinds.texts),
  reproduce: option.needed(kinds.texts, { help: "shell lines that show it" }),
});

/** Maximum number of problems listed for programs; the resource has all. */
const mostProblems = 20;

export const verdictOutput = option.needed(
  oneOfWords("conformant", "findings", "inconclusive", "stopped", "interrupted"),
);

export const problemsOutput = option.needed(listOfKind(problem), {
  help: `one for each cause, at most ${mostProblems}; the resource has all`,
});

export const shownProblems = (all: readonly Problem[] = []): readonly ValueOfKind<typeof problem>[] =>
  all
    .slice(0, mostProblems)
    .map(({ fingerprint, kind, severity, state, where, what, expected, actual, facts, reproduce }) => ({
      fingerprint,
      kind,
      severity,
      state,
      where,
      what,
      expected,
      actual,
      facts,
      reproduce,
    }));

const amount = option.needed(count);

/** What a run of checks gives to programs. */
export const runOutput = {
  verdict: verdictOutput,
  summary: option.needed(
    objectWith({
      facts: option.needed(objectWith({ passed: amount, failed: amount, skipped: amount, total: amount })),
      findings: option.needed(objectWith({ error: amount, warning: amount, info: amount })),
      requests: amount,
    }),
  ),
  problems: problemsOutput,
};

type RunData = OptionsOf<typeof runOutput>;

/** The result of a run: the text of the command line, the problems, and the complete report as a resource. */
export const runAnswer = async (
  result: Reportable & { readonly verdict: Verdict },
  printed: readonly SafeText[],
  { resources }: ToolCall,
): Promise<ToolAnswer<RunData>> => {
  const { report, verdict: found } = result;
  const resource = resources.keep("report", {
    name: `report of ${report.run.id}`,
    mimeType: "application/json",
    text: await formatted(result, "json"),
    report,
  });
  const data = { verdict: found, summary: report.summary, problems: shownProblems(report.problems) };
  return { text: `verdict: ${found}\n\n${String(joinSafe(printed, ""))}`, data, resource };
};

export const consoleFor = ({
  ofDocuments = false,
  ...more
}: {
  readonly embedded: boolean;
  readonly recorded?: boolean;
  readonly ofDocuments?: boolean;
}) =>
  createConsoleReporter({
    ...(ofDocuments ? { causes: "few" as const } : {}),
    color: false,
    columns: 100,
    lineWidth: Infinity,
    quiet: false,
    facts: suite.facts,
    ...more,
  });

/** Number of requests per progress message. */
export const requestsPerNotice = 20;
