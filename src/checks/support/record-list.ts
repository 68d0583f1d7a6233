import { isObject, property } from "./json.ts";

/** Names under which lists hold their records elsewhere, in the order in which they are looked for. */
const usualNames = ["data", "users", "items", "results", "records", "list"] as const;

const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isObject);

const usualIn = (body: unknown): readonly unknown[] | undefined =>
  isListOfObjects(body) ? body : usualNames.map((name) => property(body, name)).find(isListOfObjects);

/** A list that stands alone, what a list says about itself left aside. */
const loneIn = (body: unknown): readonly unknown[] | undefined => {
  const lists = Object.entries(isObject(body) ? body : {})
    .filter(([name]) => name !== "meta" && name !== "links")
    .map(([, value]) => value)
    .filter(isListOfObjects);
  return lists.length === 1 ? lists[0] : undefined;
};

/**
 * The records of a list whose place in the answer is not stated; undefined when it cannot be told which they are. Where
 * nothing has a usual name, a list that stands alone is the one that is meant.
 */
export const recordList = (body: unknown): readonly unknown[] | undefined => {
  const data = property(body, "data");
  return usualIn(body) ?? usualIn(data) ?? loneIn(body) ?? loneIn(data);
};
