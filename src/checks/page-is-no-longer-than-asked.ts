import { defineCheck } from "../model/check.ts";
import { askedSize, isPage, itemsOf } from "./support/paging.ts";
import { violation } from "./support/judgements.ts";

export const pageIsNoLongerThanAsked = defineCheck({
  id: "page-is-no-longer-than-asked",
  facts: ["DON-02"],
  effect: "passive",
  severity: "error",
  interfaces: ["donation"],
  title: "A page holds at most as many items as were asked for",
  why: "A longer page repeats records on the next one, since the caller skips by what it asked for.",
  // What a page size of 0 means is not stated.
  applies: (exchange) =>
    isPage(exchange) && (askedSize(exchange) ?? 0) > 0 && itemsOf(exchange) !== undefined,
  *judge(exchange) {
    const asked = askedSize(exchange) ?? 0;
    const length = itemsOf(exchange)?.length ?? 0;
    if (length <= asked) return;
    yield violation({
      rule: "length",
      message: `a page of ${asked} holds ${length} items`,
      exchange,
      pointer: "/items",
      expected: `at most ${asked} items`,
      actual: `array(${length})`,
    });
  },
});
