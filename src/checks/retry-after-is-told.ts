import { defineCheck } from "../model/check.ts";
import { responseOf } from "../model/exchange.ts";
import { statusOf, violation } from "./support/judgements.ts";

const isDelay = (text: string): boolean =>
  /^\s*\d+\s*$/.test(text) || (/^\s*[A-Za-z]{3}/.test(text) && !Number.isNaN(Date.parse(text)));

export const retryAfterIsTold = defineCheck({
  id: "retry-after-is-told",
  facts: ["CRM-46"],
  effect: "passive",
  severity: "error",
  interfaces: ["crm"],
  title: "429 and 503 carry Retry-After",
  why: "Without it clients retry at once, and the outage or the limit lasts longer.",
  applies: (exchange) => [429, 503].includes(statusOf(exchange)),
  *judge(exchange) {
    const header = responseOf(exchange)?.headers["retry-after"];
    if (header !== undefined && isDelay(header)) return;
    yield violation({
      rule: "header",
      message: `a ${statusOf(exchange)} ${header === undefined ? "has no" : "has an unreadable"} Retry-After header`,
      exchange,
      expected: "Retry-After with seconds or an HTTP-date",
      actual: header === undefined ? "missing" : `string(${header.length})`,
    });
  },
});
