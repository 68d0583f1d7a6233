import { defineCheck } from "../core/model/check.ts";
import { isSuccess } from "../core/model/exchange.ts";
import { emptyListDefects, showsNoMatch } from "./support/list-envelope.ts";

export const emptyListsAreTold = defineCheck({
  id: "empty-lists-are-told",
  facts: ["CRM-28"],
  // No stated operation returns a list envelope: only recordings may hold one.
  effect: "passive",
  interfaces: ["crm"],
  title: "A list or search without a match is a 200 with an empty list and a total of 0",
  why: 'A consumer that gets a 404 or a null for "nobody" reports an error where there is none.',
  // A record that a documented operation answers with may have a list of its own.
  applies: (exchange) => !(exchange.operation !== undefined && isSuccess(exchange)) && showsNoMatch(exchange),
  *judge(exchange, tools) {
    yield* emptyListDefects(exchange, tools);
  },
});
