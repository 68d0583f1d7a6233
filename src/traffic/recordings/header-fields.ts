import { own } from "../../core/model/json-object.ts";
import { isObject } from "./json-value.ts";

type Fields = Record<string, string>;

/** Lower-case names. */
export type Headers = Readonly<Fields>;

const textOf = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return isObject(value) ? Object.values(value).map(textOf).join(", ") : String(value ?? "");
};

const add = (fields: Fields, name: string, value: unknown): void => {
  // Skips pseudo headers of HTTP/2.
  if (name === "" || name.startsWith(":")) return;
  const key = name.toLowerCase();
  const text = textOf(value);
  // A header may have the name of an inherited object property.
  const before = own(fields, key);
  fields[key] = before === undefined ? text : `${before}, ${text}`;
};

/** Of lines, as on the wire. A status line is no header. */
const addLines = (fields: Fields, lines: readonly string[]): void => {
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
    add(fields, name, value);
  }
};

const isText = (value: unknown): boolean => typeof value === "string" || value instanceof Uint8Array;

const isName = (value: unknown): boolean => isText(value) && /^[\w!#$%&'*+.^`|~-]+$/.test(textOf(value));

const addList = (fields: Fields, list: readonly unknown[]): void => {
  if (list.every((one, index) => index % 2 === 1 || isName(one)))
    for (let at = 0; at < list.length; at += 2) add(fields, textOf(list[at]), list[at + 1]);
  else if (list.every(isText)) addLines(fields, list.map(textOf));
  else for (const one of list) addOne(fields, one);
};

const addOne = (fields: Fields, one: unknown): void => {
  if (Array.isArray(one)) add(fields, textOf(one[0]), one[1]);
  else if (isObject(one)) add(fields, textOf(one["name"] ?? one["key"]), one["value"] ?? one["values"]);
};

/**
 * From a list of `{ name, value }`, of pairs, of lines or of alternating names and values, an object of texts or lists,
 * or a text of lines. Names become lowercase.
 */
export const headerFields = (headers: unknown): Headers => {
  const fields: Fields = {};
  if (typeof headers === "string") addLines(fields, headers.split(/\r?\n/));
  else if (Array.isArray(headers)) addList(fields, headers);
  else if (isObject(headers)) for (const name in headers) add(fields, name, headers[name]);
  return fields;
};

/** The length of the body by its header; undefined if there is none, or another header overrides it. */
export const sentLength = (headers: Headers): number | undefined => {
  const [length = "", ...others] = (headers["content-length"] ?? "").split(",").map((one) => one.trim());
  const isStated = /^\d{1,15}$/.test(length) && others.every((other) => other === length);
  return isStated && headers["transfer-encoding"] === undefined ? Number(length) : undefined;
};
