import { defineCheck, type JudgeTools } from "../core/model/check.ts";
import { type Exchange, responseOf } from "../core/model/exchange.ts";
import { statusOf, violation } from "./support/judgements.ts";

/**
 * Implausible waits, in seconds. An hourly limit ends within the hour, an outage may last longer; a greater value means
 * milliseconds, or an instant in seconds since 1970.
 */
const absurdWait: Readonly<Record<number, number>> = { 429: 86_400, 503: 31_536_000 };

/** A longer number may be an identifier; only its length is shown. */
const longestFigure = 7;

const units = [
  [86_400, "days"],
  [3600, "hours"],
  [60, "minutes"],
] as const;

/** A readable wait: `10.9 days`. */
const waitText = (seconds: number): string => {
  const [size, unit] = units.find(([one]) => seconds >= one) ?? [1, "seconds"];
  return `${Number((seconds / size).toFixed(1)).toLocaleString("en")} ${unit}`;
};

const absurdText = (digits: string): string => {
  if (digits.length === 10) return "a number of 10 digits: the instant itself, as seconds since 1970?";
  if (digits.length > longestFigure) return `a number of ${digits.length} digits: milliseconds?`;
  return `${digits} s, which is ${waitText(Number(digits))}: milliseconds?`;
};

/** Largest clock difference between two machines. */
const clockSlack = 300_000;

/** When the answer was given: by the server's clock, else by the run's. */
const answeredAt = (exchange: Exchange): number => {
  const own = Date.parse(responseOf(exchange)?.headers["date"] ?? "");
  return Number.isNaN(own) ? (exchange.sentAt ?? -Infinity) - clockSlack : own - 1000;
};

/** What is wrong with a Retry-After header; undefined if it can be followed. */
const defectOf = (exchange: Exchange, tools: JudgeTools): string | undefined => {
  const status = statusOf(exchange);
  const header = responseOf(exchange)?.headers["retry-after"];
  if (header === undefined) return "missing";
  const text = header.trim();
  if (/^\d+$/.test(text))
    return Number(text) > (absurdWait[status] ?? Infinity) ? absurdText(text) : undefined;
  const [broken] = tools.validateModel("crm", "HttpDate", text);
  if (broken !== undefined) return broken.actual;
  const end = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
  return end < answeredAt(exchange) ? "a date that had passed when it was sent" : undefined;
};

/** Every answer has some header: a recording without any has left out the wait too. */
const keepsHeaders = (exchange: Exchange): boolean =>
  exchange.call !== undefined || Object.keys(responseOf(exchange)?.headers ?? {}).length > 0;

export const retryAfterIsTold = defineCheck({
  id: "retry-after-is-told",
  facts: ["CRM-46"],
  effect: "passive",
  headOnly: true,
  interfaces: ["crm"],
  title: "Every 429 and 503 has a Retry-After header",
  why: "Without it, clients retry at once and prolong the outage or the limit.",
  applies: (exchange) => [429, 503].includes(statusOf(exchange)) && keepsHeaders(exchange),
  *judge(exchange, tools) {
    const status = statusOf(exchange);
    const defect = defectOf(exchange, tools);
    if (defect === undefined) return;
    yield violation({
      rule: "header",
      message:
        defect === "missing"
          ? `a ${status} has no Retry-After header`
          : `Retry-After of a ${status} is ${defect}`,
      ...(defect.endsWith("milliseconds?")
        ? {
            cause: {
              what: "answers have a Retry-After far too long for seconds (milliseconds?)",
              item: `${exchange.operation ?? ""} (${defect.replace(/: milliseconds\?$/, "")})`,
            },
          }
        : {}),
      exchange,
      expected: "Retry-After with seconds or an HTTP-date",
      actual: defect,
    });
  },
});
