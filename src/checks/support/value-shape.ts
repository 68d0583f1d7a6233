import { isFieldName } from "../../contract/documents.ts";
import { isObject } from "./json.ts";

/** A property's name where it is one; a key that may be a value is not shown. */
export const shownName = (name: string): string => (isFieldName(name) ? name : "…");

/** No record has so many fields: beyond this position, an object is a map and not judged one by one. */
const maxJudgedKeys = 1000;

/** Names as they are shown, each with its value; behind `maxJudgedKeys` there is only one more, `…`. */
const shownEntries = function* (value: Readonly<Record<string, unknown>>): Generator<[string, unknown]> {
  let position = 0;
  for (const name in value) {
    if (position === maxJudgedKeys) return yield ["…", undefined];
    position += 1;
    yield [shownName(name), value[name]];
  }
};

/** The names of an object's properties in its order, each once; nothing of any other value. */
export const namesOf = (value: unknown): readonly string[] =>
  isObject(value) ? [...new Set(Iterator.from(shownEntries(value)).map(([name]) => name))] : [];

/** What kind of value it is, with the names of an object's or an array's first entry's properties; never a value. */
export const outline = (value: unknown, depth = 1): string => {
  if (value === null) return "null";
  if (Array.isArray(value))
    return value.length === 0 ? "empty array" : `array of ${outline(value[0], depth)}`;
  if (!isObject(value)) return typeof value;
  if (depth === 0) return "object";
  const names = new Set<string>();
  for (const [name, inner] of shownEntries(value)) {
    const isNested = isObject(inner) || (Array.isArray(inner) && isObject(inner[0]));
    names.add(isNested ? `${name} ${outline(inner, depth - 1)}` : name);
  }
  return `{${[...names].join(", ")}}`;
};
