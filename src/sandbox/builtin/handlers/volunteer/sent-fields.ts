import { isObject, type JsonObject } from "../../../../core/model/json-object.ts";

/** Fields that only the service sets. */
const ownFields: ReadonlySet<string> = new Set([
  "id",
  "type",
  "full_name",
  "has_subgroups",
  "created_at",
  "updated_at",
]);

/**
 * The sent fields, without those that the service sets or that are stored separately. A body that is no object has
 * none: its payload is not stated, and neither is a refusal.
 */
export const sentOwnFields = (body: unknown, apart: readonly string[] = []): JsonObject =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([key]) => !ownFields.has(key) && !apart.includes(key)))
    : {};

/** An id in a body or a path, as a number or as text: 7 and "7" are the same. */
export const sentId = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
};

/** The same for values of unstated type; anything but an id matches no record. */
export const sentRecordId = (value: unknown): number => sentId(value) ?? -1;
