import type { SchemaViolation } from "../../harness/model/violation.ts";

/**
 * Whether a violation of the envelope concerns its details (CRM-41): absent or null instead of an empty array, or a
 * malformed entry. Details of another type concern the envelope (CRM-40).
 */
export const isDetailsViolation = ({ pointer, rule }: SchemaViolation): boolean =>
  pointer.startsWith("/error/details/") ||
  (pointer === "/error/details" && (rule === "missing" || rule === "null"));
