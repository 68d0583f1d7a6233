import { tokensOf } from "../../core/formats/json-pointer.ts";
import { validateServed } from "../../builtin/validation.ts";
import type { SchemaViolation } from "../../core/model/violation.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../refusal.ts";
import type { Endpoint, ParsedRequest } from "./endpoint.ts";

/** Status for a readable request that the interface's document does not allow. */
const invalidStatus = { crm: 422, donation: 400, volunteer: 422 } as const;

/** Validates a request with the generated validators, so that documents and sandbox cannot disagree. */
export const refusalFor = (endpoint: Endpoint, request: ParsedRequest): SandboxRefusal | undefined => {
  if (endpoint.isAdded === true) return undefined;
  const violations = validateServed(endpoint.id, request);
  if (violations.length === 0) return undefined;
  // The token endpoint refuses an invalid form as a bad request, as in OAuth 2.0.
  const status = endpoint.effect === "token" ? 400 : invalidStatus[endpoint.interface];
  return refuse(status, "The request is not valid.", { fields: fieldErrors(violations) });
};

/** One entry per violation below a named field; errors of the whole body name none. */
const fieldErrors = (violations: readonly SchemaViolation[]): FieldError[] =>
  violations
    .map(({ pointer, rule, message }) => ({
      field: fieldPath(pointer),
      code: codeOf[rule] ?? "INVALID",
      message,
    }))
    .filter(({ field }) => field !== "");

const codeOf: Readonly<Partial<Record<SchemaViolation["rule"], string>>> = {
  missing: "REQUIRED",
  null: "REQUIRED",
  type: "INVALID_TYPE",
  format: "INVALID_FORMAT",
  enum: "NOT_ALLOWED",
  range: "OUT_OF_RANGE",
  length: "INVALID_LENGTH",
  extra: "UNKNOWN_FIELD",
};

/** Converts `/groups/0/conjunct` to `groups[0].conjunct`. */
const fieldPath = (pointer: string): string =>
  tokensOf(pointer)
    .map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : segment))
    .join(".")
    .replaceAll(".[", "[");
