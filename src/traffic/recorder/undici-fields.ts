import { headerFields, type Headers } from "../recordings/header-fields.ts";

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

/** Headers in undici's forms: an object, a list, or anything that gives pairs. */
export const undiciFields = (headers: unknown): Headers =>
  headerFields(isIterable(headers) ? [...headers] : headers);
