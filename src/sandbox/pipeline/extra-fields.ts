import { JsonText } from "./json-text.ts";
import type { Answer, Endpoint, ParsedRequest } from "./endpoint.ts";

/** A field that no document names. */
const extra = { undocumentedField: "assumption extraFields" };

/**
 * Adds an unknown field to the objects of an answer: real services do so without notice, and clients must tolerate it.
 * A record limited to chosen columns stays unchanged (DON-14).
 */
export const withExtraFields = (endpoint: Endpoint, request: ParsedRequest, answer: Answer): Answer => {
  const { body } = answer;
  if (body === undefined) return answer;
  const keepsItems = endpoint.interface === "donation" && choosesColumns(request.body);
  return {
    ...answer,
    body: extend(body instanceof JsonText ? body.read() : body, keepsItems ? "items" : undefined),
  };
};

const choosesColumns = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  "selectedColumns" in body &&
  Array.isArray(body.selectedColumns);

const extend = (value: unknown, untouched: string | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => extend(item, untouched));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === untouched ? inner : extend(inner, untouched),
  ]);
  return { ...Object.fromEntries(entries), ...extra };
};
