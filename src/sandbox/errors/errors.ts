import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Outgoing } from "../pipeline/message.ts";
import type { FieldError, SandboxRefusal, RefusalStatus } from "../refusal.ts";

/** A body to send. `mediaType` is absent for an empty body. */
interface ErrorBody {
  readonly mediaType?: string;
  readonly text: string;
}

/** Converts a refusal to its interface's body. `operation` is undefined if no endpoint matches. */
type ErrorFamily = (
  refusal: SandboxRefusal,
  operation: string | undefined,
  assumptions: Assumptions,
) => ErrorBody;

export const jsonBody = (value: unknown, mediaType = "application/json"): ErrorBody => ({
  mediaType,
  text: JSON.stringify(value),
});

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
const crmError: ErrorFamily = (refusal, operation, assumptions) => {
  if (operation === "issueToken" && assumptions["U-24.token"] === "oauth" && isGrantRefusal(refusal)) {
    return oauthError(refusal);
  }
  return isLegacy(refusal, operation, assumptions) ? legacyBody(refusal, assumptions) : envelope(refusal);
};

const isLegacy = (
  refusal: SandboxRefusal,
  operation: string | undefined,
  assumptions: Assumptions,
): boolean => {
  if (!legacyStatuses.has(refusal.status)) return false;
  if (assumptions["U-24"] === "mixed") return operation !== undefined && legacyOperations.has(operation);
  return assumptions["U-24"] === "legacy";
};

const legacyBody = (refusal: SandboxRefusal, assumptions: Assumptions): ErrorBody =>
  refusal.status === 401 && assumptions["U-24.unauthorized"] === "text"
    ? { mediaType: "text/plain; charset=utf-8", text: refusal.message }
    : jsonBody({ message: refusal.message });

const envelope = (refusal: SandboxRefusal): ErrorBody =>
  jsonBody({
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

const isGrantRefusal = (refusal: SandboxRefusal): boolean => refusal.status === 400 || refusal.status === 401;

const oauthError = (refusal: SandboxRefusal): ErrorBody =>
  jsonBody({
    error: refusal.status === 401 ? "invalid_grant" : "invalid_request",
    error_description: refusal.message,
  });

const titles: Readonly<Record<RefusalStatus, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Donation errors: title, status, detail, and errors if fields are invalid (DON-18); a 429 by U-25. */
const donationError: ErrorFamily = (refusal, _operation, assumptions) => {
  if (refusal.status !== 429) return problem(refusal);
  switch (assumptions["U-25"]) {
    case "problem":
      return problem(refusal);
    case "message":
      return jsonBody({ message: refusal.message });
    case "text":
      return { mediaType: "text/plain; charset=utf-8", text: refusal.message };
    case "empty":
      return { text: "" };
  }
};

const problem = (refusal: SandboxRefusal): ErrorBody =>
  jsonBody(
    {
      title: titles[refusal.status],
      status: refusal.status,
      detail: refusal.message,
      ...(refusal.fields.length === 0 ? {} : { errors: messagesByField(refusal.fields) }),
    },
    "application/problem+json",
  );

const messagesByField = (fields: readonly FieldError[]): Record<string, string[]> => {
  const messages = new Map<string, string[]>();
  for (const { field, message } of fields) messages.set(field, [...(messages.get(field) ?? []), message]);
  return Object.fromEntries(messages);
};

/** Volunteer errors: their form is not stated, so it is entirely assumed (U-26). */
const volunteerError: ErrorFamily = (refusal, _operation, assumptions) => {
  const { status, message, fields } = refusal;
  const errors = fields.length === 0 ? {} : { errors: messagesByField(fields) };
  switch (assumptions["U-26"]) {
    case "message-errors":
      return jsonBody({ message, ...errors });
    case "message":
      return jsonBody({ message });
    case "envelope":
      return jsonBody({ error: { status, message, ...errors } });
    case "problem":
      return jsonBody({ title: message, status, detail: message, ...errors });
  }
};

const families: Readonly<Record<BuiltinInterface, ErrorFamily>> = {
  crm: crmError,
  donation: donationError,
  volunteer: volunteerError,
};

/** Converts a refusal to an answer in the interface's error family. */
export const refusalAnswer = (
  interfaceName: BuiltinInterface,
  refusal: SandboxRefusal,
  operation: string | undefined,
  assumptions: Assumptions,
): Outgoing => {
  const { mediaType, text } = families[interfaceName](refusal, operation, assumptions);
  return {
    status: refusal.status,
    reason: refusal,
    headers: {
      ...refusal.headers,
      ...(mediaType === undefined ? {} : { "content-type": mediaType }),
      ...(refusal.rule === undefined ? {} : { "x-tripact-rule": refusal.rule }),
      ...(refusal.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    },
    ...(text === "" ? {} : { text }),
  };
};
