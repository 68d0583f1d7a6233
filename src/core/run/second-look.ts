import type { ActiveCheck, Judgement, Violation } from "../model/check.ts";
import { isBusy, responseOf, type AnyCall, type Exchange } from "../model/exchange.ts";
import { factOf } from "./verdicts.ts";

const isViolation = (one: Judgement): one is Violation => one.kind === "violation";

/** The exchanges that a violation compares: none if a single answer is wrong by itself. */
const comparedBy = ({ exchange, also = [] }: Violation): readonly Exchange[] =>
  also.length === 0 ? [] : [exchange, ...also];

export const madeAgain = (call: AnyCall, end: string): AnyCall => ({
  ...call,
  label: `${call.label}${end}`,
  fresh: true,
});

/** Calls that repeat what violations compare, each once, by exchange. None for a check without a second look. */
export const callsAgain = (
  { looksAgain }: ActiveCheck,
  judgements: readonly Judgement[],
): ReadonlyMap<Exchange, AnyCall> =>
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

/** Why a repeated answer does not confirm the first; undefined if it does, or if nothing was repeated. */
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

/** Without violations whose repeated exchanges (`later`) differ or fail: somebody may have changed records. */
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
