import type { ActiveCheck, Judgement, Violation } from "../model/check.ts";
import { isBusy, responseOf, type Call, type Exchange } from "../model/exchange.ts";
import { factOf } from "./verdicts.ts";

/** Until then what a read shows is late, and wrong afterwards: milliseconds. */
export const lateMs = 1000;

const isViolation = (one: Judgement): one is Violation => one.kind === "violation";

/** The exchanges that a violation compares: none where one answer is wrong by itself, whatever comes after it. */
const comparedBy = ({ exchange, also = [] }: Violation): readonly Exchange[] =>
  also.length === 0 ? [] : [exchange, ...also];

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

const reasons = {
  changed: "records were added, removed or changed while they were read",
  unanswered: "what contradicts itself could not be asked for again",
} as const;

/** Why an answer confirms nothing; undefined where it does, and where nobody asked for it. */
const doubtOf = (
  looksAgain: (first: Exchange, second: Exchange) => boolean,
  first: Exchange,
  second: Exchange | undefined,
): keyof typeof reasons | undefined => {
  if (first.call === undefined) return undefined;
  if (second === undefined || responseOf(second) === undefined) return "unanswered";
  if (isBusy(second) && !isBusy(first)) return "unanswered";
  return looksAgain(first, second) ? undefined : "changed";
};

/**
 * Judgements without the violations of which something was answered otherwise, or not at all, when it was asked again:
 * somebody may have changed records between one answer and another.
 * @param later what was answered again, by the exchange that was asked for again
 */
export const confirmed = (
  check: ActiveCheck,
  judgements: readonly Judgement[],
  later: ReadonlyMap<Exchange, Exchange>,
): readonly Judgement[] => {
  const { looksAgain } = check;
  if (looksAgain === undefined) return judgements;
  const doubts = new Map(
    judgements.filter(isViolation).flatMap((one) => {
      const doubt = comparedBy(one)
        .map((exchange) => doubtOf(looksAgain, exchange, later.get(exchange)))
        .find((found) => found !== undefined);
      return doubt === undefined ? [] : [[one, doubt] as const];
    }),
  );
  const kept = judgements.filter((one) => !isViolation(one) || !doubts.has(one));
  const broken = new Set(kept.filter(isViolation).map((one) => factOf(check, one)));
  const excused = new Map([...doubts].map(([one, doubt]) => [factOf(check, one), doubt]));
  return [
    ...[...excused]
      .filter(([fact]) => !broken.has(fact))
      .map(([fact, doubt]) => ({ kind: "not-applicable" as const, fact, reason: reasons[doubt] })),
    ...kept,
  ];
};
