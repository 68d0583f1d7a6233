import type { JsonObject } from "../../core/model/json-object.ts";

export { valueAtPointer as at } from "../../core/formats/json-pointer.ts";
export {
  anyCase,
  has,
  isGone,
  isObject,
  isSameJson,
  property,
  type JsonObject,
} from "../../core/model/json-object.ts";

export const mayBeId = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

export const omit = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
