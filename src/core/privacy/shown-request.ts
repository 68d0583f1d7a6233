import type { ExchangeRequest } from "../model/exchange.ts";
import type { Operation } from "../model/operation.ts";
import type { FieldNames } from "../model/field-names.ts";
import { isPlainParameter, shownBase, shownPath } from "./shown-address.ts";
import { shownMediaType } from "./shown-headers.ts";

/** The documented target of a request. */
export interface RequestMeaning {
  /** Undefined for a request without a documented operation. */
  readonly operation: Operation | undefined;
  /** Origin and the path before the operation's own path, without a trailing slash. */
  readonly base: string;
  /** Whether the configuration or an option names the base; otherwise the request was recognized by its path alone. */
  readonly isNamed: boolean;
  /** The base as it may be shown, where that is known. */
  readonly shownBase?: string;
}

type IsField = FieldNames["isField"];

const shownQuery = (url: URL, operation: Operation | undefined, isField: IsField): string => {
  const shown = [...url.searchParams].map(([name, value]) =>
    isPlainParameter(operation, name, value) ? `${name}=${value}` : `${isField(name) ? name : "…"}=…`,
  );
  return shown.length === 0 ? "" : `?${shown.join("&")}`;
};

const shownValue = (value: unknown, isField: IsField, depth: number): unknown => {
  if (typeof value === "string") return "…";
  if (typeof value === "number") return 0;
  if (typeof value !== "object" || value === null) return value;
  if (depth > 6) return "…";
  if (Array.isArray(value)) return value.slice(0, 3).map((inner) => shownValue(inner, isField, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isField(name) ? name : "…",
      shownValue(inner, isField, depth + 1),
    ]),
  );
};

/** Path parameters by name, query values and body masked, no header except the content type. */
export const shownRequest = (
  { method, url, headers, body, authorization }: ExchangeRequest,
  meaning: RequestMeaning | undefined,
  { isField, pathWords }: { readonly isField: IsField; readonly pathWords: ReadonlySet<string> },
): ExchangeRequest => {
  const address = new URL(url);
  const operation = meaning?.operation;
  const base =
    meaning?.shownBase ??
    (meaning?.operation === undefined
      ? shownBase({ base: address.origin, isNamed: meaning?.isNamed === true }, pathWords)
      : shownBase(meaning, pathWords));
  const path = operation?.path ?? shownPath(url, pathWords);
  const hasBody = typeof body === "object" && body !== null;
  const mediaType =
    shownMediaType(headers["content-type"] ?? "") ?? (hasBody ? "application/json" : undefined);
  return {
    method,
    url: `${base}${path}${shownQuery(address, operation, isField)}`,
    headers: mediaType === undefined ? {} : { "content-type": mediaType },
    ...(hasBody ? { body: shownValue(body, isField, 0) } : {}),
    authorization,
  };
};
