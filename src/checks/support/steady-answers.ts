import type { Sample, Violation } from "../../harness/model/check.ts";
import { isBusy, isSuccess, responseOf, type Exchange } from "../../harness/model/exchange.ts";
import { isSecret } from "../../harness/model/secret.ts";
import { documentedOperations } from "../../contract/operations.ts";
import { statusOf, violation } from "./judgements.ts";
import { lacks, type Shown } from "./shown-parts.ts";

/** Beyond that somebody has moved the clock, by which credentials expire. */
const longestRun = 3_600_000;

/** Two calls with the same key are the same request, with the same credential. */
export const keyOf = ({ call }: Exchange): string | undefined => {
  if (call === undefined || call.sandbox !== undefined || call.unversioned === true) return undefined;
  const { operation, at, path, query, body, authorization, spelled } = call;
  return JSON.stringify([operation, at, path, query, body, authorization, spelled]);
};

/** Presented as it is, a configured credential is as good as it was: it is a run's own to keep, unlike a token. */
export const isLasting = ({ call }: Exchange): boolean => {
  const authorization = call?.authorization;
  if (authorization?.kind === "hmac") return true;
  return (
    authorization?.kind === "secret" &&
    authorization.secret.kind === "configured" &&
    authorization.suffix === undefined &&
    authorization.secret.disguise === undefined
  );
};

const writing: ReadonlySet<string> = new Set(
  documentedOperations.filter(({ effect }) => effect === "write").map(({ id }) => id),
);

export const isWrite = ({ call }: Exchange): boolean => call !== undefined && writing.has(call.operation);

/** The status, and whether there is anything in the answer. */
const formOf = (exchange: Exchange): string =>
  `${statusOf(exchange)}${responseOf(exchange)?.body.kind === "empty" ? " without a body" : ""}`;

const endOf = (exchange: Exchange): number => (exchange.sentAt ?? 0) + (responseOf(exchange)?.elapsedMs ?? 0);

const isBefore = (one: Exchange, other: Exchange): boolean => endOf(one) <= (other.sentAt ?? 0);

export const isNear = (one: Exchange, other: Exchange): boolean =>
  Math.abs((one.sentAt ?? 0) - (other.sentAt ?? 0)) < longestRun;

interface Remembered {
  readonly first: Exchange;
  /** The answer that values are compared with: the first since the last write. */
  base: Exchange;
  /** What it showed that does not change by itself, once that is asked for. */
  value?: Shown | undefined;
  /** How many writes there had been. */
  writes: number;
  /** A later answer that showed something else. */
  odd?: Exchange | undefined;
  /** How often that was so for once. */
  odds: number;
}

const otherForm = (first: Exchange, exchange: Exchange): Violation =>
  violation({
    rule: "relation",
    message: `${exchange.operation ?? ""} answers ${formOf(exchange)} to what it has answered with ${formOf(first)}`,
    exchange,
    also: [first],
    expected: formOf(first),
    actual: formOf(exchange),
  });

const otherValue = (first: Exchange, odd: Exchange, again: Exchange): Violation =>
  violation({
    rule: "relation",
    message: `${odd.operation ?? ""} answers the same request otherwise for once`,
    exchange: odd,
    also: [first, again],
    expected: "what the answers before and after it show",
    actual: "something else",
  });

/** Others may remove a record, hide it or show it between two requests. */
export const isOfRecord = (exchange: Exchange): boolean => [403, 404, 410].includes(statusOf(exchange));

/** Whether the record of an answer may be gone, or hidden: the run has met it in a list, and others write as well. */
const mayBeGone = (exchange: Exchange): boolean =>
  isOfRecord(exchange) && Object.values(exchange.call?.path ?? {}).some(isSecret);

/** What of an answer stays as it is. */
export interface Steadiness {
  /** What it shows that does not change by itself. */
  readonly value?: (exchange: Exchange) => Shown;
  /** Whether others may change that once, and put it back. */
  readonly isTwice?: boolean;
  /** False where the run's own writes do not change it. */
  readonly isWritten?: boolean;
}

/** What a later answer to the same request shows against those before it. */
const judgeLater = function* (
  known: Remembered,
  exchange: Exchange,
  writes: number,
  { value, isTwice = false }: Steadiness,
): Generator<Violation> {
  if (mayBeGone(exchange)) return;
  if (formOf(exchange) !== formOf(known.first)) return yield otherForm(known.first, exchange);
  if (known.writes !== writes) {
    Object.assign(known, { base: exchange, value: undefined, writes, odd: undefined, odds: 0 });
    return;
  }
  if (value === undefined) return;
  const { base, odd } = known;
  known.value ??= value(base);
  if (lacks(value(exchange), known.value)) known.odd = exchange;
  else if (odd !== undefined && isBefore(base, odd) && isBefore(odd, exchange)) {
    Object.assign(known, { odd: undefined, odds: known.odds + 1 });
    if (known.odds > 1 || !isTwice) yield otherValue(base, odd, exchange);
  }
};

/** Of so many different requests the first answer is kept. */
const mostRequests = 5000;

/**
 * Watches for reads that were answered once and are answered otherwise later: with another status or without a body
 * at any time, with other values only between two answers that agree, for others may change records meanwhile.
 */
export const steadyAnswers = (of: ReadonlySet<string>, steadiness: Steadiness) => (): Sample => {
  const remembered = new Map<string, Remembered>();
  let writes = 0;
  return {
    see(exchange) {
      if (steadiness.isWritten !== false && isWrite(exchange)) writes += 1;
      // One that gets through all the same is for the check that expects its refusal.
      if (exchange.call?.expects === "refusal") return undefined;
      const key = of.has(exchange.operation ?? "") ? keyOf(exchange) : undefined;
      if (key === undefined || !isLasting(exchange) || isBusy(exchange)) return undefined;
      const known = remembered.get(key);
      if (known !== undefined) {
        if (!isNear(known.first, exchange)) return undefined;
        return judgeLater(known, exchange, writes, steadiness);
      }
      if (isSuccess(exchange) && remembered.size < mostRequests)
        remembered.set(key, { first: exchange, base: exchange, writes, odds: 0 });
      return undefined;
    },
  };
};
