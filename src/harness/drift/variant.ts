import type { ExchangeRequest } from "../model/exchange.ts";
import { isObject } from "../model/json-object.ts";

/**
 * What an answer's fields depend on besides operation and status, in this order. `details`: related records were
 * asked for; `columns`: only some of the fields were, so that a field's absence says nothing; `filter`: only some
 * of the records were, so that what the others hold is not seen.
 */
export const variants = [
  "",
  "details",
  "columns",
  "filter",
  "details columns",
  "details filter",
  "columns filter",
  "details columns filter",
] as const;

export type Variant = (typeof variants)[number];

const isTrue = (value: unknown): boolean => value === true || value === "true" || value === "True";

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const inBody = (body: unknown) => ({
  details: isObject(body) && isTrue(body["includeDetails"]),
  columns: isObject(body) && isFilled(body["selectedColumns"]),
  filter: isObject(body) && isFilled(body["groups"]),
});

const inQuery = (url: string) => ({
  details: /[?&]includedetails=true(?:&|#|$)/i.test(url),
  filter: /[?&]filter=[^&#]/i.test(url),
});

/** The variant of a request: from its query (IncludeDetails, Filter) and its body (the same, groups, selectedColumns). */
export const variantOf = ({ url, body }: Pick<ExchangeRequest, "url" | "body">): Variant => {
  const asked = inBody(body);
  const query = url.includes("?") ? inQuery(url) : { details: false, filter: false };
  const parts = [
    asked.details || query.details ? "details" : "",
    asked.columns ? "columns" : "",
    asked.filter || query.filter ? "filter" : "",
  ];
  const name = parts.filter((part) => part !== "").join(" ");
  return variants.find((one) => one === name) ?? "";
};
