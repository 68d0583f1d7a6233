import type { Fact } from "../model/fact.ts";
import type { FactResult } from "../model/report.ts";
import type { Verdict } from "../model/fact-verdict.ts";
import type { SavedVerdict } from "./results.ts";

/** The verdicts of a run, by fact. */
export interface VerdictLog {
  add(one: SavedVerdict): void;
  /** The same where the check has said something of the fact already: what says more stays. */
  improve(one: SavedVerdict): void;
  /** The same in place of what the check said. */
  replace(one: SavedVerdict): void;
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

const ranks: Readonly<Record<Verdict["kind"], number>> = {
  "not-applicable": 0,
  passed: 1,
  failed: 2,
  crashed: 3,
};

/** Of two verdicts of one check on one fact, the one that says more: another portion of its plan, or a repeat. */
const better = (one: Verdict, other: Verdict): Verdict => {
  const said = ranks[one.kind] > ranks[other.kind] ? one : other;
  return "exchanges" in said ? { ...said, exchanges: Math.max(exchangesOf(one), exchangesOf(other)) } : said;
};

export const createVerdictLog = (): VerdictLog => {
  const byFact = new Map<string, SavedVerdict[]>();
  const givenOn = (fact: string): SavedVerdict[] => {
    const given = byFact.get(fact) ?? [];
    byFact.set(fact, given);
    return given;
  };
  return {
    add: (one) => void givenOn(one.fact).push(one),
    improve(one) {
      const given = givenOn(one.fact);
      const at = given.findIndex(({ check }) => check === one.check);
      const before = given[at];
      if (before === undefined) given.push(one);
      else given[at] = { ...one, verdict: better(before.verdict, one.verdict) };
    },
    replace(one) {
      byFact.set(one.fact, [...givenOn(one.fact).filter(({ check }) => check !== one.check), one]);
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
