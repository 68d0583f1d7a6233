import type { Fact } from "../model/fact.ts";
import type { FactResult } from "../model/report.ts";
import type { Verdict } from "../model/fact-verdict.ts";
import type { SavedVerdict } from "./results.ts";

/** The verdicts of a run, by fact. */
export interface VerdictLog {
  add(one: SavedVerdict): void;
  all(): readonly SavedVerdict[];
  /** Every fact with its status; `reasonWithout` says why one has no verdict. */
  facts(facts: readonly Fact[], reasonWithout: (fact: Fact) => string): FactResult[];
}

const statusOf = (verdicts: readonly Verdict[]): FactResult["status"] => {
  if (verdicts.some(({ kind }) => kind === "failed" || kind === "crashed")) return "failed";
  return verdicts.some(({ kind }) => kind === "passed") ? "passed" : "skipped";
};

const reasonOf = (verdicts: readonly Verdict[], status: FactResult["status"]): string | undefined => {
  const reasons = verdicts.flatMap((verdict) => {
    if (verdict.kind === "crashed") return [`check crashed: ${verdict.message}`];
    return verdict.kind === "not-applicable" && status === "skipped" ? [verdict.reason] : [];
  });
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join("; ");
};

const exchangesOf = (verdict: Verdict): number => ("exchanges" in verdict ? verdict.exchanges : 0);

const resultOf = (id: string, given: readonly SavedVerdict[]): FactResult => {
  const verdicts = given.map(({ verdict }) => verdict);
  const status = statusOf(verdicts);
  const reason = reasonOf(verdicts, status);
  return {
    id,
    status,
    ...(reason === undefined ? {} : { reason }),
    checks: [...new Set(given.map(({ check }) => check))].toSorted(),
    exchanges: verdicts.reduce((sum, verdict) => sum + exchangesOf(verdict), 0),
  };
};

export const createVerdictLog = (): VerdictLog => {
  const byFact = new Map<string, SavedVerdict[]>();
  return {
    add(one) {
      const given = byFact.get(one.fact);
      if (given === undefined) byFact.set(one.fact, [one]);
      else given.push(one);
    },
    all: () => [...byFact.values()].flat(),
    facts: (facts, reasonWithout) =>
      facts.map((fact) => {
        const given = byFact.get(fact.id);
        return given === undefined
          ? { id: fact.id, status: "skipped", reason: reasonWithout(fact), checks: [], exchanges: 0 }
          : resultOf(fact.id, given);
      }),
  };
};
