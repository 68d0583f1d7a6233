import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";

/** Fields that the service alone decides. */
const ownFields: ReadonlySet<string> = new Set([
  "id",
  "type",
  "full_name",
  "has_subgroups",
  "created_at",
  "updated_at",
]);

/**
 * What was sent, without what the service decides and what is kept apart. A body that is no object holds
 * nothing: its payload is not stated, and no refusal is.
 */
export const sentFields = (body: unknown, apart: readonly string[] = []): JsonObject =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([key]) => !ownFields.has(key) && !apart.includes(key)))
    : {};
