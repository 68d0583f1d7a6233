import { defineCheck } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { isCanonicalError } from "./support/crm-error.ts";
import { at } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

/** Frames and headings of stack traces in the languages that servers are written in. */
const traces: readonly RegExp[] = [
  /(^|\s)at\s+[\w.$<>[\]`]+\s?\([^)]*\)/,
  /(^|\s)at\s+\S+:\d+:\d+/,
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d+/,
  /\bin\s+\S+:line \d+/,
  /\.(js|mjs|cjs|ts|java|kt|cs|py|rb|php|go|rs):\d+\b/,
  /^#\d+\s+\S+\(\d+\):/m,
  /^goroutine \d+ \[/m,
  /Exception in thread "/,
];

export const errorMessageHasNoStackTrace = defineCheck({
  id: "error-message-has-no-stack-trace",
  facts: ["CRM-42"],
  effect: "passive",
  severity: "error",
  interfaces: ["crm"],
  title: "error.message holds no stack trace",
  why: "A trace tells an attacker what runs inside and a user nothing.",
  applies: (exchange) => isCanonicalError(exchange) && typeof at(jsonOf(exchange), "/error/message") === "string",
  *judge(exchange) {
    const message = at(jsonOf(exchange), "/error/message");
    if (typeof message !== "string" || !traces.some((trace) => trace.test(message))) return;
    yield violation({
      rule: "format",
      message: "error.message holds what looks like a stack trace",
      exchange,
      pointer: "/error/message",
      expected: "a sentence for people",
      actual: `string(${message.length}) with a stack frame`,
    });
  },
});
