import { isObject, type JsonObject } from "../../../core/model/json-object.ts";
import type { BodyChange } from "./rows.ts";

export { property } from "../../../core/model/json-object.ts";

type AtPath = (value: unknown, holder: unknown) => unknown;

const changed = (
  value: unknown,
  [name, ...rest]: readonly string[],
  change: AtPath,
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
export const edit = (value: unknown, path: string, change: AtPath): unknown =>
  changed(value, namesOf(path), change, undefined);

const holderOf = (path: string): readonly [holder: string, name: string] => {
  const names = namesOf(path);
  return [names.slice(0, -1).join("/"), names.at(-1) ?? ""];
};

/** Sets the value at a location whose parent exists. */
export const put = (value: unknown, path: string, inner: unknown): unknown => {
  const [holder, name] = holderOf(path);
  return edit(value, holder, (object) => (isObject(object) ? { ...object, [name]: inner } : object));
};

/** `lastGiftDate` becomes `LastGiftDate`. */
export const inPascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** `lastGiftDate` becomes `last_gift_date`, `address1` becomes `address_1`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`).replace(/^_/, "");

/** The array, or an empty one for other values. */
export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The JSON object, or an empty one for other values. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

type Constant = string | number | boolean | null | undefined | readonly unknown[] | JsonObject;

/** A change that needs only the body. */
type Edit = (body: unknown) => unknown;

export type Becomes = Constant | ((value: unknown, holder: unknown) => unknown);

/** Replaces the values at some paths. A function gets the value and its parent. */
export const set = (paths: string | readonly string[], change: Becomes): Edit => {
  const becomes = typeof change === "function" ? change : () => change;
  return (body) => [paths].flat().reduce<unknown>((whole, path) => edit(whole, path, becomes), body);
};

/** Sets the value at a path, existing or not. A function gets the whole body. */
export const add =
  (path: string, value: Constant | BodyChange): BodyChange =>
  (body, ...exchange) =>
    put(body, path, typeof value === "function" ? value(body, ...exchange) : value);

export const droppingPaths =
  (...paths: readonly string[]): Edit =>
  (body) =>
    paths.reduce((whole, path) => edit(whole, path, () => undefined), body);

/** Renames the properties of an object, but not nested ones, without changing the order. */
export const respelled =
  (path: string, spell: (name: string) => string): Edit =>
  (body) =>
    edit(body, path, (object) =>
      isObject(object)
        ? Object.fromEntries(Object.entries(object).map(([name, one]) => [spell(name), one]))
        : object,
    );

export const renamed = (path: string, to: string): Edit => {
  const [holder, name] = holderOf(path);
  return respelled(holder, (key) => (key === name ? to : key));
};

export const takingTurns =
  (...changes: readonly BodyChange[]): BodyChange =>
  (body, ...exchange) =>
    changes.reduce((whole, change) => change(whole, ...exchange), body);

export const enlarged =
  (count: number) =>
  (value: unknown): number =>
    Number(value) + count;

export const lowerCase = (value: unknown): string => String(value).toLowerCase();

export const latin1 = (value: unknown): string => Buffer.from(String(value), "utf8").toString("latin1");

/** Replaces parts of a text; a text as pattern means all its occurrences. */
export const replaced =
  (pattern: RegExp | string, by: string) =>
  (value: unknown): string =>
    typeof pattern === "string" ? String(value).replaceAll(pattern, by) : String(value).replace(pattern, by);

export const appended =
  (end: string) =>
  (value: unknown): string =>
    `${String(value)}${end}`;

export const cutTo =
  (length: number) =>
  (value: unknown): string =>
    String(value).slice(0, length);

/** A text with its percent signs decoded, if they all can be. */
export const decodedAgain = (value: unknown): string => {
  try {
    return decodeURIComponent(String(value));
  } catch {
    return String(value);
  }
};

export const inAList = (value: unknown): readonly unknown[] => [value];

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Like converters from XML: a single entry is not a list. */
export const sole = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : list;

/** A flag with other values. */
export const flippedFlag =
  (yes: unknown, no: unknown) =>
  (flag: unknown): unknown =>
    flag === true ? yes : no;

/** Replaces one value and keeps all others. */
export const turned =
  (from: unknown, to: unknown) =>
  (value: unknown): unknown =>
    value === from ? to : value;

/** A link to another host, with the same path. */
export const toHost =
  (host: string) =>
  (link: unknown): string =>
    String(link).replace(/^(https?:\/\/)[^/]+/, `$1${host}`);

export const toOtherHost = toHost("crm.elsewhere.example");

/** Changes the host of all links in a value to the host behind a proxy. */
export const behindProxy =
  (host: string) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(behindProxy(host));
    if (!isObject(value)) return value;
    const inner = Object.entries(value).map(([name, one]) => [
      name,
      name.endsWith("Url") ? toHost(host)(one) : behindProxy(host)(one),
    ]);
    return Object.fromEntries(inner);
  };
