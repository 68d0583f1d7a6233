import { sendAll, type Judgement, type Plan, type Violation } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { notApplicable } from "./judgements.ts";
import { isSamePage } from "./page-walk.ts";

const again = " again";

const isAgain = ({ call }: Exchange): boolean => call?.isControl === true;

const isViolation = (one: Judgement): one is Violation => one.kind === "violation";

const comparedBy = ({ exchange, also = [] }: Violation): readonly Exchange[] => [exchange, ...also];

/** What a plan was answered, without what it has looked at again. */
export const firstLook = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter((exchange) => !isAgain(exchange));

/**
 * Asks once more for everything that violations compare: somebody else may have changed records between one answer and
 * another, and what was asked by several checks may be old.
 */
export function* lookAgain(judgements: Iterable<Judgement>): Plan {
  const compared = [...judgements]
    .filter(isViolation)
    .flatMap(comparedBy)
    .flatMap(({ call }) => call ?? []);
  const calls = new Map(compared.map((call) => [call.label, call]));
  if (calls.size === 0) return;
  yield* sendAll(
    [...calls.values()].map((call) => ({
      ...call,
      label: `${call.label}${again}`,
      fresh: true,
      isControl: true,
    })),
  );
}

/**
 * Judgements without the violations of which something was answered otherwise when it was looked at again.
 * @param exchanges all that the plan was answered
 */
export const steady = function* (
  judgements: Iterable<Judgement>,
  exchanges: readonly Exchange[],
  isSame: (one: Exchange, other: Exchange) => boolean = isSamePage,
): Generator<Judgement> {
  const seenAgain = new Map(
    exchanges.filter(isAgain).map((exchange) => [exchange.call?.label ?? "", exchange]),
  );
  const isStill = (exchange: Exchange): boolean => {
    const later = seenAgain.get(`${exchange.call?.label ?? ""}${again}`);
    return later === undefined || isSame(exchange, later);
  };
  const all = [...judgements];
  const kept = all.filter((one) => !isViolation(one) || comparedBy(one).every(isStill));
  if (all.some(isViolation) && !kept.some(isViolation))
    yield notApplicable("records were added, removed or changed while they were read");
  yield* kept;
};
