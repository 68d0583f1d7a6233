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
