import { isFieldLike } from "../privacy/field-words.ts";
import type { Exchange, ExchangeRequest } from "../model/exchange.ts";
import type { Operation } from "../model/operation.ts";
import { toldMediaType } from "../privacy/shown-headers.ts";
import type { FindOperation } from "./find-operation.ts";
import { isObject } from "./json-value.ts";
import { pathTemplate, shownBase } from "./path-template.ts";

/** Query values that are nobody's data: numbers and switches that the documents state. */
const isPlain = (value: string, name: string, operation: Operation | undefined): boolean => {
  const parameter = operation?.parameters.find((one) => one.in === "query" && one.name === name);
  if (parameter?.type === "integer") return /^-?\d{1,15}$/.test(value);
  return parameter?.type === "boolean" && /^(?:true|false)$/i.test(value);
};

const shownQuery = (url: URL, operation: Operation | undefined): string => {
  const shown = [...url.searchParams].map(([name, value]) =>
    isPlain(value, name, operation) ? `${name}=${value}` : `${isFieldLike(name) ? name : "…"}=…`,
  );
  return shown.length === 0 ? "" : `?${shown.join("&")}`;
};

/** What stands for a value in a body that is shown. */
const shownValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return "…";
  if (typeof value === "number") return 0;
  if (typeof value !== "object" || value === null) return value;
  if (depth > 6) return "…";
  if (Array.isArray(value)) return value.slice(0, 3).map((inner) => shownValue(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isFieldLike(name) ? name : "…",
      shownValue(inner, depth + 1),
    ]),
  );
};

/**
 * Shows recorded requests: parameters of the path by their names, values of the query and the body masked, no header
 * but the content type. What a request was meant for is found out again, so that nothing is kept of those nobody asks
 * for.
 */
export const createShow =
  (find: FindOperation) =>
  ({ interface: name, request }: Exchange): ExchangeRequest => {
    const url = new URL(request.url);
    const found = find(request.method, request.url, name);
    const operation = found?.operation;
    const path = operation === undefined ? pathTemplate(request.url) : operation.path;
    const base = found === undefined || operation === undefined ? url.origin : shownBase(found.base);
    const { body } = request;
    const hasBody = isObject(body) || Array.isArray(body);
    const named = toldMediaType(request.headers["content-type"] ?? "");
    const contentType = named ?? (hasBody ? "application/json" : undefined);
    return {
      method: request.method,
      url: `${base}${path}${shownQuery(url, operation)}`,
      headers: contentType === undefined ? {} : { "content-type": contentType },
      ...(hasBody ? { body: shownValue(body, 0) } : {}),
      authorization: request.authorization,
    };
  };
