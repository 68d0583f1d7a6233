import { defineCheck } from "../core/model/check.ts";
import { jsonOf, responseOf, type Exchange } from "../core/model/exchange.ts";
import { childPointer } from "../core/formats/json-pointer.ts";
import { holdsStackTrace } from "../core/validation/stack-trace.ts";
import { crmErrorForm } from "./support/errors.ts";
import { at, isObject } from "./support/json.ts";
import { violation } from "./support/judgements.ts";

interface Text {
  readonly text: string;
  readonly pointer: string;
}

const textsIn = function* (value: unknown, pointer = ""): Generator<Text> {
  if (typeof value === "string") yield { text: value, pointer };
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, childPointer(pointer, name));
};

/** The message of an envelope. Other bodies have no stated place for it, so it may be any of their texts. */
const messagesOf = function* (exchange: Exchange): Generator<Text> {
  const body = responseOf(exchange)?.body;
  if (crmErrorForm(exchange) === undefined) return;
  if (body?.kind === "text") yield { text: body.text, pointer: "" };
  else if (isObject(at(jsonOf(exchange), "/error")))
    yield* textsIn(at(jsonOf(exchange), "/error/message"), "/error/message");
  else yield* textsIn(jsonOf(exchange));
};

export const errorMessageHasNoStackTrace = defineCheck({
  id: "error-message-has-no-stack-trace",
  facts: ["CRM-42"],
  effect: "passive",
  interfaces: ["crm"],
  title: "Error messages contain no stack trace",
  why: "A trace helps an attacker and no user.",
  applies: (exchange) => messagesOf(exchange).next().done === false,
  *judge(exchange) {
    const message = messagesOf(exchange).find(({ text }) => holdsStackTrace(text));
    if (message === undefined) return;
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
