import { defineCheck } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../core/model/exchange.ts";
import { fromSchema, violation } from "./support/judgements.ts";
import { isPage, pagedOperations } from "./support/paging.ts";

/** A success other than 200 is wrong for an operation that answers pages, unless a refusal was expected. */
const isPageWithout = (exchange: Exchange): boolean =>
  pagedOperations.has(exchange.operation ?? "") &&
  isSuccess(exchange) &&
  exchange.call?.expects !== "refusal";

export const pageEnvelope = defineCheck({
  id: "page-envelope",
  facts: ["DON-01"],
  effect: "passive",
  interfaces: ["donation"],
  title: "A donation page has items and total, never list",
  why: "The two interfaces name their pages differently; a page under the wrong name reads as empty.",
  applies: (exchange) => isPage(exchange) || isPageWithout(exchange),
  *judge(exchange, tools) {
    const body = jsonOf(exchange);
    if (body === undefined)
      return yield violation({
        rule: "missing",
        message: "the answer holds no page",
        exchange,
        expected: "an object with items and total",
        actual: "no JSON body",
      });
    for (const broken of tools.validateModel("donation", "Page", body)) yield fromSchema(broken, exchange);
  },
});
