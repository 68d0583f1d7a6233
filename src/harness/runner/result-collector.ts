import type { Check, Judgement, Observation } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import { jsonOf, type Exchange, type ExchangeRequest } from "../model/exchange.ts";
import type { Fact } from "../model/fact.ts";
import type { Finding } from "../model/finding.ts";
import type { FactResult, UnknownResult } from "../model/report.ts";
import type { RunEvent } from "../model/run-event.ts";
import { shellName } from "../model/secret.ts";
import type { Verdict } from "../model/fact-verdict.ts";
import type { Mask } from "../privacy/mask.ts";
import { atPath } from "./at-path.ts";
import { createEvidence } from "./evidence.ts";
import { createFindingLog, type FindingLogOptions } from "./finding-log.ts";
import { createObservationLog } from "./observation-log.ts";
import { type Withdrawal, withdrawnTo } from "./outage.ts";
import type { Results } from "./results.ts";
import type { SavedRun } from "./saved-run.ts";
import { createVerdictLog } from "./verdict-log.ts";

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
  /** Takes back what was said of interfaces that had an outage. Returns the events of the verdicts that take its place. */
  withdraw(withdrawal: Withdrawal): RunEvent[];
  facts(reasonWithoutVerdict: (fact: Fact) => string): FactResult[];
  findings(): Finding[];
  unknowns(): UnknownResult[];
  /** What was scored, to be added up with others'. */
  results(): Results;
  /** Whether a check has found its facts kept, as far as it could judge any. */
  hasPassed(check: string): boolean;
  /** How many exchanges have a number, every verdict so far, and the names of properties that the run has sent. */
  saved(): Pick<SavedRun, "exchanges" | "names" | "verdicts">;
  /** Goes on where a run that was cut short has ended. */
  resume(saved: Pick<SavedRun, "exchanges" | "verdicts" | "score"> & Partial<Pick<SavedRun, "names">>): void;
  /** Adds the score of another part of the same recording, whichever of them came first. */
  add(collect: Results): void;
}

export interface ResultCollectorOptions {
  readonly contract: Pick<Contract, "facts" | "unknowns" | "operations" | "fieldNames" | "modelInstances">;
  readonly baseline: ReadonlySet<string>;
  readonly mask: Mask;
  /** A request as evidence may show it; by default as it is. */
  readonly show?: (exchange: Exchange) => ExchangeRequest;
  readonly reproduce?: FindingLogOptions["reproduce"];
}

/** A crash may quote anything, a header with its secret too. */
const masked = (verdict: Verdict, mask: Mask): Verdict => {
  if (verdict.kind === "crashed") return { ...verdict, message: clipped(mask.mask(verdict.message)) };
  return verdict.kind === "not-applicable" ? { ...verdict, reason: mask.mask(verdict.reason) } : verdict;
};

/** What the run itself has sent and was issued: names of its own that may be shown, tokens that may not. */
const createLearner = ({ contract, mask }: ResultCollectorOptions) => {
  /** Names that the run itself has sent: they come from the configuration or from a check. */
  const sentNames = new Set<string>();
  return {
    sentNames,
    isShown: (name: string): boolean => contract.fieldNames.isField(name) || sentNames.has(name),
    /** Also a token that nobody has presented yet is a secret. */
    learnFrom(exchange: Exchange): void {
      const body = exchange.call?.body;
      if (body?.kind === "json") for (const name of namesIn(body.shown ?? body.value)) sentNames.add(name);
      for (const [name, token] of issuedTokens(contract, exchange)) mask.learn(token, name);
    },
  };
};

export const createResultCollector = (options: ResultCollectorOptions): ResultCollector => {
  const { contract, mask, baseline } = options;
  const { sentNames, isShown, learnFrom } = createLearner(options);
  const evidence = createEvidence(mask, options.show);
  const findings = createFindingLog({
    contract,
    evidence,
    baseline,
    isShown,
    ...(options.reproduce === undefined ? {} : { reproduce: options.reproduce }),
  });
  const observations = createObservationLog(evidence);
  const verdicts = createVerdictLog();

  const add = (results: Results): void => {
    findings.merge(results.findings);
    observations.merge(results.observations);
  };

  return {
    observe: (all) => [...all].flatMap((one) => observations.add(one, Infinity)),
    number(check, exchange) {
      const before = evidence.last();
      const number = evidence.numberOf(exchange);
      if (number <= before) return undefined;
      learnFrom(exchange);
      findings.see(check, exchange);
      return { type: "exchange", number, check, exchange };
    },
    numberAs: (exchange, number) => evidence.numberAs(exchange, number),
    results: () => ({ findings: findings.all(), observations: observations.all() }),
    add,
    hasPassed(check) {
      const kinds = verdicts.all().flatMap((one) => (one.check === check ? one.verdict.kind : []));
      return (
        kinds.includes("passed") && kinds.every((kind) => kind === "passed" || kind === "not-applicable")
      );
    },
    saved: () => ({ exchanges: evidence.last(), names: [...sentNames], verdicts: verdicts.all() }),
    resume({ names = [], exchanges, score, verdicts: given }) {
      for (const name of names) sentNames.add(name);
      evidence.resume(exchanges);
      const known = score.findings.map((one) => ({ ...one, known: baseline.has(one.fingerprint) }));
      add({ ...score, findings: known });
      for (const one of given) verdicts.add(one);
    },
    collect: (check, judgements) =>
      judgements.flatMap((judgement) => {
        if (judgement.kind === "violation") return findings.add(check, judgement);
        return judgement.kind === "observation" ? observations.add(judgement) : [];
      }),
    verdict(check, fact, given) {
      const verdict = masked(given, mask);
      verdicts.improve({ check, fact, verdict });
      return { type: "verdict", check, fact, verdict };
    },
    withdraw(withdrawal) {
      for (const name of withdrawal.outages.keys()) findings.withdraw(name);
      const left = findings.all();
      return verdicts.all().flatMap((one): RunEvent[] => {
        const isBroken = left.some(({ check, fact }) => check === one.check && fact === one.fact);
        const verdict = withdrawnTo(one, isBroken, withdrawal);
        if (verdict === undefined) return [];
        verdicts.replace({ ...one, verdict });
        return [{ type: "verdict", check: one.check, fact: one.fact, verdict, withdrawn: true }];
      });
    },
    facts: (reasonWithoutVerdict) => verdicts.facts(contract.facts, reasonWithoutVerdict),
    findings: () => findings.all(),
    unknowns: () => observations.unknowns(contract.unknowns),
  };
};
