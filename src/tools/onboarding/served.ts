import { type Exchange, jsonOf, responseOf } from "../../harness/model/exchange.ts";
import { isObject } from "../../harness/model/json-object.ts";

/** Whether a target serves an operation; `unknown` where reads cannot show it. */
export type Served = "served" | "not served" | "unknown";

const isMissing = (exchange: Exchange): boolean => [404, 405].includes(responseOf(exchange)?.status ?? 0);

const namesOf = (value: unknown): unknown =>
  isObject(value)
    ? Object.entries(value).map(([name, inner]) => [name, isObject(inner) ? Object.keys(inner) : 0])
    : typeof value;

/** What an answer looks like apart from its values: an endpoint's own 404 seldom looks like a router's. */
const formOf = (exchange: Exchange): string => {
  const response = responseOf(exchange);
  const [mediaType] = (response?.headers["content-type"] ?? "").split(";");
  return JSON.stringify([response?.status, mediaType, response?.body.kind, namesOf(jsonOf(exchange))]);
};

/** What was asked about one operation. */
export interface ServedEvidence {
  /** Answers to the main credential. */
  readonly asked: readonly Exchange[];
  /** A path that nothing serves, with the main credential. */
  readonly nowhere?: Exchange;
  /** The operation without a credential, which a served one refuses with 401. */
  readonly anonymous?: Exchange;
  /** Whether a served operation may answer 404 to what was asked, since it names a record or a query type. */
  readonly mayMiss: boolean;
}

/**
 * Judges whether an operation is served: not when it answers 404 or 405 whatever is asked where a served one would
 * answer otherwise. Never says `not served` on less.
 */
export const servedBy = ({ asked, nowhere, anonymous, mayMiss }: ServedEvidence): Served => {
  const answered = asked.filter((exchange) => responseOf(exchange) !== undefined);
  if (answered.length === 0) return "unknown";
  if (!answered.every(isMissing)) return "served";
  if (!mayMiss) return "not served";
  if (nowhere === undefined || responseOf(nowhere) === undefined) return "unknown";
  if (answered.some((exchange) => formOf(exchange) !== formOf(nowhere))) return "served";
  return anonymous !== undefined && isMissing(anonymous) ? "not served" : "unknown";
};
