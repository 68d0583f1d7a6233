import { headerFields } from "../recordings/header-fields.ts";

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

/** Headers in undici's forms: an object, or a list of alternating names and values. */
export const undiciFields = (headers: unknown): Readonly<Record<string, string>> => {
  if (!Array.isArray(headers) || Array.isArray(headers[0]))
    return headerFields(isIterable(headers) ? [...headers] : headers);
  const texts = headers.map(String);
  const pairs = texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? ""]] : []));
  return headerFields(pairs);
};
