import { own } from "../model/json-object.ts";
import { isObject } from "./json-value.ts";

type Fields = Record<string, string>;

const add = (fields: Fields, name: string, value: unknown): void => {
  // Skips pseudo headers of HTTP/2.
  if (name === "" || name.startsWith(":")) return;
  const key = name.toLowerCase();
  const text = Array.isArray(value) ? value.map(String).join(", ") : String(value);
  // A header may have the name of an inherited object property.
  const before = own(fields, key);
  fields[key] = before === undefined ? text : `${before}, ${text}`;
};

/** From a list of `{ name, value }` or of pairs, or an object of texts or lists. Names become lowercase. */
export const headerFields = (headers: unknown): Readonly<Fields> => {
  const fields: Fields = {};
  if (Array.isArray(headers)) {
    for (const one of headers as readonly unknown[]) {
      if (Array.isArray(one)) add(fields, String(one[0] ?? ""), one[1] ?? "");
      else if (isObject(one)) add(fields, String(one["name"] ?? ""), one["value"] ?? "");
    }
  } else if (isObject(headers)) for (const name in headers) add(fields, name, headers[name] ?? "");
  return fields;
};
