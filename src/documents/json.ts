import { isObject } from "../core/model/json-object.ts";

export const isText = (value: unknown): value is string => typeof value === "string";

/** The entries of an object; empty for anything else. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

/** The items of an array; empty for anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts in an array, for example the values of `x-facts`. */
export const textsOf = (value: unknown): readonly string[] => itemsOf(value).filter(isText);
