import { childOf } from "../model/json-object.ts";

/** The value at a dotted path of nested objects; undefined if there is none. */
export const atPath = (root: unknown, path: string): unknown => path.split(".").reduce(childOf, root);
