import { isFieldName } from "../../validation/documented-names.ts";
import { isObject } from "./json.ts";

/** A property's name where it is one; a key that may be a value is not told. */
export const shownName = (name: string): string => (isFieldName(name) ? name : "…");

/** The names of an object's properties in its order, each once; nothing of any other value. */
export const namesOf = (value: unknown): readonly string[] =>
  isObject(value) ? [...new Set(Object.keys(value).map(shownName))] : [];

/** What kind of value it is, with the names of an object's or an array's first entry's properties; never a value. */
export const outline = (value: unknown, depth = 1): string => {
  if (value === null) return "null";
  if (Array.isArray(value))
    return value.length === 0 ? "empty array" : `array of ${outline(value[0], depth)}`;
  if (!isObject(value)) return typeof value;
  if (depth === 0) return "object";
  const names = Object.entries(value).map(([name, inner]) =>
    isObject(inner) || (Array.isArray(inner) && isObject(inner[0]))
      ? `${shownName(name)} ${outline(inner, depth - 1)}`
      : shownName(name),
  );
  return `{${[...new Set(names)].join(", ")}}`;
};
