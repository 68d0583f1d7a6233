import { type Exchange, jsonOf, responseOf } from "../model/exchange.ts";

export const isMissing = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && [404, 405].includes(responseOf(exchange)?.status ?? 0);

/** Form of an answer without its values: an endpoint's own 404 seldom looks like a router's. */
const formOf = (exchange: Exchange): string => {
  const response = responseOf(exchange);
  const [mediaType] = (response?.headers["content-type"] ?? "").split(";");
  const body = jsonOf(exchange);
  const names = typeof body === "object" && body !== null ? Object.keys(body).toSorted() : typeof body;
  return JSON.stringify([response?.status, mediaType, response?.body.kind, names]);
};

/** Whether a target serves an operation; `unknown` if reads cannot show it. */
export type Served = "served" | "not served" | "unknown";

export interface ServedEvidence {
  /** Answers to the main credential. */
  readonly asked: readonly Exchange[];
  /** Answer of a path that nothing serves, to the main credential. */
  readonly nowhere?: Exchange;
  /** Answer without a credential; a served operation refuses with 401. */
  readonly anonymous?: Exchange;
  /** Whether a served operation may answer 404 because the request names a record or a query type. */
  readonly mayMiss: boolean;
}

/** Not served if it answers 404 or 405 to all that a served one would answer otherwise; never on less. */
export const servedBy = ({ asked, nowhere, anonymous, mayMiss }: ServedEvidence): Served => {
  const answered = asked.filter((exchange) => responseOf(exchange) !== undefined);
  if (answered.length === 0) return "unknown";
  if (!answered.every(isMissing)) return "served";
  if (!mayMiss) return "not served";
  if (nowhere === undefined || responseOf(nowhere) === undefined) return "unknown";
  if (answered.some((exchange) => formOf(exchange) !== formOf(nowhere))) return "served";
  return anonymous !== undefined && isMissing(anonymous) ? "not served" : "unknown";
};
