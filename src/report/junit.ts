import { raw } from "hono/html";
import type { Problem } from "../core/model/problem.ts";
import type { ReportInput } from "../core/model/report-input.ts";
import { failsRun, type TestCase, testCases } from "./fact-outcomes.ts";
import { lines, type Markup, markup as xml } from "./markup.ts";
import { linesOf, sentenceOf, withoutTicks } from "./problem-words.ts";

/** The case that describes a problem of several facts in full. */
type Home = (problem: Problem) => TestCase | undefined;

const failure = (problem: Problem, one: TestCase, homeOf: Home): Markup => {
  const home = homeOf(problem);
  const text = home === one ? linesOf(problem).join("\n") : `the problem of ${home?.id ?? ""}`;
  return xml`<failure message="${withoutTicks(sentenceOf(problem))}" type="${problem.checks[0] ?? problem.kind}"
    >${lines(text)}</failure
  >`;
};

const content = (one: TestCase, homeOf: Home): readonly Markup[] => {
  const { outcome, reason = "", problems } = one;
  const lesser = problems.filter((problem) => !failsRun(problem));
  const reported =
    lesser.length === 0
      ? []
      : [
          xml`<system-out>${lines(lesser.map((problem) => linesOf(problem).join("\n")).join("\n\n"))}</system-out>`,
        ];
  switch (outcome) {
    case "passed":
      return reported;
    case "failed":
      return [...problems.filter(failsRun).map((problem) => failure(problem, one, homeOf)), ...reported];
    case "tolerated":
      return [xml`<skipped>${reason}</skipped>`, ...reported];
    case "broken":
      return [xml`<error message="${reason}" type="not-judged" />`, ...reported];
    case "skipped":
      return [xml`<skipped>${reason}</skipped>`];
  }
};

const count = (cases: readonly TestCase[], ...outcomes: readonly TestCase["outcome"][]): number =>
  cases.filter(({ outcome }) => outcomes.includes(outcome)).length;

const counts = (cases: readonly TestCase[]): Markup =>
  xml`tests="${cases.length}" failures="${count(cases, "failed")}" errors="${count(cases, "broken")}"`;

const suite = (name: string, cases: readonly TestCase[], startedAt: string, homeOf: Home): Markup =>
  xml`<testsuite
    name="tripact ${name}"
    ${counts(cases)}
    skipped="${count(cases, "skipped", "tolerated")}"
    timestamp="${startedAt}"
  >
    ${cases.map(
      (one) =>
        xml`<testcase classname="tripact.${name}" name="${one.name}">${content(one, homeOf)}</testcase> `,
    )}</testsuite
  > `;

/**
 * JUnit XML, valid against the schema of Jenkins' plugin: one suite per interface, one test case per fact and per
 * change that breaks no fact, one failure per problem. Problems that fail no run are skipped cases.
 */
export const junitReport = (input: ReportInput): string => {
  const cases = testCases(input);
  const homes = new Map<Problem, TestCase>();
  for (const one of cases)
    for (const problem of one.problems) if (!homes.has(problem)) homes.set(problem, one);
  const { run } = input.report;
  const suites = [...Map.groupBy(cases, ({ group }) => group)].map(([name, own]) =>
    suite(name, own, run.startedAt.replace(/\.\d+Z$/, ""), (problem) => homes.get(problem)),
  );
  const seconds = (run.elapsedMs / 1000).toFixed(3);
  return `${String(
    xml`${raw('<?xml version="1.0" encoding="UTF-8"?>')}
      <testsuites name="tripact" time="${seconds}" ${counts(cases)}> ${suites}</testsuites> `,
  )}`;
};
