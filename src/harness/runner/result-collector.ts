import type { Check, Judgement, Observation, Violation } from "../model/check.ts";
import { jsonOf, type Exchange, type ExchangeRequest, type Outcome } from "../model/exchange.ts";
import type { Contract } from "../model/contract.ts";
import type { Fact } from "../model/fact.ts";
import { fingerprint, type Finding } from "../model/finding.ts";
import type { FactResult, UnknownResult } from "../model/report.ts";
import type { RunEvent, Verdict } from "../model/run-event.ts";
import { shellName } from "../model/secret.ts";
import { isFieldName } from "../../contract/documents.ts";
import { shownPointer } from "../privacy/field-names.ts";
import { atPath } from "./at-path.ts";
import { curlOf } from "./curl.ts";
import type { Mask } from "../privacy/mask.ts";
import type { SavedRun } from "./saved-run.ts";
import { factOf } from "./verdicts.ts";

const maxExchangesPerFinding = 20;
const maxObservationsPerUnknown = 5;
/** Characters of a crash's message. */
const maxCrashText = 300;

/** The names of all properties of a value, at any depth. */
function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name;
    yield* namesIn(inner);
  }
}

/** The tokens of an answer, as OAuth 2 names them (RFC 6749, section 5.1). */
function* issuedTokens(
  { operations }: Pick<Contract, "operations">,
  exchange: Exchange,
): Generator<readonly [name: string, token: string]> {
  const isTokenEndpoint = operations[exchange.operation ?? ""]?.effect === "token";
  const body = isTokenEndpoint ? jsonOf(exchange) : undefined;
  for (const name of ["access_token", "refresh_token"]) {
    const token = atPath(body, name);
    if (typeof token === "string") yield [shellName(`${exchange.interface} ${name}`), token];
  }
}

const clipped = (text: string): string =>
  text.length > maxCrashText ? `${text.slice(0, maxCrashText)}…` : text;

