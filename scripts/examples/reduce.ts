import { childPointer } from "../../src/core/formats/json-pointer.ts";
import { isObject } from "../../src/core/model/json-object.ts";

/** Longer texts are cut, if their content does not matter. */
const longText = 48;

/** A credential, or what looks like one. */
const credential = /^[\w.~+/-]{28,}=*$/;

/** Readable replacements, different for every value. */
const createNames = (): ((value: string) => string) => {
  const names = new Map<string, string>();
  return (value) => {
    const name = names.get(value) ?? `token-${names.size + 1}`;
    names.set(value, name);
    return name;
  };
};

const nameOf = createNames();

export interface ReduceOptions {
  /** Whether objects keep all their properties, so that only lists and texts become shorter. */
  readonly keepsProperties?: boolean;
}

/** Removes slices of a list, from large slices to single items, as long as a property of the whole holds. */
const withoutSlices = <Item>(
  items: readonly Item[],
  still: (left: readonly Item[]) => boolean,
): readonly Item[] => {
  let left = items;
  for (let size = left.length; size >= 1; size = Math.floor(size / 2))
    for (let start = left.length - size; start >= 0; start -= size) {
      const fewer = left.toSpliced(start, size);
      if (fewer.length < left.length && still(fewer)) left = fewer;
    }
  return left;
};

const reduceText = (text: string, still: (smaller: unknown) => boolean): string => {
  const shorter = credential.test(text) ? nameOf(text) : text.slice(0, longText);
  return shorter !== text && still(shorter) ? shorter : text;
};

const reduceList = (
  list: readonly unknown[],
  still: (smaller: unknown) => boolean,
  options: ReduceOptions,
): readonly unknown[] => {
  let items = withoutSlices(list, still);
  for (const index of items.keys())
    items = items.with(
      index,
      reduce(items[index], (inner) => still(items.with(index, inner)), options),
    );
  return items;
};

/** The smallest JSON value, found by removing parts of one, for which a property still holds. */
export const reduce = (
  value: unknown,
  still: (smaller: unknown) => boolean,
  options: ReduceOptions = {},
): unknown => {
  if (typeof value === "string") return reduceText(value, still);
  if (Array.isArray(value)) return reduceList(value as readonly unknown[], still, options); // An array of anything.
  if (!isObject(value)) return value;
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value[name]]));
  const all = Object.keys(value);
  const names = options.keepsProperties === true ? all : withoutSlices(all, (left) => still(pick(left)));
  let object = pick(names);
  for (const name of names)
    object = {
      ...object,
      [name]: reduce(object[name], (inner) => still({ ...object, [name]: inner }), options),
    };
  return object;
};

/** The changes from one JSON value to another, by JSON pointer; `undefined` removes. */
export const changesBetween = (
  from: unknown,
  to: unknown,
  pointer = "",
): Readonly<Record<string, unknown>> => {
  if (JSON.stringify(from) === JSON.stringify(to)) return {};
  const isAlike = Array.isArray(from) === Array.isArray(to);
  if (!isAlike || typeof from !== "object" || typeof to !== "object" || from === null || to === null)
    return { [pointer]: to };
  const [one, other] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const inner = childPointer(pointer, name);
      return one.has(name) && other.has(name)
        ? Object.entries(changesBetween(one.get(name), other.get(name), inner))
        : [[inner, other.get(name)]];
    }),
  );
};
