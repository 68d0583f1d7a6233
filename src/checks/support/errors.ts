import { jsonOf, responseOf, type Exchange } from "../../core/model/exchange.ts";
import type { SchemaViolation } from "../../core/model/violation.ts";
import { has, isObject, property, type JsonObject } from "./json.ts";

/** The code of each documented status in the canonical envelope (CRM-43). */
export const codeOfStatus: ReadonlyMap<number, string> = new Map([
  [400, "BAD_REQUEST"],
  [401, "UNAUTHENTICATED"],
  [403, "FORBIDDEN"],
  [404, "NOT_FOUND"],
  [409, "CONFLICT"],
  [422, "VALIDATION_FAILED"],
  [429, "RATE_LIMITED"],
  [500, "INTERNAL_ERROR"],
  [503, "SERVICE_UNAVAILABLE"],
]);

/** `renamed` was meant as the envelope, but lacks its root key; `problem` is the donation interface's form. */
export type CrmErrorForm =
  | "canonical"
  | "renamed"
  | "problem"
  | "message"
  | "text"
  | "empty"
  | "oauth"
  | "other";

/** The statuses for which an older body, a single `message`, is stated (CRM-44). */
const olderStatuses: readonly number[] = [401, 403, 429];

/**
 * Whether a body without `error` was meant as the envelope: its root key is spelt differently, or its parts lack the
 * root key. An older body was not.
 */
const missesEnvelope = (body: JsonObject, status: number): boolean => {
  const { message, code } = body;
  const isFlat = typeof code === "string" && typeof message === "string" && !olderStatuses.includes(status);
  const isRenamed = Object.keys(body).some((key) => /^errors?$/i.test(key) && isObject(body[key]));
  return isFlat || (isRenamed && message === undefined);
};

/**
 * Determines the form by the root key. A string under `error` is the OAuth form, which the token endpoint may use; a
 * bare JSON string is plain text.
 */
export const crmErrorForm = (exchange: Exchange): CrmErrorForm | undefined => {
  const response = responseOf(exchange);
  if (response === undefined || response.status < 400) return undefined;
  const { body, headers } = response;
  if (body.kind === "unknown") return undefined;
  if (body.kind === "empty") return "empty";
  if (body.kind === "text") return /html|xml/i.test(headers["content-type"] ?? "") ? "other" : "text";
  if (typeof body.value === "string") return "text";
  if (!isObject(body.value)) return "other";
  const error = property(body.value, "error");
  if (error !== undefined)
    return typeof error === "string" && exchange.operation === "issueToken" ? "oauth" : "canonical";
  if (has(body.value, "title")) return "problem";
  if (missesEnvelope(body.value, response.status)) return "renamed";
  return typeof property(body.value, "message") === "string" ? "message" : "other";
};

/** Whether an exchange is a CRM error in the canonical envelope, well-formed or not. */
export const isCanonicalError = (exchange: Exchange): boolean => crmErrorForm(exchange) === "canonical";

/**
 * Whether a violation of the envelope concerns its details (CRM-41): absent or null instead of an empty array, or a
 * malformed entry. Details of another type concern the envelope (CRM-40).
 */
export const isDetailsViolation = ({ pointer, rule }: SchemaViolation): boolean =>
  pointer.startsWith("/error/details/") ||
  (pointer === "/error/details" && (rule === "missing" || rule === "null"));

/**
 * Whether a donation error must have the error envelope: all except a 429, whose shape is open (U-25), and a 502, 503
 * or 504, which a gateway may answer instead of the platform, with any body.
 */
export const owesProblem = (exchange: Exchange): boolean => {
  const status = responseOf(exchange)?.status ?? 0;
  if (status < 400 || status === 429) return false;
  const body = jsonOf(exchange);
  return status < 502 || has(body, "title") || has(body, "error");
};