/** The path of an address as it stands: one that is shown may hold names in braces. */
const pathOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*([^?#]+)/i.exec(url)?.[1] ?? "/";

interface FactEntry {
  readonly checks: Set<string>;
  readonly verdicts: Verdict[];
  /** The same, each with its check. */
  readonly given: { readonly check: string; readonly verdict: Verdict }[];
}

/** What was seen of an open question, by the exchange that showed it first. */
export interface Seen {
  readonly observed: string;
  readonly evidence: string;
  readonly number: number;
}

/** What a scoreboard has scored so far, as plain values: scores of parts of a recording add up. */
export interface Results {
  readonly findings: readonly Finding[];
  readonly observations: readonly (readonly [unknown: string, seen: readonly Seen[]])[];
}

/** Keeps the score of a run: numbers of exchanges, findings by fingerprint, verdicts by fact, observations. */
export interface ResultCollector {
  /** Numbers an exchange at first sight and returns the event of it; undefined when it was seen before. */
  number(check: string, exchange: Exchange): RunEvent | undefined;
  /** Gives an exchange the number of its entry in a recording. */
  numberAs(exchange: Exchange, number: number): void;
  /** Scores what a judge said. Returns the events of what is new. */
  collect(check: Check, judgements: readonly Judgement[]): RunEvent[];
  /** Takes down what an observer came to, all of it. Returns the events of what is new. */
  observe(observations: Iterable<Observation>): RunEvent[];
  verdict(check: string, fact: string, verdict: Verdict): RunEvent;
  facts(reasonWithoutVerdict: (fact: Fact) => string): FactResult[];
  findings(): Finding[];
  unknowns(): UnknownResult[];
  /** What was scored, to be added up with others'. */
  results(): Results;
  /** How many exchanges have a number, every verdict so far, and the names of properties that the run has sent. */
  saved(): Pick<SavedRun, "exchanges" | "names" | "verdicts">;
  /** Goes on where a run that was cut short has ended. */
  resume(saved: Pick<SavedRun, "exchanges" | "verdicts" | "score"> & Partial<Pick<SavedRun, "names">>): void;
  /** Adds the score of another part of the same recording, whichever of them came first. */
  add(collect: Results): void;
}

export interface ResultCollectorOptions {
  readonly contract: Pick<Contract, "facts" | "unknowns" | "operations">;
  readonly baseline: ReadonlySet<string>;
  readonly mask: Mask;
  /** A request as evidence may show it; by default as it is. */
  readonly show?: (exchange: Exchange) => ExchangeRequest;
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

export const createResultCollector = (options: ResultCollectorOptions): ResultCollector => {
  // An outcome that nobody else keeps cannot come again.
  const numbers = new WeakMap<Outcome, number>();
  let numbered = 0;
  const findings = new Map<string, Finding>();
  const observations = new Map<string, readonly Seen[]>();
  const entries = new Map<string, FactEntry>();
  /** Names that the run itself has sent: they come from the configuration or from a check. */
  const sentNames = new Set<string>();
  /** Also a token that nobody has presented yet is a secret. */
  const learnFrom = (exchange: Exchange): void => {
    const body = exchange.call?.body;
    if (body?.kind === "json") for (const name of namesIn(body.shown ?? body.value)) sentNames.add(name);
    for (const [name, token] of issuedTokens(options.contract, exchange)) options.mask.learn(token, name);
  };
  const isTold = (name: string): boolean => isFieldName(name) || sentNames.has(name);

  /** A crash may quote anything, a header with its secret too. */
  const masked = (verdict: Verdict): Verdict => {
    if (verdict.kind === "crashed")
      return { ...verdict, message: clipped(options.mask.mask(verdict.message)) };
    return verdict.kind === "not-applicable"
      ? { ...verdict, reason: options.mask.mask(verdict.reason) }
      : verdict;
  };

  const { show = ({ request }) => request } = options;

  const numberOf = (exchange: Exchange): number => {
    const known = numbers.get(exchange.outcome);
    if (known !== undefined) return known;
    numbered += 1;
    numbers.set(exchange.outcome, numbered);
    return numbered;
  };

  /** Method and path as they may be shown. */
  const requestOf = (exchange: Exchange): string => {
    const { method, url } = show(exchange);
    return `${method} ${pathOf(url)}`;
  };

  const addFinding = (check: Check, violation: Violation): RunEvent[] => {
    const fact = factOf(check, violation);
    const operation = violation.exchange.operation ?? "unknown";
    const found = violation.pointer ?? "";
    const pointer = shownPointer(found, isTold);
    /** A schema's complaint names its place; a key of an answer may be somebody's data. */
    const told = (text: string): string =>
      options.mask.mask(pointer === found ? text : text.replaceAll(found, pointer));
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
      ...(violation.exchange.operation === undefined
        ? { request: options.mask.mask(requestOf(violation.exchange)) }
        : {}),
      message: told(violation.message),
      pointer,
      expected: told(violation.expected),
      actual: told(violation.actual),
      exchanges,
      curl: options.mask.mask(curlOf(show(violation.exchange))),
      known: options.baseline.has(id),
    };
    findings.set(id, finding);
    return [{ type: "finding", finding }];
  };

  const evidenceOf = ({ exchange, exchanges = 1 }: Observation): string => {
    const status =
      exchange.outcome.kind === "response" ? String(exchange.outcome.status) : exchange.outcome.reason;
    return options.mask.mask(
      `exchange ${numberOf(exchange)}: ${requestOf(exchange)} gave ${status}${exchanges > 1 ? ` (and ${exchanges - 1} more)` : ""}`,
    );
  };

  const addObservation = (observation: Observation, most = maxObservationsPerUnknown): RunEvent[] => {
    const known = observations.get(observation.unknown) ?? [];
    const observed = options.mask.mask(observation.observed);
    if (known.length >= most || known.some((one) => one.observed === observed)) return [];
    const evidence = evidenceOf(observation);
    const number = numberOf(observation.exchange);
    observations.set(observation.unknown, [...known, { observed, evidence, number }]);
    return [{ type: "observation", unknown: observation.unknown, observed, evidence }];
  };

  /** The finding of whichever part comes first, with the exchanges of both. */
  const mergeFinding = (one: Finding, other: Finding): Finding => {
    const [first, second] =
      (one.exchanges[0] ?? 0) <= (other.exchanges[0] ?? 0) ? [one, other] : [other, one];
    const all = [...new Set([...first.exchanges, ...second.exchanges])].toSorted(
      (left, right) => left - right,
    );
    return { ...first, exchanges: all.slice(0, maxExchangesPerFinding) };
  };

  const addScored = (score: Results): void => {
    for (const finding of score.findings) {
      const known = findings.get(finding.fingerprint);
      findings.set(finding.fingerprint, known === undefined ? finding : mergeFinding(known, finding));
    }
    for (const [unknown, seen] of score.observations) {
      const all = [...(observations.get(unknown) ?? []), ...seen].toSorted(
        (left, right) => left.number - right.number,
      );
      const each = new Map(all.toReversed().map((one) => [one.observed, one]));
      const firsts = [...each.values()].toSorted((left, right) => left.number - right.number);
      observations.set(unknown, firsts.slice(0, maxObservationsPerUnknown));
    }
  };

  const keep = (check: string, fact: string, verdict: Verdict): void => {
    const entry = entries.get(fact) ?? { checks: new Set<string>(), verdicts: [], given: [] };
    entry.checks.add(check);
    entry.verdicts.push(verdict);
    entry.given.push({ check, verdict });
    entries.set(fact, entry);
  };

  return {
    observe: (all) => [...all].flatMap((one) => addObservation(one, Infinity)),
    number(check, exchange) {
      const before = numbered;
      const number = numberOf(exchange);
      if (numbered > before) learnFrom(exchange);
      return numbered > before ? { type: "exchange", number, check, exchange } : undefined;
    },
    numberAs: (exchange, number) => void numbers.set(exchange.outcome, number),
    results: () => ({ findings: [...findings.values()], observations: [...observations] }),
    add: addScored,
    saved: () => ({
      exchanges: numbered,
      names: [...sentNames],
      verdicts: [...entries].flatMap(([fact, entry]) => entry.given.map((one) => ({ fact, ...one }))),
    }),
    resume(saved) {
      for (const name of saved.names ?? []) sentNames.add(name);
      numbered = saved.exchanges;
      const findings = saved.score.findings.map((one) => ({
        ...one,
        known: options.baseline.has(one.fingerprint),
      }));
      addScored({ ...saved.score, findings });
      for (const { check, fact, verdict } of saved.verdicts) keep(check, fact, verdict);
    },
    collect: (check, judgements) =>
      judgements.flatMap((judgement) => {
        if (judgement.kind === "violation") return addFinding(check, judgement);
        return judgement.kind === "observation" ? addObservation(judgement) : [];
      }),
    verdict(check, fact, said) {
      const verdict = masked(said);
      keep(check, fact, verdict);
      return { type: "verdict", check, fact, verdict };
    },
    facts: (reasonWithoutVerdict) =>
      options.contract.facts.map((fact) => {
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
      options.contract.unknowns.map(({ id }) => {
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
