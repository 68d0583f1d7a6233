import { defineCheck } from "../model/check.ts";
import { jsonOf, responseOf, type Exchange } from "../model/exchange.ts";
import { crmErrorForm } from "./support/crm-error.ts";
import { at } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

/** Frames and headings of stack traces in the languages that servers are written in. */
const traces: readonly RegExp[] = [
  // at Namespace.Type.Method(arguments) and at java.base/java.lang.Thread.run(Thread.java:840)
  /(^|\s)at\s+[\w$<>[\]`/@,]+(\.[\w$<>[\]`/,|]+)+\([^)]*\)/,
  // at async Type.method (file:///app/handler:12:34)
  /(^|\s)at\s+(async\s+|new\s+)?[\w$.<>]+\s\([^)]*(:\d+|native|<anonymous>)\)/,
  // at /app/dist/handler:12:34, but not at 14:05:00
  /(^|\s)at\s+\S*[/\\]\S*:\d+:\d+/,
  /\bstack ?trace:\s*(\n|#)|\bend of (inner exception )?stack ?trace\b/i,
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d+/,
  /\bin\s+\S+:line \d+/,
  /\.(js|mjs|cjs|ts|java|kt|scala|cs|vb|fs|py|rb|php|go|rs|ex|exs|cpp):\d+\b/,
  /^#\d+\s+\S+\(\d+\):/m,
  /^goroutine \d+ \[/m,
  /Exception in thread "/,
];

/** An address with a port looks like a source file with a line. */
const withoutAddresses = (text: string): string => text.replace(/\bhttps?:\/\/\S+/g, "");

const holdsTrace = (text: string): boolean => traces.some((trace) => trace.test(withoutAddresses(text)));

interface Told {
  readonly text: string;
  readonly pointer: string;
}

/** What an error says to people, in whichever of its forms. */
const messageOf = (exchange: Exchange): Told | undefined => {
  const body = responseOf(exchange)?.body;
  if (crmErrorForm(exchange) === "text" && body?.kind === "text") return { text: body.text, pointer: "" };
  for (const pointer of ["/error/message", "/message"]) {
    const text = at(jsonOf(exchange), pointer);
    if (typeof text === "string") return { text, pointer };
  }
  return undefined;
};

export const errorMessageHasNoStackTrace = defineCheck({
  id: "error-message-has-no-stack-trace",
  facts: ["CRM-42"],
  effect: "passive",
  severity: "error",
  interfaces: ["crm"],
  title: "An error's message holds no stack trace",
  why: "A trace tells an attacker what runs inside and a user nothing.",
  applies: (exchange) => crmErrorForm(exchange) !== undefined && messageOf(exchange) !== undefined,
  *judge(exchange) {
    const told = messageOf(exchange);
    if (told === undefined || !holdsTrace(told.text)) return;
    yield violation({
      rule: "format",
      message: "the message of an error holds what looks like a stack trace",
      exchange,
      pointer: told.pointer,
      expected: "a sentence for people",
      actual: `string(${told.text.length}) with a stack frame`,
    });
  },
});
