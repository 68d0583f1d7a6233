import { defineCheck, type JudgeTools } from "../harness/model/check.ts";
import { type Exchange, responseOf } from "../harness/model/exchange.ts";
import { statusOf, violation } from "./support/judgements.ts";

/**
 * What nobody means as a wait, in seconds. An hourly limit is over within the hour, an outage may be a longer one:
 * beyond that stand milliseconds, or the instant itself as seconds since 1970.
 */
const absurdWait: Readonly<Record<number, number>> = { 429: 86_400, 503: 31_536_000 };

/** What is wrong with a Retry-After header, or undefined when it can be followed. */
const defectOf = (header: string | undefined, status: number, tools: JudgeTools): string | undefined => {
  if (header === undefined) return "has no Retry-After header";
  const text = header.trim();
  if (!/^\d+$/.test(text))
    return tools.validateModel("crm", "HttpDate", text).length === 0
      ? undefined
      : "has an unreadable Retry-After header";
  return Number(text) > (absurdWait[status] ?? Infinity)
    ? "has a Retry-After header that is no wait in seconds"
    : undefined;
};

/** Every answer has some header: a recording that holds none has left them out, the wait as well. */
const keepsHeaders = (exchange: Exchange): boolean =>
  exchange.call !== undefined || Object.keys(responseOf(exchange)?.headers ?? {}).length > 0;

export const retryAfterIsTold = defineCheck({
  id: "retry-after-is-told",
  facts: ["CRM-46"],
  effect: "passive",
  headOnly: true,
  severity: "error",
  interfaces: ["crm"],
  title: "Every 429 and 503 has a Retry-After header",
  why: "Without it, clients retry at once and prolong the outage or the limit.",
  applies: (exchange) => [429, 503].includes(statusOf(exchange)) && keepsHeaders(exchange),
  *judge(exchange, tools) {
    const header = responseOf(exchange)?.headers["retry-after"];
    const status = statusOf(exchange);
    const defect = defectOf(header, status, tools);
    if (defect === undefined) return;
    yield violation({
      rule: "header",
      message: `a ${status} ${defect}`,
      exchange,
      expected: "Retry-After with seconds or an HTTP-date",
      actual: header === undefined ? "missing" : `string(${header.length})`,
    });
  },
});
