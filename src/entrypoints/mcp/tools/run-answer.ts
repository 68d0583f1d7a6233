import { z } from "zod";
import { report as formatted, type Reportable } from "../../../app/report.ts";
import type { Verdict } from "../../../core/run/exit-code.ts";
import type { Problem } from "../../../core/model/problem.ts";
import { createConsoleReporter } from "../../../report/console.ts";
import { joinSafe, type SafeText } from "../../../core/output/safe-text.ts";
import { suite } from "../../../inputs/suite.ts";
import type { ToolAnswer, ToolCall } from "../tool.ts";

const count = z.int().min(0);

const problem = z.object({
  fingerprint: z.string(),
  kind: z.enum(["violation", "change", "unjudged"]),
  severity: z.enum(["error", "warning", "info"]),
  state: z.enum(["new", "open", "known", "gone"]),
  where: z.string(),
  what: z.string(),
  expected: z.string(),
  actual: z.string(),
  facts: z.array(z.string()),
  reproduce: z.array(z.string()).describe("shell lines that show it"),
});

/** Maximum number of problems listed for programs; the resource has all. */
const mostProblems = 20;

export const verdictOutput = z.enum(["conformant", "findings", "inconclusive", "stopped", "interrupted"]);

export const problemsOutput = z
  .array(problem)
  .describe(`one for each cause, at most ${mostProblems}; the resource has all`);

export const shownProblems = (all: readonly Problem[] = []): z.output<typeof problemsOutput> =>
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
      facts: [...facts],
      reproduce: [...reproduce],
    }));

/** What a run of checks gives to programs. */
export const runOutput = {
  verdict: verdictOutput,
  summary: z.object({
    facts: z.object({ passed: count, failed: count, skipped: count, total: count }),
    findings: z.object({ error: count, warning: count, info: count }),
    requests: count,
  }),
  problems: problemsOutput,
};

type RunData = z.output<z.ZodObject<typeof runOutput>>;

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
