import type { Fact } from "../core/model/fact.ts";
import { isOpen, type Problem } from "../core/model/problem.ts";
import type { FactResult } from "../core/model/report.ts";
import type { ReportInput } from "../core/model/report-input.ts";
import { isFailing } from "../core/model/verdict.ts";
import { isOfRun, problemsThere, sentenceOf, withoutTicks } from "./problem-words.ts";

/**
 * A fact's outcome in test reports: `failed` fails a pipeline, `tolerated` does not, because all its findings are
 * warnings or in the baseline; `broken` means that its check crashed.
 */
export type OutcomeWord = "passed" | "failed" | "tolerated" | "broken" | "skipped";

export interface FactOutcome {
  readonly fact: FactResult;
  readonly outcome: OutcomeWord;
  readonly statement: string;
  /** The interface, or another heading, that lists it, by its id. */
  readonly group: string;
  readonly groupTitle: string;
  /** Present problems that break it. */
  readonly problems: readonly Problem[];
}

/** Headings of groups other than interfaces. */
const titles: Readonly<Record<string, string>> = { general: "All interfaces", other: "Other" };

export const factOutcomes = (
  input: ReportInput,
  there: readonly Problem[] = problemsThere(input),
): readonly FactOutcome[] => {
  const { report, catalogue } = input;
  const statements = new Map(catalogue.facts.map((fact: Fact) => [fact.id, fact.statement]));
  const byFact = Map.groupBy(report.findings, ({ fact }) => fact);
  const outcomeOf = (fact: FactResult): OutcomeWord => {
    const findings = byFact.get(fact.id) ?? [];
    if (findings.some((finding) => isFailing(finding))) return "failed";
    if (fact.status !== "failed") return fact.status;
    return fact.reason === undefined && findings.length > 0 ? "tolerated" : "broken";
  };
  return report.facts.map((fact) => {
    const [prefix = ""] = fact.id.split(fact.id.includes("/") ? "/" : "-");
    const group = catalogue.factGroups[prefix] ?? "other";
    return {
      fact,
      outcome: outcomeOf(fact),
      statement: statements.get(fact.id) ?? "",
      group,
      groupTitle: catalogue.described[group]?.title ?? titles[group] ?? group,
      problems: there.filter(({ facts }) => facts.includes(fact.id)),
    };
  });
};

/** Test cases for CI systems: the run itself, each fact, and each problem without a fact. */
export interface TestCase {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly outcome: OutcomeWord;
  readonly reason: string | undefined;
  readonly checks: readonly string[];
  readonly exchanges: number;
  readonly problems: readonly Problem[];
}

/** Without it, an interrupted run would look like a good one. */
const caseOfRun = ({ report: { run } }: ReportInput): TestCase => ({
  id: "run",
  name: "the run completed",
  group: "run",
  outcome: run.complete ? "passed" : "broken",
  reason: run.complete ? undefined : (run.stopped ?? "no reason was given"),
  checks: [],
  exchanges: 0,
  problems: [],
});

const toleratedBecause = (problems: readonly Problem[]): string => {
  const known = problems.filter(({ state }) => state === "known").length;
  const lesser = problems.length - known;
  return [
    ...(known === 0 ? [] : [`${known} known from the baseline`]),
    ...(lesser === 0 ? [] : [`${lesser} not of severity error`]),
  ].join(", ");
};

const caseOfFact = ({ fact, outcome, statement, group, problems }: FactOutcome): TestCase => {
  const reasons = {
    passed: undefined,
    failed: undefined,
    tolerated: toleratedBecause(problems),
    broken: fact.reason ?? "failed without a finding",
    skipped: fact.reason ?? "",
  };
  const { id, checks, exchanges } = fact;
  return {
    id,
    name: `${id} ${statement}`,
    group,
    outcome,
    reason: reasons[outcome],
    checks,
    exchanges,
    problems,
  };
};

/** A change, or an interface that could not be judged. */
const caseOfProblem = (problem: Problem): TestCase => {
  const { fingerprint, kind, places, checks, exchanges } = problem;
  const sentence = withoutTicks(sentenceOf(problem));
  const isJudged = kind !== "unjudged";
  return {
    id: fingerprint,
    name: sentence,
    group: places[0]?.interface ?? "other",
    outcome: isJudged ? (failsRun(problem) ? "failed" : "tolerated") : "broken",
    reason: isJudged ? toleratedBecause([problem]) : sentence,
    checks,
    exchanges: exchanges.length,
    problems: isJudged ? [problem] : [],
  };
};

export const failsRun = (problem: Problem): boolean => isOpen(problem) && problem.severity === "error";

export const testCases = (input: ReportInput): readonly TestCase[] => {
  const there = problemsThere(input);
  return [
    caseOfRun(input),
    ...factOutcomes(input, there).map(caseOfFact),
    // `caseOfRun` reports an incomplete run.
    ...there.filter((one) => one.facts.length === 0 && !isOfRun(one)).map(caseOfProblem),
  ];
};
