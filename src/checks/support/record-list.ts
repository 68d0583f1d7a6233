import { isObject, property } from "./json.ts";

/** Names under which lists hold their records elsewhere, in the order in which they are looked for. */
const usualNames = ["data", "users", "items", "results", "records", "list"] as const;

const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isObject);

const usualIn = (body: unknown): readonly unknown[] | undefined =>
  isListOfObjects(body) ? body : usualNames.map((name) => property(body, name)).find(isListOfObjects);

/** Whether records may be a map by their ids: any list beside them is another one. */
const isMap = (name: string, value: unknown): boolean =>
  name !== "data" && usualNames.some((one) => one === name) && isObject(value);

/** What a list says about itself, and how a request went. */
const isBeside = (name: string, value: unknown): boolean =>
  ["meta", "links", "_links"].includes(name) || typeof value === "boolean";

/** The only list of a value that holds nothing else: beside other properties it may be one of them. */
const loneIn = (body: unknown): readonly unknown[] | undefined => {
  if (!isObject(body)) return undefined;
  let lone: readonly unknown[] | undefined;
  // Without a list of the entries: a body may be a map of a hundred thousand.
  for (const name in body) {
    const value = body[name];
    if (isBeside(name, value)) continue;
    if (lone !== undefined || isMap(name, value) || !isListOfObjects(value)) return undefined;
    lone = value;
  }
  return lone;
};

/**
 * The records of a list whose place in the answer is not stated; undefined when that cannot be determined. Where
 * nothing has a usual name, the only list is the one that is meant.
 */
export const recordList = (body: unknown): readonly unknown[] | undefined => {
  const data = property(body, "data");
  return usualIn(body) ?? usualIn(data) ?? loneIn(body) ?? loneIn(data);
};
