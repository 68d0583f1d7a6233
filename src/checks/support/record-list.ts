import { isObject, property } from "./json.ts";

/** Names under which lists elsewhere hold their records, in search order. */
const usualNames = ["data", "users", "items", "results", "records", "list"] as const;

const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isObject);

const usualIn = (body: unknown): readonly unknown[] | undefined =>
  isListOfObjects(body) ? body : usualNames.map((name) => property(body, name)).find(isListOfObjects);

/** Whether records may be a map by id: any list beside them has another meaning. */
const isMap = (name: string, value: unknown): boolean =>
  name !== "data" && usualNames.some((one) => one === name) && isObject(value);

/** Metadata of a list, and the outcome of the request. */
const isBeside = (name: string, value: unknown): boolean =>
  ["meta", "links", "_links"].includes(name) || typeof value === "boolean";

/** The only list of a value without other properties, among which it might be one of many. */
const loneIn = (body: unknown): readonly unknown[] | undefined => {
  if (!isObject(body)) return undefined;
  let lone: readonly unknown[] | undefined;
  // No array of the entries: a body may be a map of a hundred thousand.
  for (const name in body) {
    const value = body[name];
    if (isBeside(name, value)) continue;
    if (lone !== undefined || isMap(name, value) || !isListOfObjects(value)) return undefined;
    lone = value;
  }
  return lone;
};

/**
 * The records of a list at an unstated location of the answer; undefined if they cannot be determined. If nothing has a
 * usual name, the only list counts.
 */
export const recordList = (body: unknown): readonly unknown[] | undefined => {
  const data = property(body, "data");
  return usualIn(body) ?? usualIn(data) ?? loneIn(body) ?? loneIn(data);
};
