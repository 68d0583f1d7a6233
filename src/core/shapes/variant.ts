import type { ExchangeRequest } from "../model/exchange.ts";
import { isObject } from "../model/json-object.ts";

/**
 * What an answer's fields depend on besides operation and status, in this order. `details`: related records were
 * requested; `columns`: only some fields were, so absence says nothing; `filter`: only some records were, so other
 * records' content is not seen.
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

/** Finds query parameters by name and value, ignoring case and percent encoding. */
const inQuery = (url: string) => {
  const query = url.replace(/#.*$/s, "").split("?").slice(1).join("?");
  const named = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  return {
    details: isTrue(named.get("includedetails")?.toLowerCase()),
    filter: (named.get("filter") ?? "") !== "",
  };
};

/** The variant of a request: from its query (IncludeDetails, Filter) and its body (the same, groups, selectedColumns). */
export const variantOf = ({ url, body }: Pick<ExchangeRequest, "url" | "body">): Variant => {
  const asked = inBody(body);
  const query = inQuery(url);
  const parts = [
    asked.details || query.details ? "details" : "",
    asked.columns ? "columns" : "",
    asked.filter || query.filter ? "filter" : "",
  ];
  const name = parts.filter((part) => part !== "").join(" ");
  return variants.find((one) => one === name) ?? "";
};
