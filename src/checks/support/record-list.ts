import { isObject, property } from "./json.ts";

/** Names under which lists hold their records elsewhere, in the order in which they are looked for. */
const usualNames = ["data", "users", "items", "results", "records", "list"] as const;

const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isObject);

const listIn = (body: unknown): readonly unknown[] | undefined => {
  if (isListOfObjects(body)) return body;
  const usual = usualNames.map((name) => property(body, name)).find(isListOfObjects);
  if (usual !== undefined) return usual;
  // Where nothing has a usual name, a list that stands alone is the one that is meant.
  const lists = Object.entries(isObject(body) ? body : {})
    .filter(([name]) => name !== "meta" && name !== "links")
    .map(([, value]) => value)
    .filter(isListOfObjects);
  return lists.length === 1 ? lists[0] : undefined;
};

/** The records of a list whose place in the answer is not stated; undefined when it cannot be told which they are. */
export const recordList = (body: unknown): readonly unknown[] | undefined =>
  listIn(body) ?? listIn(property(body, "data"));
