import { sendAll, type Judgement, type Plan } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { notApplicable } from "./judgements.ts";
import { isPage, itemsOf, totalOf } from "./paging.ts";
import { recordKey } from "./page-walk.ts";

const again = " again";

const isAgain = ({ call }: Exchange): boolean => call?.isControl === true;

/** What a plan was answered, without what it has looked at again. */
export const firstLook = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter((exchange) => !isAgain(exchange));

/**
 * Asks once more for everything that violations compare: somebody else may have changed records between one answer and
 * another, and what was asked by several checks may be old.
 */
export function* lookAgain(judgements: Iterable<Judgement>): Plan {
  const compared = [...judgements]
    .flatMap((one) => (one.kind === "violation" ? [one.exchange, ...(one.also ?? [])] : []))
    .flatMap(({ call }) => (call === undefined ? [] : [call]));
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

/** Whether two answers to one request hold the same records of the same total, in the same order. */
export const isSamePage = (one: Exchange, other: Exchange): boolean => {
  const keysOf = (page: Exchange): string => JSON.stringify((itemsOf(page) ?? []).map(recordKey));
  return isPage(one) === isPage(other) && totalOf(one) === totalOf(other) && keysOf(one) === keysOf(other);
};

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
  const kept = all.filter(
    (one) => one.kind !== "violation" || [one.exchange, ...(one.also ?? [])].every(isStill),
  );
  const isViolation = ({ kind }: Judgement): boolean => kind === "violation";
  if (all.some(isViolation) && !kept.some(isViolation))
    yield notApplicable("records were added, removed or changed while they were read");
  yield* kept;
};
