import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";

type Change = (value: unknown, holder: unknown) => unknown;

const changed = (
  value: unknown,
  [name, ...rest]: readonly string[],
  change: Change,
  holder: unknown,
): unknown => {
  if (name === undefined) return change(value, holder);
  const inner = (one: unknown): unknown => changed(one, rest, change, value);
  if (name === "*" && Array.isArray(value)) return value.map(inner);
  if (!isObject(value)) return value;
  if (name === "*") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  return Object.hasOwn(value, name) ? { ...value, [name]: inner(value[name]) } : value;
};

const namesOf = (path: string): readonly string[] => path.split("/").filter((name) => name !== "");

/**
 * Changes a location in a JSON value: names joined by `/`, `*` for every entry of an array or object, empty text for
 * the whole. Missing locations stay missing; undefined results are left out.
 */
export const edit = (value: unknown, path: string, change: Change): unknown =>
  changed(value, namesOf(path), change, undefined);

/** The same change at several locations. */
export const editAll = (value: unknown, paths: readonly string[], change: Change): unknown =>
  paths.reduce((whole, path) => edit(whole, path, change), value);

const holderOf = (path: string): readonly [holder: string, name: string] => {
  const names = namesOf(path);
  return [names.slice(0, -1).join("/"), names.at(-1) ?? ""];
};

export const drop = (value: unknown, path: string): unknown => edit(value, path, () => undefined);

/** Sets the value at a location whose parent exists. */
export const put = (value: unknown, path: string, inner: unknown): unknown => {
  const [holder, name] = holderOf(path);
  return edit(value, holder, (object) => (isObject(object) ? { ...object, [name]: inner } : object));
};

/** Renames a property without changing the order. */
export const rename = (value: unknown, path: string, to: string): unknown => {
  const [holder, name] = holderOf(path);
  return edit(value, holder, (object) => renamed(object, (key) => (key === name ? to : key)));
};

const renamed = (object: unknown, spell: (name: string) => string): unknown =>
  isObject(object)
    ? Object.fromEntries(Object.entries(object).map(([name, one]) => [spell(name), one]))
    : object;

/** Renames the properties of an object, but not nested ones. */
export const respell = (value: unknown, path: string, spell: (name: string) => string): unknown =>
  edit(value, path, (object) => renamed(object, spell));

/** `lastGiftDate` becomes `LastGiftDate`. */
export const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** `lastGiftDate` becomes `last_gift_date`, `address1` becomes `address_1`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`).replace(/^_/, "");

/** A property of a JSON object, or undefined. */
export const property = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The array, or an empty one for other values. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The JSON object, or an empty one for other values. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
