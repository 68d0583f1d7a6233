import type { Fault } from "../fault.ts";
import type { JsonObject } from "../../../harness/model/json-object.ts";
import { drop, edit, editAll, put, rename, respell } from "./edit.ts";
import { type Change, type Of, onBody, onSent, type When, type WhenAsked } from "./rows.ts";

type Constant = string | number | boolean | null | undefined | readonly unknown[] | JsonObject;

/** A change that needs only the body. */
type Edit = (body: unknown) => unknown;

type Becomes = Constant | ((value: unknown, holder: unknown) => unknown);

/** Replaces the values at some paths. A function gets the value and its parent. */
export const set = (paths: string | readonly string[], change: Becomes): Edit => {
  const becomes = typeof change === "function" ? change : () => change;
  return (body) => (typeof paths === "string" ? edit(body, paths, becomes) : editAll(body, paths, becomes));
};

/** Replaces the values at some paths of answers. */
export const onField = (
  of: Of,
  paths: string | readonly string[],
  change: Becomes,
  ...when: readonly When[]
): Fault["wrap"] => onBody(of, set(paths, change), ...when);

/** Replaces the values at some paths of requests. */
export const onSentField = (
  of: Of,
  paths: string | readonly string[],
  change: Becomes,
  ...when: readonly WhenAsked[]
): Fault["wrap"] => onSent(of, set(paths, change), ...when);

/** Sets the value at a path, existing or not. A function gets the whole body. */
export const add =
  (path: string, value: Constant | Change): Change =>
  (body, ...exchange) =>
    put(body, path, typeof value === "function" ? value(body, ...exchange) : value);

/** Removes the values at some paths. */
export const without =
  (...paths: readonly string[]): Edit =>
  (body) =>
    paths.reduce(drop, body);

export const renamed =
  (path: string, to: string): Edit =>
  (body) =>
    rename(body, path, to);

export const respelled =
  (path: string, spell: (name: string) => string): Edit =>
  (body) =>
    respell(body, path, spell);

/** Several changes in sequence. */
export const inTurn =
  (...changes: readonly Change[]): Change =>
  (body, ...exchange) =>
    changes.reduce((whole, change) => change(whole, ...exchange), body);

export const plus =
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

export const inAList = (value: unknown): readonly unknown[] => [value];

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Like converters from XML: a single entry is not a list. */
export const sole = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : list;

/** A flag with other values. */
export const either =
  (yes: unknown, no: unknown) =>
  (flag: unknown): unknown =>
    flag === true ? yes : no;

/** Replaces one value and keeps all others. */
export const turned =
  (from: unknown, to: unknown) =>
  (value: unknown): unknown =>
    value === from ? to : value;
