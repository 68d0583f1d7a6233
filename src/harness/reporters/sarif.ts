import { scriptOf } from "../problems/reproduce.ts";
import { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } from "node-sarif-builder";
import type { Fact } from "../model/fact.ts";
import type { Finding } from "../model/finding.ts";
import type { CheckSummary, ReportInput } from "../model/report-input.ts";
import { escapeText, printJson } from "../output/escape.ts";

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

/** A finding of a check that this version does not have comes from a merged report of another one. */
const unknownCheck = (id: string): CheckSummary => ({
  id,
  title: id,
  why: "",
  severity: "error",
  facts: [id],
  interfaces: [],
});

/** The document that states a fact: the only file there is to point at. */
const documentOf = (finding: Finding, facts: ReadonlyMap<string, Fact>): string => {
  const location = facts.get(finding.fact)?.places.find((one) => one.startsWith(`${finding.interface}.`));
  return location?.split("#")[0] ?? `${finding.interface}.yaml`;
};

const resultOf = (finding: Finding, facts: ReadonlyMap<string, Fact>): SarifResultBuilder =>
  new SarifResultBuilder({
    ruleId: finding.check,
    level: levels[finding.severity],
    kind: "fail",
    message: {
      text: message(
        `${finding.fact}: ${finding.message}. Expected ${finding.expected}; actual ${finding.actual}.`,
      ),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: documentOf(finding, facts), uriBaseId: "SPECS" },
          region: { startLine: 1 },
        },
        logicalLocations: [
          {
            name: escapeText(finding.operation),
            fullyQualifiedName: escapeText(`${finding.interface}/${finding.operation}${finding.pointer}`),
            kind: "function",
          },
        ],
      },
    ],
    partialFingerprints: { "tripact/v1": finding.fingerprint },
    ...(finding.known
      ? { suppressions: [{ kind: "external" as const, justification: "known: in the baseline" }] }
      : {}),
    properties: {
      fact: finding.fact,
      interface: finding.interface,
      pointer: finding.pointer,
      expected: finding.expected,
      actual: finding.actual,
      exchanges: [...finding.exchanges],
      curl: finding.curl,
      ...(finding.steps === undefined ? {} : { reproduce: [...scriptOf(finding)] }),
    },
  });

const rulesFor = ({ report, catalogue }: ReportInput): readonly CheckSummary[] => {
  const known = new Map(catalogue.checks.map((check) => [check.id, check]));
  const used = [...new Set(report.findings.map(({ check }) => check))].toSorted();
  return used.map((id) => known.get(id) ?? unknownCheck(id));
};

/** SARIF 2.1.0: a rule for each check that found something, a result for each finding, known ones suppressed. */
export const sarifReport = (input: ReportInput): string => {
  const { report, catalogue } = input;
  const facts = new Map(catalogue.facts.map((fact) => [fact.id, fact]));
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
  for (const check of rulesFor(input)) run.addRule(ruleOf(check));
  for (const finding of report.findings) run.addResult(resultOf(finding, facts));
  const log = new SarifBuilder({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  });
  log.addRun(run);
  // Not buildSarifJsonString: a target's text could hold the words by which it knows an unfinished log.
  return printJson(log.buildSarifOutput(), 2);
};
