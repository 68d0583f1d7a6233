import type { Check, Judgement, JudgeTools, Severity } from "../core/model/check.ts";
import type { Exchange } from "../core/model/exchange.ts";
import { matchesPattern } from "./patterns.ts";

/** Severities by fact or pattern; `off` reports noValue. */
export type Severities = Readonly<Record<string, Severity | "off">>;

/** The severity that the last matching pattern states. */
const statedFor = (severities: Severities, fact: string): Severity | "off" | undefined =>
  Object.entries(severities).findLast(([pattern]) => matchesPattern(pattern, fact))?.[1];

function* restated(
  judgements: Iterable<Judgement>,
  severities: Severities,
  first: string,
): Generator<Judgement> {
  for (const one of judgements) {
    const stated = one.kind === "violation" ? statedFor(severities, one.fact ?? first) : undefined;
    if (one.kind !== "violation" || stated === undefined) yield one;
    else if (stated !== "off") yield { ...one, severity: stated };
  }
}

/** A check whose violations have the severity that the configuration states for their fact. */
export const withSeverities = (check: Check, severities: Severities): Check => {
  const { facts } = check;
  if (facts.every((fact) => statedFor(severities, fact) === undefined)) return check;
  return check.effect === "passive"
    ? {
        ...check,
        judge: (exchange: Exchange, tools: JudgeTools) =>
          restated(check.judge(exchange, tools), severities, facts[0]),
      }
    : {
        ...check,
        judge: (exchanges: readonly Exchange[], tools: JudgeTools) =>
          restated(check.judge(exchanges, tools), severities, facts[0]),
      };
};
