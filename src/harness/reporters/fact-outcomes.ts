import type { Fact } from "../model/fact.ts";
import type { Finding } from "../model/finding.ts";
import type { FactResult } from "../model/report.ts";
import type { ReportInput } from "../model/report-input.ts";
import { isFailing } from "../model/verdict.ts";

/**
 * What a test report says of a fact: `failed` fails a pipeline, `tolerated` does not, since every finding is a
 * warning or known from the baseline; `broken` is a fact whose check crashed.
 */
export type Outcome = "passed" | "failed" | "tolerated" | "broken" | "skipped";

export interface FactOutcome {
  readonly fact: FactResult;
  readonly outcome: Outcome;
  readonly statement: string;
  /** The interface under which it is listed, or another word, by its id. */
  readonly group: string;
  /** The group as a heading. */
  readonly groupTitle: string;
  readonly findings: readonly Finding[];
}

/** Headings of groups that are no interface. */
const titles: Readonly<Record<string, string>> = { general: "All interfaces", other: "Other" };

/** Whether it makes a run fail. */

const outcomeOf = (fact: FactResult, findings: readonly Finding[]): Outcome => {
  if (findings.some((finding) => isFailing(finding))) return "failed";
  if (fact.status !== "failed") return fact.status;
  return fact.reason === undefined && findings.length > 0 ? "tolerated" : "broken";
};

/** Every fact of the report, in its order, with what a test report says of it. */
export const factOutcomes = ({ report, catalogue }: ReportInput): readonly FactOutcome[] => {
  const statements = new Map(catalogue.facts.map((fact: Fact) => [fact.id, fact.statement]));
  const byFact = Map.groupBy(report.findings, ({ fact }) => fact);
  return report.facts.map((fact) => {
    const findings = byFact.get(fact.id) ?? [];
    const group = catalogue.factGroups[fact.id.split("-")[0] ?? ""] ?? "other";
    return {
      fact,
      outcome: outcomeOf(fact, findings),
      statement: statements.get(fact.id) ?? "",
      group,
      groupTitle: catalogue.described[group]?.title ?? titles[group] ?? group,
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

/** Where a finding was seen: its interface, operation and pointer. */
export const locationOf = ({ interface: name, operation, pointer }: Finding): string =>
  `${name} ${operation}${pointer === "" ? "" : ` ${pointer}`}`;
