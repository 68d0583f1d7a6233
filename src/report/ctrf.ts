import type { ReportInput } from "../core/model/report-input.ts";
import { printJson } from "../core/output/escape.ts";
import { type TestCase, testCases } from "./fact-outcomes.ts";
import { linesOf, sentenceOf, withoutTicks } from "./problem-words.ts";

const statuses = {
  passed: "passed",
  failed: "failed",
  broken: "failed",
  tolerated: "other",
  skipped: "skipped",
} as const;

const testOf = (
  { id, name, group, outcome, reason, checks, exchanges, problems }: TestCase,
  duration: number,
): object => {
  const message = reason ?? problems.map((problem) => withoutTicks(sentenceOf(problem))).join("; ");
  return {
    testId: id,
    name,
    status: statuses[outcome],
    rawStatus: outcome,
    duration,
    suite: ["tripact", group],
    type: "contract",
    tags: checks,
    ...(message === "" ? {} : { message }),
    ...(problems.length === 0
      ? {}
      : { trace: problems.map((problem) => linesOf(problem).join("\n")).join("\n\n") }),
    extra: {
      exchanges,
      fingerprints: problems.flatMap(({ places }) => places.map((place) => place.fingerprint)),
    },
  };
};

/** A report in the Common Test Report Format: one test per fact, per change that breaks no fact, and for the run. */
export const ctrfReport = (input: ReportInput): string => {
  const { tool, run, summary } = input.report;
  const cases = testCases(input);
  const count = (status: string): number =>
    cases.filter(({ outcome }) => statuses[outcome] === status).length;
  const start = Date.parse(run.startedAt);
  const report = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: run.startedAt,
    generatedBy: tool.name,
    results: {
      tool,
      summary: {
        tests: cases.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        start,
        stop: start + run.elapsedMs,
        extra: { findings: summary.findings, requests: summary.requests },
      },
      // Facts have no time of their own, because they share exchanges.
      tests: cases.map((one) => testOf(one, one.id === "run" ? run.elapsedMs : 0)),
      environment: { healthy: run.complete, extra: { targets: run.targets, seed: run.seed, runId: run.id } },
    },
  };
  return printJson(report, 2);
};
