import type { Check, Judgement, Observation, Violation } from "../model/check.ts";
import type { Exchange, Outcome } from "../model/exchange.ts";
import type { Fact, Unknown } from "../model/fact.ts";
import { fingerprint, type Finding } from "../model/finding.ts";
import type { FactResult, UnknownResult } from "../model/report.ts";
import type { RunEvent, Verdict } from "../model/run-event.ts";
import { curlOf } from "./curl.ts";
import type { Mask } from "./mask.ts";
import { factOf } from "./verdicts.ts";

const maxExchangesPerFinding = 20;
const maxObservationsPerUnknown = 5;

interface FactEntry {
  readonly checks: Set<string>;
  readonly verdicts: Verdict[];
}

/** Keeps the score of a run: numbers of exchanges, findings by fingerprint, verdicts by fact, observations. */
export interface Scoreboard {
  /** Numbers an exchange at first sight and returns the event of it; undefined when it was seen before. */
  number(check: string, exchange: Exchange): RunEvent | undefined;
  /** Scores what a judge said. Returns the events of what is new. */
  score(check: Check, judgements: readonly Judgement[]): RunEvent[];
  verdict(check: string, fact: string, verdict: Verdict): RunEvent;
  facts(reasonWithoutVerdict: (fact: Fact) => string): FactResult[];
  findings(): Finding[];
  unknowns(): UnknownResult[];
}

export interface ScoreboardOptions {
  readonly facts: readonly Fact[];
  readonly unknowns: readonly Unknown[];
  readonly baseline: ReadonlySet<string>;
  readonly mask: Mask;
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

export const createScoreboard = (options: ScoreboardOptions): Scoreboard => {
  const numbers = new Map<Outcome, number>();
  const findings = new Map<string, Finding>();
  const observations = new Map<string, { observed: string; evidence: string }[]>();
  const entries = new Map<string, FactEntry>();

  /** A crash may quote anything, a header with its secret too. */
  const masked = (verdict: Verdict): Verdict => {
    if (verdict.kind === "crashed") return { ...verdict, message: options.mask.mask(verdict.message) };
    return verdict.kind === "not-applicable"
      ? { ...verdict, reason: options.mask.mask(verdict.reason) }
      : verdict;
  };

  const numberOf = (exchange: Exchange): number => {
    const known = numbers.get(exchange.outcome) ?? numbers.size + 1;
    numbers.set(exchange.outcome, known);
    return known;
  };

  const addFinding = (check: Check, violation: Violation): RunEvent[] => {
    const fact = factOf(check, violation);
    const operation = violation.exchange.operation ?? "unknown";
    const pointer = violation.pointer ?? "";
    const id = fingerprint({ fact, check: check.id, operation, rule: violation.rule, pointer });
    const exchanges = [violation.exchange, ...(violation.also ?? [])].map(numberOf);
    const known = findings.get(id);
    if (known !== undefined) {
      const all = [...new Set([...known.exchanges, ...exchanges])].slice(0, maxExchangesPerFinding);
      findings.set(id, { ...known, exchanges: all });
      return [];
    }
    const finding: Finding = {
      fingerprint: id,
      fact,
      check: check.id,
      severity: check.severity,
      interface: violation.exchange.interface,
      operation,
      message: options.mask.mask(violation.message),
      pointer,
      expected: options.mask.mask(violation.expected),
      actual: options.mask.mask(violation.actual),
      exchanges,
      curl: options.mask.mask(curlOf(violation.exchange.request)),
      known: options.baseline.has(id),
    };
    findings.set(id, finding);
    return [{ type: "finding", finding }];
  };

  const evidenceOf = ({ exchange }: Observation): string => {
    const { method, url } = exchange.request;
    const status =
      exchange.outcome.kind === "response" ? String(exchange.outcome.status) : exchange.outcome.reason;
    return options.mask.mask(
      `exchange ${numberOf(exchange)}: ${method} ${new URL(url).pathname} gave ${status}`,
    );
  };

  const addObservation = (observation: Observation): RunEvent[] => {
    const known = observations.get(observation.unknown) ?? [];
    const observed = options.mask.mask(observation.observed);
    if (known.length >= maxObservationsPerUnknown || known.some((one) => one.observed === observed))
      return [];
    const evidence = evidenceOf(observation);
    observations.set(observation.unknown, [...known, { observed, evidence }]);
    return [{ type: "observation", unknown: observation.unknown, observed, evidence }];
  };

  return {
    number(check, exchange) {
      const before = numbers.size;
      const number = numberOf(exchange);
      return numbers.size > before ? { type: "exchange", number, check, exchange } : undefined;
    },
    score: (check, judgements) =>
      judgements.flatMap((judgement) => {
        if (judgement.kind === "violation") return addFinding(check, judgement);
        return judgement.kind === "observation" ? addObservation(judgement) : [];
      }),
    verdict(check, fact, said) {
      const verdict = masked(said);
      const entry = entries.get(fact) ?? { checks: new Set<string>(), verdicts: [] };
      entry.checks.add(check);
      entry.verdicts.push(verdict);
      entries.set(fact, entry);
      return { type: "verdict", check, fact, verdict };
    },
    facts: (reasonWithoutVerdict) =>
      options.facts.map((fact) => {
        const entry = entries.get(fact.id);
        if (entry === undefined)
          return {
            id: fact.id,
            status: "skipped",
            reason: reasonWithoutVerdict(fact),
            checks: [],
            exchanges: 0,
          };
        const status = statusOf(entry.verdicts);
        const reason = reasonOf(entry.verdicts, status);
        const exchanges = entry.verdicts.reduce(
          (sum, verdict) => sum + ("exchanges" in verdict ? verdict.exchanges : 0),
          0,
        );
        return {
          id: fact.id,
          status,
          ...(reason === undefined ? {} : { reason }),
          checks: [...entry.checks].toSorted(),
          exchanges,
        };
      }),
    findings: () => [...findings.values()],
    unknowns: () =>
      options.unknowns.map(({ id }) => {
        const seen = observations.get(id);
        if (seen === undefined) return { id, status: "open" };
        return {
          id,
          status: "observed",
          observed: seen.map(({ observed }) => observed).join("; "),
          evidence: seen.map(({ evidence }) => evidence).join("; "),
        };
      }),
  };
};
