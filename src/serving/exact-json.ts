import { tokensOf } from "../core/formats/json-pointer.ts";
import { isObject, own } from "../core/model/json-object.ts";
import type { ApiExample } from "../documents/document.ts";

/** A number of more digits than a double holds, as it is written. */
const longNumber = /\d{16}/;

interface RawJson {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

// Node 22 and later have it; the compiler's library does not know it yet.
const raw = JSON as unknown as RawJson;

/** Parses a JSON text for storing: long integers are written again as they were. @throws SyntaxError */
export const exactJson = (text: string): unknown =>
  longNumber.test(text)
    ? JSON.parse(text, ((_: string, value: unknown, context?: { readonly source?: string }) =>
        typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
          ? raw.rawJSON(context?.source ?? "")
          : value) as (this: unknown, key: string, value: unknown) => unknown)
    : JSON.parse(text);

/** A value without exact numbers, for a validator. */
export const roundedJson = (value: unknown): unknown => {
  const text = JSON.stringify(value) ?? "null";
  return longNumber.test(text) ? JSON.parse(text) : value;
};

/** The text of an exact number; undefined for any other value. */
export const exactText = (value: unknown): string | undefined =>
  raw.isRawJSON(value) ? value.rawJSON : undefined;

/** An example's value, its long integers digit for digit. */
export const exampleValue = ({ value, exact }: Pick<ApiExample, "value" | "exact">): unknown =>
  Object.entries(exact ?? {}).reduce(
    (whole, [pointer, digits]) => withAt(whole, tokensOf(pointer), raw.rawJSON(digits)),
    value,
  );

const withAt = (holder: unknown, [token, ...rest]: readonly string[], value: unknown): unknown => {
  if (token === undefined) return value;
  if (Array.isArray(holder))
    return holder.map((item: unknown, index) => (String(index) === token ? withAt(item, rest, value) : item));
  return isObject(holder) ? { ...holder, [token]: withAt(own(holder, token), rest, value) } : holder;
};
