import { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } from "node-sarif-builder";
import type { FilePlace } from "../core/model/file-place.ts";
import type { Problem } from "../core/model/problem.ts";
import type { CheckSummary, ReportInput } from "../core/model/report-input.ts";
import { escapeText, printJson } from "../core/output/escape.ts";
import { shownPlace, statementOf } from "./file-places.ts";
import { isOfRun, problemsThere, sentenceOf, sidesOf, withoutTicks } from "./problem-words.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** SARIF messages have a syntax: `{0}` is an argument, `[text](1)` a link. Escapes both in texts of a target. */
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
    defaultConfiguration: { level: levels[check.severity ?? "error"] },
    properties: { tags: [...check.facts] },
  });

/** A rule for anything but a check of this version: a change, an unjudged part, another version's check. */
const otherRule = (id: string): CheckSummary => ({
  id,
  title: id === "change" ? "Answers have changed" : id === "unjudged" ? "What could not be judged" : id,
  why: "",
  facts: [id],
  interfaces: [],
});

const ruleIdOf = ({ kind, checks }: Problem): string => (kind === "violation" ? (checks[0] ?? kind) : kind);

/** Limit of locations per result. */
const maxLocations = 100;

const physical = ({ file, line, isPackaged }: FilePlace) => ({
  artifactLocation: {
    uri: encodeURI(isPackaged === true ? file.slice("specs/".length) : file),
    ...(isPackaged === true ? { uriBaseId: "SPECS" } : {}),
  },
  region: { startLine: line },
});

/** Where documents state what is broken, if the result is shown elsewhere. */
const statementsOf = (problem: Problem, { catalogue, configured }: ReportInput) => {
  const names = new Set(problem.places.map((place) => place.interface));
  return [...names]
    .filter((name) => configured?.[name] !== undefined)
    .flatMap((name) => statementOf(problem, name, catalogue.facts) ?? [])
    .map((place, index) => ({
      id: index + 1,
      message: { text: "This is where the contract states it." },
      physicalLocation: physical(place),
    }));
};

const resultOf = (problem: Problem, input: ReportInput): SarifResultBuilder => {
  const { severity, state, places, fingerprint, expected, actual, exchanges, reproduce } = problem;
  const [before, now] = sidesOf(problem);
  const relatedLocations = statementsOf(problem, input);
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
      physicalLocation: physical(shownPlace(problem, name, input)),
      logicalLocations: [
        {
          name: escapeText(operation),
          fullyQualifiedName: escapeText(`${name}/${operation}${pointer}`),
          kind: "function",
        },
      ],
    })),
    ...(relatedLocations.length === 0 ? {} : { relatedLocations }),
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

/** SARIF 2.1.0: one rule per check with findings, one result per problem; known ones are suppressed. */
export const sarifReport = (input: ReportInput): string => {
  const { report, catalogue } = input;
  // An incomplete run is a notification.
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
  for (const problem of problems) run.addResult(resultOf(problem, input));
  const log = new SarifBuilder({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  });
  log.addRun(run);
  // Not buildSarifJsonString: a target's text could contain its marker of an unfinished log.
  return printJson(log.buildSarifOutput(), 2);
};
