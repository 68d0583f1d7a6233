import { isGone, isObject, type JsonObject } from "../../harness/model/json-object.ts";

export { isGone, isObject, type JsonObject };

export const has = (value: unknown, name: string): boolean => isObject(value) && Object.hasOwn(value, name);

/** A property of an object, or undefined when it is no object or has no such property. */
export const property = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** An object without some of its properties. */
export const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** The value at a JSON pointer, or undefined when there is none. */
export const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (inner, part) => (Array.isArray(inner) ? (inner[Number(part)] as unknown) : property(inner, part)),
      value,
    );
