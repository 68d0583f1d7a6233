import type { ActiveCheck, Judgement, Violation } from "../model/check.ts";
import type { Call, Exchange } from "../model/exchange.ts";
import { factOf } from "./verdicts.ts";

/** Until then what a read shows is late, and wrong afterwards: milliseconds. */
export const lateMs = 1000;

const isViolation = (one: Judgement): one is Violation => one.kind === "violation";

const comparedBy = ({ exchange, also = [] }: Violation): readonly Exchange[] => [exchange, ...also];

/** A call made once more. */
export const madeAgain = (call: Call, end: string): Call => ({
  ...call,
  label: `${call.label}${end}`,
  fresh: true,
});

/**
 * The calls of all that the violations of a check compare, each once, to be made again; by the exchange that they ask for
 * again. None of a check that takes no second look.
 */
export const callsAgain = (
  { looksAgain }: ActiveCheck,
  judgements: readonly Judgement[],
): ReadonlyMap<Exchange, Call> =>
  new Map(
    (looksAgain === undefined ? [] : judgements)
      .filter(isViolation)
      .flatMap(comparedBy)
      .flatMap((exchange) =>
        exchange.call ? [[exchange, madeAgain(exchange.call, " again")] as const] : [],
      ),
  );

/**
 * Judgements without the violations of which something was answered otherwise when it was asked again: somebody may
 * have changed records between one answer and another.
 * @param later what was answered again, by the exchange that was asked for again
 */
export const confirmed = (
  check: ActiveCheck,
  judgements: readonly Judgement[],
  later: ReadonlyMap<Exchange, Exchange>,
): readonly Judgement[] => {
  const { looksAgain } = check;
  if (looksAgain === undefined) return judgements;
  const isStill = (exchange: Exchange): boolean => {
    const second = later.get(exchange);
    return second === undefined || looksAgain(exchange, second);
  };
  const kept = judgements.filter((one) => !isViolation(one) || comparedBy(one).every(isStill));
  const factsOf = (some: readonly Judgement[]): readonly string[] =>
    some.filter(isViolation).map((one) => factOf(check, one));
  const broken = factsOf(kept);
  const excused = new Set(factsOf(judgements).filter((fact) => !broken.includes(fact)));
  return [
    ...[...excused].map((fact) => ({
      kind: "not-applicable" as const,
      fact,
      reason: "records were added, removed or changed while they were read",
    })),
    ...kept,
  ];
};
