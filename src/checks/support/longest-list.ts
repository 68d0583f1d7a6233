import { isObject } from "./json.ts";

/**
 * The length of the longest array of objects among an answer's own properties (or of the answer itself):
 * where the records of a list stand when their name is not stated. Undefined when there is none.
 */
export const longestList = (body: unknown): number | undefined => {
  const arrays = Array.isArray(body)
    ? [body]
    : Object.entries(isObject(body) ? body : {})
        .filter(([name]) => name !== "meta" && name !== "links")
        .map(([, value]) => value)
        .filter((value) => Array.isArray(value));
  const lengths = arrays.filter((array) => array.every(isObject)).map((array) => array.length);
  return lengths.length === 0 ? undefined : Math.max(...lengths);
};
