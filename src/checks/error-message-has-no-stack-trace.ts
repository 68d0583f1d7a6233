import { defineCheck } from "../harness/model/check.ts";
import { jsonOf, responseOf, type Exchange } from "../harness/model/exchange.ts";
import { holdsStackTrace } from "../harness/validation/stack-trace.ts";
import { crmErrorForm } from "./support/errors.ts";
import { at } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

/** The message of an error, in any of its forms. */
const messageOf = (exchange: Exchange) => {
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
  interfaces: ["crm"],
  title: "Error messages contain no stack trace",
  why: "A trace helps an attacker and no user.",
  applies: (exchange) => crmErrorForm(exchange) !== undefined && messageOf(exchange) !== undefined,
  *judge(exchange) {
    const message = messageOf(exchange);
    if (message === undefined || !holdsStackTrace(message.text)) return;
    yield violation({
      rule: "format",
      message: "the error message contains a stack trace",
      exchange,
      pointer: message.pointer,
      expected: "a sentence for people",
      actual: "text with a stack frame",
    });
  },
});
