import { isFieldName } from "../../builtin/documents.ts";
import { isObject } from "./json.ts";

/** A property's name; a key that may be a value is hidden. */
export const shownName = (name: string): string => (isFieldName(name) ? name : "…");

/** No record has more fields: an object with more is a map, whose further keys are not judged individually. */
const maxJudgedKeys = 1000;

/** Names as shown, each with its value; after `maxJudgedKeys` there is only one more, `…`. */
const shownEntries = function* (value: Readonly<Record<string, unknown>>): Generator<[string, unknown]> {
  let position = 0;
  for (const name in value) {
    if (position === maxJudgedKeys) return yield ["…", undefined];
    position += 1;
    yield [shownName(name), value[name]];
  }
};

/** The names of an object's properties in order, each once; none of other values. */
export const namesOf = (value: unknown): readonly string[] =>
  isObject(value) ? [...new Set(Iterator.from(shownEntries(value)).map(([name]) => name))] : [];

/** The kind of a value, with the names of the properties of an object or an array's first entry; never a value. */
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
