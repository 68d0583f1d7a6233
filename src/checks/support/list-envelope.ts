import type { JudgeTools, Violation } from "../../harness/model/check.ts";
import { jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { shownCount } from "../../harness/validation/shape-of.ts";
import { asksFirstPage } from "./first-page.ts";
import { has, isObject, property, type JsonObject } from "./json.ts";
import { fromSchema, statusOf, violation } from "./judgements.ts";

/** The body of a CRM list or search, by its shape: `list`, an array or null, together with `total`; or `list` alone. */
export const listEnvelopeOf = (exchange: Exchange): JsonObject | undefined => {
  const body = jsonOf(exchange);
  if (!isObject(body) || !has(body, "list")) return undefined;
  if (!Array.isArray(body["list"]) && body["list"] !== null) return undefined;
  return has(body, "total") || Object.keys(body).length === 1 ? body : undefined;
};

/** Whether a list or search says in any way that nothing matched; one with matches shows nothing about CRM-28. */
export const showsNoMatch = (exchange: Exchange): boolean => {
  const body = listEnvelopeOf(exchange);
  if (body === undefined) return false;
  const { list, total } = body;
  return total === 0 || !Array.isArray(list) || list.length === 0;
};

const wrongTotal = (exchange: Exchange, message: string, expected: string): Violation =>
  violation({
    rule: "relation",
    message,
    exchange,
    pointer: "/total",
    expected,
    actual: shownCount(property(jsonOf(exchange), "total")),
  });

/**
 * Violations of CRM-28 by a list or search. Since paging parameters are not stated, an empty list with a total above 0
 * may be a page beyond the end, unless the request certainly asked for the first page.
 */
export const emptyListDefects = function* (exchange: Exchange, tools: JudgeTools): Generator<Violation> {
  const body = listEnvelopeOf(exchange);
  if (body === undefined) return;
  const { list, total } = body;
  if (Array.isArray(list) && list.length > 0) {
    if (total === 0)
      yield wrongTotal(exchange, `total is 0 though the list holds ${list.length}`, "the number of matches");
    return;
  }
  for (const broken of tools.validateModel("crm", "ListEnvelope", body)) yield fromSchema(broken, exchange);
  if (typeof total === "number" && total > 0 && asksFirstPage(exchange.request))
    yield wrongTotal(exchange, `the first page is empty though total is ${shownCount(total)}`, "0");
  if (total === 0 && statusOf(exchange) !== 200)
    yield violation({
      rule: "status",
      message: `an empty list is answered ${statusOf(exchange)}`,
      exchange,
      expected: "200",
      actual: String(statusOf(exchange)),
    });
};
