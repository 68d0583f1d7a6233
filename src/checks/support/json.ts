import type { JsonObject } from "../../harness/model/json-object.ts";

export { valueAt as at } from "../../harness/formats/json-pointer.ts";
export {
  anyCase,
  has,
  isGone,
  isObject,
  isSameJson,
  property,
  type JsonObject,
} from "../../harness/model/json-object.ts";

/** An object without some of its properties. */
export const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
