import type { Sample, Violation } from "../../core/model/check.ts";
import { isBusy, isSuccess, jsonOf, responseOf, type Exchange } from "../../core/model/exchange.ts";
import { isSecret } from "../../core/model/secret.ts";
import { documentedOperations } from "../../builtin/operations.ts";
import { shapeOf, unlike } from "../../core/validation/shape-of.ts";
import { statusOf, violation } from "./judgements.ts";
import { oddPart } from "./odd-part.ts";
import { lacks, type ShownParts } from "./shown-parts.ts";

/** After a longer time somebody has moved the clock, by which credentials expire. */
const longestRun = 3_600_000;

/** Two calls with the same key are the same request, with the same credential. */
export const sameRequestKey = ({ call }: Exchange): string | undefined => {
  if (call === undefined || call.sandbox !== undefined || call.unversioned === true) return undefined;
  const { operation, at, path, query, body, authorization, spelled } = call;
  return JSON.stringify([operation, at, path, query, body, authorization, spelled]);
};

/** A configured credential presented unchanged stays valid, unlike a token: the run controls it. */
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

/** The status, and whether the answer has content. */
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
  /** Its lasting content, computed on demand. */
  value?: ShownParts | undefined;
  writes: number;
  /** A later answer with other content. */
  odd?: Exchange | undefined;
  /** How often a single answer differed. */
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

const otherValue = (first: Exchange, odd: Exchange, again: Exchange): Violation => {
  const part = oddPart(jsonOf(first), jsonOf(again), jsonOf(odd));
  const where = part === undefined ? "" : ` in ${part.pointer === "" ? "the body" : part.pointer}`;
  return violation({
    rule: "relation",
    message: `${odd.operation ?? ""} answers the same request differently once`,
    exchange: odd,
    also: [first, again],
    expected: `what the answers before and after show${part === undefined ? "" : `${where}, ${shapeOf(part.right)}`}`,
    actual:
      part === undefined ? "something else" : `${unlike(shapeOf(part.right), shapeOf(part.wrong))}${where}`,
  });
};

/** Others may remove, hide or show a record between two requests. */
export const isOfRecord = (exchange: Exchange): boolean => [403, 404, 410].includes(statusOf(exchange));

/** Whether the record of an answer may be gone or hidden: the run has found it in a list, and others write too. */
const mayBeGone = (exchange: Exchange): boolean =>
  isOfRecord(exchange) && Object.values(exchange.call?.path ?? {}).some(isSecret);

/** Which parts of an answer are steady. */
export interface Steadiness {
  /** Its content that does not change by itself. */
  readonly value?: (exchange: Exchange) => ShownParts;
  /** Whether others may change it once and restore it. */
  readonly isTwice?: boolean;
  /** False if the run's own writes do not change it. */
  readonly isWritten?: boolean;
  /** Two answers with the same key are compared; by default those to the same request. */
  readonly keyOf?: (exchange: Exchange) => string | undefined;
}

/** Differences between a later answer to the same request and those before it. */
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

/** Limit of different requests whose first answer is kept. */
const mostRequests = 5000;

/**
 * Reports reads that are answered differently later: a different status or a missing body at any time, different values
 * only between two answers that agree, since others may change records meanwhile.
 */
export const steadyAnswers = (of: ReadonlySet<string>, steadiness: Steadiness) => (): Sample => {
  const remembered = new Map<string, Remembered>();
  let writes = 0;
  return {
    see(exchange) {
      if (steadiness.isWritten !== false && isWrite(exchange)) writes += 1;
      // The check that expects its refusal judges a success.
      if (exchange.call?.expects === "refusal") return undefined;
      const key = of.has(exchange.operation ?? "")
        ? (steadiness.keyOf ?? sameRequestKey)(exchange)
        : undefined;
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
