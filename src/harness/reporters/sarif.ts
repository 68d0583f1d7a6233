import { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } from "node-sarif-builder";
import type { Fact } from "../model/fact.ts";
import type { Problem } from "../model/problem.ts";
import type { CheckSummary, ReportInput } from "../model/report-input.ts";
import { escapeText, printJson } from "../output/escape.ts";
import { documentsOf, isOfRun, problemsThere, sentenceOf, sidesOf, withoutTicks } from "./problem-words.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/**
 * A message of SARIF is a small language: `{0}` is an argument, `[text](1)` for a link. A text of a target
 * is neither.
 */
const message = (text: string): string =>
  escapeText(text)
    .replace(/\{(?=\d+\})/g, "{{")
    .replace(/(?<=\{\{\d+)\}/g, "}}")
    .replaceAll("](", "] (");

const ruleOf = (check: CheckSummary): SarifRuleBuilder =>
  new SarifRuleBuilder({
    id: check.id,
    shortDescription: { text: check.title },
    fullDescription: { text: check.why === "" ? check.title : check.why },
    defaultConfiguration: { level: levels[check.severity] },
    properties: { tags: [...check.facts] },
  });

/** What is no check of this version: a change, what could not be judged, a merged report of another version. */
const otherRule = (id: string): CheckSummary => ({
  id,
  title: id === "change" ? "Answers have changed" : id === "unjudged" ? "What could not be judged" : id,
  why: "",
  severity: "error",
  facts: [id],
  interfaces: [],
});

const ruleIdOf = ({ kind, checks }: Problem): string => (kind === "violation" ? (checks[0] ?? kind) : kind);

/** So many locations of one result are more than anybody looks at. */
const maxLocations = 100;

const resultOf = (problem: Problem, facts: readonly Fact[]): SarifResultBuilder => {
  const { severity, state, places, fingerprint, expected, actual, exchanges, reproduce } = problem;
  const [before, now] = sidesOf(problem);
  const documentIn = documentsOf(problem, facts);
  const sides = problem.kind === "unjudged" ? "" : ` ${before}: ${expected}, ${now}: ${actual}.`;
  return new SarifResultBuilder({
    ruleId: ruleIdOf(problem),
    level: levels[severity],
    kind: "fail",
    message: {
      text: message(
        [...problem.facts.slice(0, 1), `${withoutTicks(sentenceOf(problem))}.`].join(": ") + sides,
      ),
    },
    locations: places.slice(0, maxLocations).map(({ interface: name, operation, pointer }) => ({
      physicalLocation: {
        artifactLocation: { uri: documentIn(name), uriBaseId: "SPECS" },
        region: { startLine: 1 },
      },
      logicalLocations: [
        {
          name: escapeText(operation),
          fullyQualifiedName: escapeText(`${name}/${operation}${pointer}`),
          kind: "function",
        },
      ],
    })),
    partialFingerprints: { "tripact/problem/v1": fingerprint },
    ...(state === "known"
      ? {
          suppressions: [{ kind: "external" as const, justification: "known: in the baseline, or accepted" }],
        }
      : {}),
    properties: {
      facts: [...problem.facts],
      fingerprints: places.map((place) => place.fingerprint),
      expected,
      actual,
      exchanges: [...exchanges],
      reproduce: [...reproduce],
    },
  });
};

/** SARIF 2.1.0: a rule for each check that found something, a result for each problem, known ones suppressed. */
export const sarifReport = (input: ReportInput): string => {
  const { report, catalogue } = input;
  // That the run is incomplete is a notification.
  const problems = problemsThere(input).filter((one) => !isOfRun(one));
  const checks = new Map(catalogue.checks.map((check) => [check.id, check]));
  const started = Date.parse(report.run.startedAt);
  const run = new SarifRunBuilder({
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: {
      SPECS: { description: { text: "The OpenAPI documents that come with tripact, in its folder specs." } },
    },
    automationDetails: { id: `tripact/${report.run.id}` },
    invocations: [
      {
        executionSuccessful: report.run.complete,
        startTimeUtc: report.run.startedAt,
        endTimeUtc: new Date(started + report.run.elapsedMs).toISOString(),
        ...(report.run.complete
          ? {}
          : {
              toolExecutionNotifications: [
                {
                  level: "error" as const,
                  message: { text: message(report.run.stopped ?? "The run was cut short.") },
                },
              ],
            }),
      },
    ],
  }).initSimple({ toolDriverName: report.tool.name, toolDriverVersion: report.tool.version });
  for (const id of [...new Set(problems.map(ruleIdOf))].toSorted())
    run.addRule(ruleOf(checks.get(id) ?? otherRule(id)));
  for (const problem of problems) run.addResult(resultOf(problem, catalogue.facts));
  const log = new SarifBuilder({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  });
  log.addRun(run);
  // Not buildSarifJsonString: a target's text could hold the words by which it knows an unfinished log.
  return printJson(log.buildSarifOutput(), 2);
};
