import { printable } from "../output/escape.ts";

/** Keys and array indexes from a document's root to a value. */
export type Path = readonly string[];

/** A path in dotted form: `interfaces.shop.baseUrl`. */
export const dotted = (path: Path): string => path.map(printable).join(".");

/** The value at a path of own properties; undefined if there is none. */
export const valueAt = (root: unknown, path: Path): unknown => {
  let value = root;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    // An object with that own key, as checked above.
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return value;
};
