import type { Finding } from "../model/finding.ts";
import type { ReportInput } from "../model/report-input.ts";
import { printJson } from "../output/escape.ts";
import { reproduction } from "../problems/reproduce.ts";
import { type FactOutcome, factOutcomes, locationOf, toleratedBecause } from "./fact-outcomes.ts";

const statuses = {
  passed: "passed",
  failed: "failed",
  broken: "failed",
  tolerated: "other",
  skipped: "skipped",
} as const;

type Status = (typeof statuses)[keyof typeof statuses];

const traceOf = (finding: Finding): string =>
  [
    finding.message,
    `at: ${locationOf(finding)}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...reproduction(finding),
  ].join("\n");

const messageOf = ({ fact, outcome, findings }: FactOutcome): string | undefined => {
  if (outcome === "tolerated") return toleratedBecause(findings);
  const reported = [
    ...(fact.reason === undefined ? [] : [fact.reason]),
    ...findings.map(({ message }) => message),
  ];
  return reported.length === 0 ? undefined : [...new Set(reported)].join("; ");
};

const testOf = (one: FactOutcome): object => {
  const message = messageOf(one);
  return {
    testId: one.fact.id,
    name: `${one.fact.id} ${one.statement}`,
    status: statuses[one.outcome],
    rawStatus: one.outcome,
    // A fact has no time of its own: exchanges are shared between facts.
    duration: 0,
    suite: ["tripact", one.group],
    type: "contract",
    tags: one.fact.checks,
    ...(message === undefined ? {} : { message }),
    ...(one.findings.length === 0 ? {} : { trace: one.findings.map(traceOf).join("\n\n") }),
    extra: {
      exchanges: one.fact.exchanges,
      fingerprints: one.findings.map(({ fingerprint }) => fingerprint),
    },
  };
};

/** Without it a run that was cut short would look like a good one. */
const testOfRun = ({
  report: { run },
}: ReportInput): { readonly status: Status; readonly [key: string]: unknown } => ({
  testId: "run",
  name: "the run completed",
  status: run.complete ? "passed" : "failed",
  duration: run.elapsedMs,
  suite: ["tripact", "run"],
  type: "contract",
  ...(run.stopped === undefined ? {} : { message: run.stopped }),
});

/** A report in the Common Test Report Format: a test for each fact, and one for the run itself. */
export const ctrfReport = (input: ReportInput): string => {
  const { tool, run, summary } = input.report;
  const outcomes = factOutcomes(input);
  const end = testOfRun(input);
  const found = [end.status, ...outcomes.map(({ outcome }) => statuses[outcome])];
  const count = (status: Status): number => found.filter((one) => one === status).length;
  const start = Date.parse(run.startedAt);
  const report = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: run.startedAt,
    generatedBy: tool.name,
    results: {
      tool,
      summary: {
        tests: found.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        start,
        stop: start + run.elapsedMs,
        extra: { findings: summary.findings, requests: summary.requests },
      },
      tests: [end, ...outcomes.map(testOf)],
      environment: { healthy: run.complete, extra: { targets: run.targets, seed: run.seed, runId: run.id } },
    },
  };
  return printJson(report, 2);
};
