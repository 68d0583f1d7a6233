import { validateServed } from "../../contract/validation.ts";
import type { SchemaViolation } from "../../harness/model/violation.ts";
import { refuse, type FieldError, type Refusal } from "../refusal.ts";
import type { Endpoint, ParsedRequest } from "./endpoint.ts";

/** How each interface answers a readable request that its document does not allow. */
const invalidStatus = { crm: 422, donation: 400, volunteer: 422 } as const;

/** Judges a request by the generated validators, so that documents and sandbox cannot disagree. */
export const validate = (endpoint: Endpoint, request: ParsedRequest): Refusal | undefined => {
  if (endpoint.isAdded === true) return undefined;
  const violations = validateServed(endpoint.id, request);
  if (violations.length === 0) return undefined;
  // A form that cannot be understood is a bad request to the token endpoint, as it is in OAuth 2.0.
  const status = endpoint.effect === "token" ? 400 : invalidStatus[endpoint.interface];
  return refuse(status, "The request is not valid.", { fields: fieldErrors(violations) });
};

/** One entry for each violation below a named field; what is wrong with the body as a whole names none. */
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

/** `/groups/0/conjunct` becomes `groups[0].conjunct`. */
const fieldPath = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : segment))
    .join(".")
    .replaceAll(".[", "[");
