import { defineCheck } from "../harness/model/check.ts";
import { askedSize, isPage, itemsOf } from "./support/paging.ts";
import { violation } from "./support/judgements.ts";

export const pageIsNoLongerThanAsked = defineCheck({
  id: "page-is-no-longer-than-asked",
  facts: ["DON-02"],
  effect: "passive",
  severity: "error",
  interfaces: ["donation"],
  title: "A page holds no more items than Take",
  why: "A longer page repeats records on the next one, because callers skip by the size they asked for.",
  // The meaning of page size 0 is not stated.
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
      actual: `${length} items`,
    });
  },
});
