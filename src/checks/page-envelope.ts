import { defineCheck } from "../harness/model/check.ts";
import { jsonOf } from "../harness/model/exchange.ts";
import { fromSchema, violation } from "./support/judgements.ts";
import { isPage } from "./support/paging.ts";

export const pageEnvelope = defineCheck({
  id: "page-envelope",
  facts: ["DON-01"],
  effect: "passive",
  severity: "error",
  interfaces: ["donation"],
  title: "A donation page has items and total, never list",
  why: "The two interfaces name their pages differently; a page under the wrong name reads as empty.",
  applies: isPage,
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
