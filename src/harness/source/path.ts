import { printable } from "../output/escape.ts";

/** Keys and array positions from the root of a document to one of its values. */
export type Path = readonly string[];

/** A path as people write it: `interfaces.shop.baseUrl`. */
export const dotted = (path: Path): string => path.map(printable).join(".");

/** The value at a path of own properties, or undefined. */
export const valueAt = (root: unknown, path: Path): unknown => {
  let value = root;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    // An object with that own key, as the line above found.
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return value;
};
