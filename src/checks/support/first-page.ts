import type { ExchangeRequest } from "../../harness/model/exchange.ts";
import { isObject } from "./json.ts";

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
