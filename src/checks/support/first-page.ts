import type { ExchangeRequest } from "../../harness/model/exchange.ts";
import { isObject } from "./json.ts";

/** A parameter of a request: a query parameter, or a scalar anywhere in a JSON body. */
type Parameter = readonly [name: string, value: unknown];

const leaves = function* (value: unknown, name: string): Generator<Parameter> {
  if (typeof value !== "object" || value === null) return yield [name, value];
  for (const [key, inner] of Object.entries(value)) yield* leaves(inner, Array.isArray(value) ? name : key);
};

/** A page size: any but 0 leaves the place of the page open to nothing. */
const isSize = (name: string): boolean => /take|limit|size|count|per_?page|top$|rows|^max/i.test(name);

/** What may name a place in a result by other means than a number. */
const isCursor = (name: string): boolean =>
  /cursor|token|after|before|from|since|until|marker|next|previous|continu|bookmark|start|offset|page|skip|range/i.test(
    name,
  );

const mayMove = ([name, value]: Parameter): boolean => {
  const text = String(value).trim();
  // Names of parameters are not stated: a number that is not known to be a size may be a place.
  if (/^-?\d+$/.test(text)) return isSize(name) ? Number(text) <= 0 : Number(text) !== 0;
  return isCursor(name) && text !== "";
};

/**
 * Whether a request asks for the first page of a list for certain, though paging parameters are not stated for the
 * interface: nothing in it can be a position further on. False where that cannot be determined.
 */
export const asksFirstPage = (request: ExchangeRequest): boolean => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const segments = pathname.split("/").filter((segment) => segment !== "");
  if (/^\d+$/.test(segments.at(-1) ?? "") || segments.some((segment) => /^pages?$/i.test(segment)))
    return false;
  if (Object.hasOwn(request.headers, "range")) return false;
  const { body } = request;
  if (body !== undefined && !isObject(body)) return false;
  return ![...searchParams, ...(body === undefined ? [] : leaves(body, ""))].some(mayMove);
};
