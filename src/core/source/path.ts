import { childOf } from "../model/json-object.ts";
import { printable } from "../output/escape.ts";

/** Keys and array indexes from a document's root to a value. */
export type Path = readonly string[];

/** A path in dotted form: `interfaces.shop.baseUrl`. */
export const dotted = (path: Path): string => path.map(printable).join(".");

/** The value at a path of own properties; undefined if there is none. */
export const valueAt = (root: unknown, path: Path): unknown => path.reduce(childOf, root);
