import type { JsonObject } from "./json.ts";
import { isTerm } from "./marked.ts";

const isText = (name: string): boolean => /(?:name|description|text|note|comment|summary)s?$/i.test(name);

/** The fields of a configured body that may hold any text, by name: payloads are not stated. */
export const textFields = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([name, value]) => isText(name) && typeof value === "string" && /\p{L}/u.test(value))
    .map(([name]) => name);

/** The fields of a configured body that hold an amount with a fraction. */
export const amountFields = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([, value]) => typeof value === "number" && !Number.isInteger(value))
    .map(([name]) => name);

/** The fields of a configured body that hold the beginning or the end of something, as a moment. */
export const momentFields = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(([name, value]) => isTerm(name) && /^\d{4}-\d\d-\d\dT/.test(String(value)))
    .map(([name]) => name);

/** The fields of a configured body that hold a list of days. */
export const dayFields = (body: JsonObject): readonly string[] =>
  Object.entries(body)
    .filter(
      ([, value]) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((one) => /^\d{4}-\d\d-\d\d$/.test(String(one))),
    )
    .map(([name]) => name);
