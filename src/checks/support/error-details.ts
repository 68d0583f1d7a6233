import type { SchemaViolation } from "../../harness/model/violation.ts";

/**
 * Whether a broken envelope is a matter of its details (CRM-41): absent or null where an empty array belongs
 * for no field, or an entry out of form. Details of another type altogether are the envelope's (CRM-40).
 */
export const isDetailsViolation = ({ pointer, rule }: SchemaViolation): boolean =>
  pointer.startsWith("/error/details/") ||
  (pointer === "/error/details" && (rule === "missing" || rule === "null"));
