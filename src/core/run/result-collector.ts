import type { Check, Judgement, Observation } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import { jsonOf, type Exchange, type ExchangeRequest } from "../model/exchange.ts";
import type { RunEvent } from "../model/run-event.ts";
import { isSecret, shellName } from "../model/secret.ts";
import { withSettings } from "../model/settings.ts";
import {
  addVerdicts,
  bothVerdicts,
  evidenceOf,
  findingOf,
  mostObservations,
  nothing,
  plus,
  type TalliedFinding,
  type TalliedObservation,
  type TalliedVerdict,
  type Tally,
} from "../model/tally.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";
import type { Mask } from "../privacy/mask.ts";
import { atPath } from "./at-path.ts";
import { createEvidence, type EvidenceLog } from "./evidence.ts";
import { createFindingLog, type FindingLogOptions } from "./finding-log.ts";
import type { RunOptions } from "./run-options.ts";

/** Limit of a crash's message, in characters. */
const maxCrashText = 300;

function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || isSecret(value)) return;
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

/** Collects the results of a part of a run: numbers exchanges, and keeps findings, observations and verdicts. */
export type ResultCollector = ReturnType<typeof createResultCollector>;

export interface ResultCollectorOptions extends Pick<RunOptions, "baseline" | "shard" | "resume"> {
  readonly contract: Pick<Contract, "operations" | "fieldNames" | "modelInstances">;
  readonly mask: Mask;
  /** A request as evidence may show it; by default as it is. */
  readonly show?: (exchange: Exchange) => ExchangeRequest;
  readonly reproduce?: FindingLogOptions["reproduce"];
  readonly isContradicted?: FindingLogOptions["isContradicted"];
  readonly isPlain?: FindingLogOptions["isPlain"];
}

/** A crash message may quote anything, even a header with its secret. */
const masked = (verdict: FactVerdict, mask: Mask): FactVerdict => {
  if (verdict.kind === "crashed") return { ...verdict, message: clipped(mask.mask(verdict.message)) };
  return verdict.kind === "not-applicable" ? { ...verdict, reason: mask.mask(verdict.reason) } : verdict;
};

/** Learns what the run itself has sent and received: names that may be shown, tokens that may not. */
const createLearner = ({ contract, mask }: ResultCollectorOptions) => {
  /** Names that the run has sent: they come from the configuration or from a check. */
  const sentNames = new Set<string>();
  return {
    sentNames,
    isShown: (name: string): boolean => contract.fieldNames.isField(name) || sentNames.has(name),
    /** A token that was never presented is a secret too. */
    learnFrom(exchange: Exchange): void {
      const body = exchange.call?.body;
      if (body?.kind === "json") for (const name of namesIn(body.shown ?? body.value)) sentNames.add(name);
      for (const [name, token] of issuedTokens(contract, exchange)) mask.learn(token, name);
    },
  };
};

/** `GET /api/Donor/list gave 200 (and 2 more)` */
const evidenceTextOf = ({ exchange, exchanges = 1 }: Observation, evidence: EvidenceLog): string => {
  const { outcome } = exchange;
  const answer = outcome.kind === "response" ? String(outcome.status) : outcome.reason;
  const more = exchanges > 1 ? ` (and ${exchanges - 1} more)` : "";
  return evidence.mask(`${evidence.requestOf(exchange)} gave ${answer}${more}`);
};

const createObservationLog = (evidence: EvidenceLog) => {
  const seen = new Map<string, TalliedObservation>();
  const counts = new Map<string, number>();
  return {
    all: () => [...seen.values()],
    add(observation: Observation, ofAll: boolean): TalliedObservation | undefined {
      const { unknown, exchange, settings } = observation;
      const count = counts.get(unknown) ?? 0;
      const observed = evidence.mask(observation.observed);
      const key = JSON.stringify([unknown, observed]);
      if (seen.has(key) || (!ofAll && count >= mostObservations)) return undefined;
      const text = evidenceTextOf(observation, evidence);
      const ref = evidence.refOf(exchange);
      const at = evidence.now();
      const one = { unknown, observed, evidence: text, ...withSettings(settings), at, exchange: ref, ofAll };
      seen.set(key, one);
      counts.set(unknown, count + 1);
      return one;
    },
  };
};

