import type { Severity } from "./check.ts";
import type { Finding } from "./finding.ts";
import type { FactResult, Report } from "./report.ts";

/** The least severe findings that fail a run. */
export const failingSeverities = ["error", "warning"] as const;

export type FailOn = (typeof failingSeverities)[number];

const isAsGrave = (severity: Severity, failOn: FailOn): boolean =>
  severity === "error" || (severity === "warning" && failOn === "warning");

/** Whether a finding fails its run: it is severe enough, and not in the baseline. */
export const isFailing = ({ severity, known }: Finding, failOn: FailOn = "error"): boolean =>
  !known && isAsGrave(severity, failOn);

const plural = (count: number): string => `${count} ${count === 1 ? "fact" : "facts"}`;

/** Reasons that do not make a run incomplete: no target can show the fact, or this one does not serve it. */
const allowed = /^(?:static|not served)\b/;

/** Facts that were not judged although the target serves their operations. */
export const unjudged = (facts: readonly FactResult[]): readonly FactResult[] =>
  facts.filter(({ status, reason }) => status === "skipped" && !allowed.test(reason ?? ""));

export const judgedFacts = (facts: readonly FactResult[]): number =>
  facts.filter(({ status }) => status !== "skipped").length;

const kinds = [
  [/^not selected/, "not selected"],
  [/^not configured/, "not configured"],
  [/^writes are off/, "writes are off"],
] as const;

/** Why facts were not judged, in a few words: `57 not configured: tripact doctor, 3 could not be judged`. */
const whyUnjudged = (facts: readonly FactResult[], hint: string | undefined): string => {
  const counts = kinds.map(([form, words]) => ({
    words,
    count: facts.filter(({ reason }) => form.test(reason ?? "")).length,
  }));
  const others = facts.length - counts.reduce((sum, { count }) => sum + count, 0);
  return [...counts, { words: "could not be judged", count: others }]
    .filter(({ count }) => count > 0)
    .map(({ words, count }) =>
      words === "not configured" && hint !== undefined ? `${count} ${words}: ${hint}` : `${count} ${words}`,
    )
    .join(", ");
};

export type VerdictState = "conformant" | "no-violation" | "not-conformant" | "not-judged";

export interface RunVerdict {
  readonly state: VerdictState;
  /** One sentence without a full stop: `no violation in 19 of 85 facts (57 not configured: tripact doctor)`. */
  readonly words: string;
}

/**
 * The verdict on a whole run. `conformant` only if every fact that the target's operations allow was judged and nothing
 * was found, including known findings.
 * @param hint the command that shows what to configure
 */
export const runVerdict = (
  { facts, findings, run, summary }: Pick<Report, "facts" | "findings" | "run" | "summary">,
  failOn?: FailOn,
  hint?: string,
): RunVerdict => {
  if (findings.some((finding) => isFailing(finding, failOn)))
    return { state: "not-conformant", words: "not conformant" };
  if (!run.complete) return { state: "not-judged", words: "not judged to the end" };
  const left = unjudged(facts);
  const known = findings.filter((finding) => isFailing({ ...finding, known: false }, failOn)).length;
  if (left.length === 0 && known === 0) return { state: "conformant", words: "conformant" };
  const violation = known === 0 ? "violation" : "new violation";
  const why = left.length === 0 ? "" : ` (${whyUnjudged(left, hint)})`;
  return {
    state: "no-violation",
    words: `no ${violation} in ${judgedFacts(facts)} of ${plural(summary.facts.total)}${why}`,
  };
};
