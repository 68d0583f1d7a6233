import type { JudgeTools, Violation } from "../../core/model/check.ts";
import { jsonOf, type Exchange, type ExchangeRequest } from "../../core/model/exchange.ts";
import { shownCount } from "../../core/validation/shape-of.ts";
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

/** A parameter of a request: a query parameter, or a scalar anywhere in a JSON body. */
type Parameter = readonly [name: string, value: unknown];

const leaves = function* (value: unknown, name: string): Generator<Parameter> {
  if (typeof value !== "object" || value === null) return yield [name, value];
  for (const [key, inner] of Object.entries(value)) yield* leaves(inner, Array.isArray(value) ? name : key);
};

/** A page size: any but 0 leaves the position of the page open to nothing else. */
const isSize = (name: string): boolean => /take|limit|size|count|per_?page|top$|rows|^max/i.test(name);

/** A name of a non-numeric position in a result. */
const isCursor = (name: string): boolean =>
  /cursor|token|after|before|from|since|until|marker|next|previous|continu|bookmark|start|offset|page|skip|range/i.test(
    name,
  );

const mayMove = ([name, value]: Parameter): boolean => {
  const text = String(value).trim();
  // Names of parameters are not stated: a number that is not known to be a size may be a position.
  if (/^-?\d+$/.test(text)) return isSize(name) ? Number(text) <= 0 : Number(text) !== 0;
  return isCursor(name) && text !== "";
};

/**
 * Whether a request certainly asks for the first page of a list, though paging parameters are not stated for the
 * interface: none of its parameters can be a later position. False if that is uncertain.
 */
const asksFirstPage = (request: ExchangeRequest): boolean => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const segments = pathname.split("/").filter((segment) => segment !== "");
  if (/^-?\d+$/.test(segments.at(-1) ?? "") || segments.some((segment) => /^pages?$/i.test(segment)))
    return false;
  if (Object.hasOwn(request.headers, "range")) return false;
  const { body } = request;
  if (body !== undefined && !isObject(body)) return false;
  return ![...searchParams, ...(body === undefined ? [] : leaves(body, ""))].some(mayMove);
};
