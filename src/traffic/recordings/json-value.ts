import { isObject, type JsonObject } from "../../core/model/json-object.ts";

export { isObject, type JsonObject };

/** A property if it is an object, else an empty object. */
export const objectAt = (value: JsonObject, name: string): JsonObject => {
  const inner = value[name];
  return isObject(inner) ? inner : {};
};

export const textAt = (value: JsonObject, name: string): string | undefined => {
  const inner = value[name];
  return typeof inner === "string" ? inner : undefined;
};

/** A number, even if written as text. */
export const numberAt = (value: JsonObject, name: string): number | undefined => {
  const inner = value[name];
  const number = typeof inner === "string" && inner.trim() !== "" ? Number(inner) : inner;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
