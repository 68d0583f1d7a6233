import type { Sample, Violation } from "../../core/model/check.ts";
import { jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { at } from "./json.ts";
import { statusOf, violation } from "./judgements.ts";
import { isLasting, isNear, isOfRecord, isWrite, sameRequestKey } from "./steady-answers.ts";

/** Refusals as malformed or not found: an equal request gets the same. */
const settled: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 422]);

const codeOf = (exchange: Exchange): unknown => at(jsonOf(exchange), "/error/code");

const shownCode = (exchange: Exchange): string =>
  `${statusOf(exchange)}${typeof codeOf(exchange) === "string" ? " with its code" : ""}`;

const otherRefusal = (first: Exchange, exchange: Exchange): Violation =>
  violation({
    rule: "relation",
    message: `${exchange.operation ?? ""} refuses the same request with ${statusOf(first)} and later with ${statusOf(exchange)}`,
    exchange,
    also: [first],
    expected: shownCode(first),
    actual: shownCode(exchange),
  });

const mostRequests = 5000;

/** Reports reads that are later refused for another reason, which no write explains. */
export const equalRefusals = (): Sample => {
  const refused = new Map<string, Exchange>();
  const look = function* (exchange: Exchange): Generator<Violation> {
    const key = isWrite(exchange) ? undefined : sameRequestKey(exchange);
    if (key === undefined || !isLasting(exchange) || !settled.has(statusOf(exchange))) return;
    const first = refused.get(key);
    if (first === undefined || !isNear(first, exchange)) {
      if (refused.size < mostRequests) refused.set(key, exchange);
      return;
    }
    if (statusOf(first) !== statusOf(exchange) && isOfRecord(first) && isOfRecord(exchange)) return;
    const codes = [first, exchange].map(codeOf).filter((code) => typeof code === "string");
    // Another fact judges the form of an error.
    const isSame = statusOf(first) === statusOf(exchange) && new Set(codes).size < 2;
    if (!isSame) yield otherRefusal(first, exchange);
  };
  return { see: look };
};
