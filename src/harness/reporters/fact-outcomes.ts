import type { Fact } from "../model/fact.ts";
import type { Finding } from "../model/finding.ts";
import type { FactResult } from "../model/report.ts";
import type { ReportInput } from "../model/report-input.ts";

/**
 * What a test report says of a fact: `failed` fails a pipeline, `tolerated` does not, since every finding is a
 * warning or known from the baseline; `broken` is a fact whose check crashed.
 */
export type Outcome = "passed" | "failed" | "tolerated" | "broken" | "skipped";

export interface FactOutcome {
  readonly fact: FactResult;
  readonly outcome: Outcome;
  readonly statement: string;
  /** `general`, `crm`, `donation` or `volunteer`, by the id. */
  readonly group: string;
  readonly findings: readonly Finding[];
}

const groups: Readonly<Record<string, string>> = {
  GEN: "general",
  CRM: "crm",
  DON: "donation",
  EVT: "crm",
  VOL: "volunteer",
};

/** The part of the report under which a fact is listed. */
export const groupOf = (fact: string): string => groups[fact.split("-")[0] ?? ""] ?? "other";

/** Whether it makes a run fail. */
export const fails = ({ severity, known }: Finding): boolean => severity === "error" && !known;

const outcomeOf = (fact: FactResult, findings: readonly Finding[]): Outcome => {
  if (findings.some(fails)) return "failed";
  if (fact.status !== "failed") return fact.status;
  return fact.reason === undefined && findings.length > 0 ? "tolerated" : "broken";
};

/** Every fact of the report, in its order, with what a test report says of it. */
export const factOutcomes = ({ report, catalogue }: ReportInput): readonly FactOutcome[] => {
  const statements = new Map(catalogue.facts.map((fact: Fact) => [fact.id, fact.statement]));
  const byFact = Map.groupBy(report.findings, ({ fact }) => fact);
  return report.facts.map((fact) => {
    const findings = byFact.get(fact.id) ?? [];
    return {
      fact,
      outcome: outcomeOf(fact, findings),
      statement: statements.get(fact.id) ?? "",
      group: groupOf(fact.id),
      findings,
    };
  });
};

/** Why a fact is tolerated: `2 warnings, 1 known finding`. */
export const toleratedBecause = (findings: readonly Finding[]): string => {
  const known = findings.filter((one) => one.known).length;
  const lesser = findings.length - known;
  return [
    ...(known === 0 ? [] : [`${known} known from the baseline`]),
    ...(lesser === 0 ? [] : [`${lesser} not of severity error`]),
  ].join(", ");
};

/** Where a finding was seen: `crm getContact /name`. */
export const placeOf = ({ interface: name, operation, pointer }: Finding): string =>
  `${name} ${operation}${pointer === "" ? "" : ` ${pointer}`}`;
