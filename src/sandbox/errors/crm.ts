import type { Assumptions } from "../assumptions/assumptions.ts";
import type { FieldError, Refusal, RefusalStatus } from "../refusal.ts";
import { json, type ErrorBody, type ErrorFamily } from "./error-body.ts";

/** The code of each status (CRM-43). */
const codes: Readonly<Record<RefusalStatus, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  409: "CONFLICT",
  422: "VALIDATION_FAILED",
  429: "RATE_LIMITED",
  500: "INTERNAL_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** The only statuses with stated older bodies (CRM-44). */
const legacyStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** With `mixed`, the operations that still use the older form. */
const legacyOperations: ReadonlySet<string> = new Set([
  "getContactByReference",
  "listContactMethodTypes",
  "addEventContact",
]);

/** CRM errors: the canonical envelope (CRM-40), or an older body if U-24 says so. */
export const crmError: ErrorFamily = (refusal, operation, assumptions) => {
  if (operation === "issueToken" && assumptions["U-24.token"] === "oauth" && isGrantRefusal(refusal)) {
    return oauthError(refusal);
  }
  return isLegacy(refusal, operation, assumptions) ? legacyBody(refusal, assumptions) : envelope(refusal);
};

const isLegacy = (refusal: Refusal, operation: string | undefined, assumptions: Assumptions): boolean => {
  if (!legacyStatuses.has(refusal.status)) return false;
  if (assumptions["U-24"] === "mixed") return operation !== undefined && legacyOperations.has(operation);
  return assumptions["U-24"] === "legacy";
};

const legacyBody = (refusal: Refusal, assumptions: Assumptions): ErrorBody =>
  refusal.status === 401 && assumptions["U-24.unauthorized"] === "text"
    ? { mediaType: "text/plain; charset=utf-8", text: refusal.message }
    : json({ message: refusal.message });

const envelope = (refusal: Refusal): ErrorBody =>
  json({
    error: { code: codes[refusal.status], message: refusal.message, details: refusal.fields.flatMap(detail) },
  });

/**
 * A detail names a field in camelCase (CRM-41), whatever its name in the form or address; one without such a name is
 * left out.
 */
const detail = ({ field, code, message }: FieldError): FieldError[] => {
  const camelCase = field
    .split(".")
    .map((name) =>
      name.replace(/[^A-Za-z0-9[\]]+([A-Za-z0-9])?/g, (_, next?: string) => next?.toUpperCase() ?? ""),
    )
    .map((name) => name.charAt(0).toLowerCase() + name.slice(1))
    .join(".");
  return /^[a-z][A-Za-z0-9]*/.test(camelCase) ? [{ field: camelCase, code, message }] : [];
};

const isGrantRefusal = (refusal: Refusal): boolean => refusal.status === 400 || refusal.status === 401;

const oauthError = (refusal: Refusal): ErrorBody =>
  json({
    error: refusal.status === 401 ? "invalid_grant" : "invalid_request",
    error_description: refusal.message,
  });
