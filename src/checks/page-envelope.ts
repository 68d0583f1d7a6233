import { defineCheck } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { shapeOf } from "../validation/shape-of.ts";
import { isObject, property } from "./support/json.ts";
import { fromSchema, violation } from "./support/judgements.ts";
import { isPage } from "./support/paging.ts";

export const pageEnvelope = defineCheck({
  id: "page-envelope",
  facts: ["DON-01"],
  effect: "passive",
  severity: "error",
  interfaces: ["donation"],
  title: "A page is items and total, never list",
  why: "Consumers of two interfaces read two envelopes; a page under the wrong name reads as empty.",
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
    const list = isObject(body) ? property(body, "list") : undefined;
    if (Array.isArray(list))
      yield violation({
        rule: "extra",
        message: "the page carries its records under list",
        exchange,
        pointer: "/list",
        expected: "items",
        actual: shapeOf(list),
      });
  },
});