const keyOf = (check: string, fact: string): string => `${check} ${fact}`;

export const createResultCollector = (options: ResultCollectorOptions) => {
  const { contract, mask, baseline, resume = nothing } = options;
  const { sentNames, isShown, learnFrom } = createLearner(options);
  const evidence = createEvidence({ ...options, earlier: resume });
  const findings = createFindingLog({
    contract,
    evidence,
    isShown,
    ...(options.reproduce === undefined ? {} : { reproduce: options.reproduce }),
    ...(options.isContradicted === undefined ? {} : { isContradicted: options.isContradicted }),
    ...(options.isPlain === undefined ? {} : { isPlain: options.isPlain }),
  });
  const observations = createObservationLog(evidence);
  const verdicts = new Map<string, TalliedVerdict>();
  let others = nothing;

  const add = (other: Tally): void => {
    others = plus(others, other);
    for (const name of other.names) sentNames.add(name);
  };
  add(resume);

  const isNews = (finding: TalliedFinding): boolean =>
    !resume.findings.some((one) => one.finding.fingerprint === finding.finding.fingerprint);

  const observe = (observation: Observation, ofAll: boolean): RunEvent<never>[] => {
    const seen = observations.add(observation, ofAll);
    if (seen === undefined) return [];
    const { unknown, observed, settings } = seen;
    const shown = evidenceOf(seen, evidence.numberOf);
    return [{ type: "observation", unknown, observed, evidence: shown, ...withSettings(settings) }];
  };

  return {
    /** Attributes exchanges first seen from now on to this check; to none if it is empty. */
    begin: evidence.begin,
    /** Numbers a new exchange and returns its event; undefined if it was seen before. */
    number(check: string, exchange: Exchange): RunEvent | undefined {
      if (evidence.has(exchange)) return undefined;
      evidence.begin(check);
      const number = evidence.numberOf(evidence.refOf(exchange));
      learnFrom(exchange);
      findings.see(check, exchange);
      return { type: "exchange", number, check, exchange };
    },
    numberAs: evidence.numberAs,
    observe: (all: Iterable<Observation>) => [...all].flatMap((one) => observe(one, true)),
    collect: (check: Check, judgements: readonly Judgement[]) =>
      judgements.flatMap((judgement): RunEvent<never>[] => {
        if (judgement.kind === "observation") return observe(judgement, false);
        const found = judgement.kind === "violation" ? findings.add(check, judgement) : undefined;
        return found === undefined || !isNews(found)
          ? []
          : [{ type: "finding", finding: findingOf(found, evidence.numberOf, baseline) }];
      }),
    /** Of two verdicts of one check on one fact (from another portion or a repeat), the one that says more stays. */
    verdict(check: string, fact: string, given: FactVerdict): RunEvent<never> {
      const verdict = masked(given, mask);
      const known = verdicts.get(keyOf(check, fact))?.verdict;
      const own = known === undefined ? verdict : bothVerdicts(known, verdict, Math.max);
      verdicts.set(keyOf(check, fact), { check, fact, verdict: own });
      const before = others.verdicts.find((one) => one.check === check && one.fact === fact);
      const whole = before === undefined ? verdict : addVerdicts(before.verdict, verdict);
      return { type: "verdict", check, fact, verdict: whole };
    },
    /** Whether all facts that a check could judge passed. */
    hasPassed(check: string) {
      const kinds = [...verdicts.values()].flatMap((one) => (one.check === check ? one.verdict.kind : []));
      return (
        kinds.includes("passed") && kinds.every((kind) => kind === "passed" || kind === "not-applicable")
      );
    },
    tally: (): Tally =>
      plus(others, {
        ...nothing,
        steps: evidence.steps(),
        findings: findings.all(),
        observations: observations.all(),
        verdicts: [...verdicts.values()],
        names: [...sentNames],
      }),
    add,
  };
};
