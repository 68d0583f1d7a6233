import { raw } from "hono/html";
import type { Finding } from "../model/finding.ts";
import type { ReportInput } from "../model/report-input.ts";
import { isFailing } from "../model/verdict.ts";
import { type FactOutcome, factOutcomes, locationOf, toleratedBecause } from "./fact-outcomes.ts";
import { reproduction } from "../problems/reproduce.ts";
import { type Markup, markup as xml } from "./markup.ts";

/** The details of a finding on lines of their own. */
const details = (finding: Finding): readonly Markup[] =>
  [
    finding.message,
    `at: ${locationOf(finding)}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...reproduction(finding),
    `check: ${finding.check}`,
    `fingerprint: ${finding.fingerprint}`,
  ].map((line, index) => xml`${index === 0 ? "" : raw("\n")}${line}`);

const failure = (finding: Finding): Markup =>
  xml`<failure message="${finding.message}" type="${finding.check}"
    >${details(finding)}</failure
  >`;

const content = ({ fact, outcome, findings }: FactOutcome): readonly Markup[] => {
  const lesser = findings.filter((finding) => !isFailing(finding));
  const reported =
    lesser.length === 0
      ? []
      : [
          xml`<system-out>${lesser.map((finding, index) => xml`${index === 0 ? "" : raw("\n\n")}${details(finding)}`)}</system-out>`,
        ];
  switch (outcome) {
    case "passed":
      return reported;
    case "failed":
      return [...findings.filter((finding) => isFailing(finding)).map(failure), ...reported];
    case "tolerated":
      return [xml`<skipped>${toleratedBecause(findings)}</skipped>`, ...reported];
    case "broken":
      return [
        xml`<error message="${fact.reason ?? "failed without a finding"}" type="crash" />`,
        ...reported,
      ];
    case "skipped":
      return [xml`<skipped>${fact.reason ?? ""}</skipped>`];
  }
};

interface TestCase {
  readonly name: string;
  readonly group: string;
  readonly kind: "failed" | "broken" | "skipped" | "passed";
  readonly content: readonly Markup[];
}

const caseOfFact = (one: FactOutcome): TestCase => ({
  name: `${one.fact.id} ${one.statement}`,
  group: one.group,
  kind: one.outcome === "tolerated" ? "skipped" : one.outcome,
  content: content(one),
});

/** Without it a run that was cut short would look like a good one. */
const caseOfRun = ({ report: { run } }: ReportInput): TestCase => ({
  name: "the run completed",
  group: "run",
  kind: run.complete ? "passed" : "broken",
  content: run.complete
    ? []
    : [xml`<error message="${run.stopped ?? "no reason was given"}" type="incomplete" />`],
});

const count = (cases: readonly TestCase[], kind: TestCase["kind"]): number =>
  cases.filter((one) => one.kind === kind).length;

const counts = (cases: readonly TestCase[]): Markup =>
  xml`tests="${cases.length}" failures="${count(cases, "failed")}" errors="${count(cases, "broken")}"`;

const suite = (name: string, cases: readonly TestCase[], startedAt: string): Markup =>
  xml`<testsuite
    name="tripact ${name}"
    ${counts(cases)}
    skipped="${count(cases, "skipped")}"
    timestamp="${startedAt}"
  >
    ${cases.map(
      (one) => xml`<testcase classname="tripact.${name}" name="${one.name}">${one.content}</testcase> `,
    )}</testsuite
  > `;

/**
 * JUnit XML, valid against the schema of Jenkins' plugin: a suite for each interface, a test case for each fact. A
 * fact whose findings are all warnings or known is a skipped case, since it fails no run.
 */
export const junitReport = (input: ReportInput): string => {
  const cases = [caseOfRun(input), ...factOutcomes(input).map(caseOfFact)];
  const { run } = input.report;
  const suites = [...Map.groupBy(cases, ({ group }) => group)].map(([name, own]) =>
    suite(name, own, run.startedAt.replace(/\.\d+Z$/, "")),
  );
  const seconds = (run.elapsedMs / 1000).toFixed(3);
  return `${String(
    xml`${raw('<?xml version="1.0" encoding="UTF-8"?>')}
      <testsuites name="tripact" time="${seconds}" ${counts(cases)}> ${suites}</testsuites> `,
  )}`;
};
