import { isGone, isObject, isSameJson, type JsonObject } from "../../harness/model/json-object.ts";

export { isGone, isObject, isSameJson, type JsonObject };

export const has = (value: unknown, name: string): boolean => isObject(value) && Object.hasOwn(value, name);

/** A property of an object; undefined if there is none. */
export const property = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** An object without some of its properties. */
export const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** The value at a JSON pointer; undefined if there is none. */
export const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (inner, part) => (Array.isArray(inner) ? (inner[Number(part)] as unknown) : property(inner, part)),
      value,
    );
