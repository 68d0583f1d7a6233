import { isGone, type JsonObject } from "./json.ts";

/** References to other records and choices from lists: another value may not exist. */
const fixed = /(?:id|type|status|state|kind|category|currency|country|url|link|e-?mail|phone)$/i;

const moment = /^(\d{4})(-\d\d-\d\d.*)$/;

/** A year later, in the same spelling; for a leap day, the day before. */
const nextYear = (year: string, rest: string): string =>
  `${String(Number(year) + 1).padStart(4, "0")}${rest.replace(/^-02-29/, "-02-28")}`;

const otherText = (text: string): string => {
  const [, year, rest] = moment.exec(text) ?? [];
  if (year !== undefined && rest !== undefined) return nextYear(year, rest);
  // Added in front: the end may be cut off.
  return /\s/.test(text) ? `Changed ${text}` : `X${text}`;
};

/** Another value of the same kind; the same value if no other is known to be valid. */
const otherValue = (name: string, value: unknown): unknown => {
  if (fixed.test(name)) return value;
  if (typeof value === "string" && value !== "") return otherText(value);
  // An amount may be rounded.
  return typeof value === "number" ? value + (Math.abs(value) < 100 ? 1 : 1000) : value;
};

const mapped = (body: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(name, value)]));

/** The body with another value of each property except flags: switching one off may hide the record. */
export const changedBody = (body: JsonObject): JsonObject => mapped(body, otherValue);

/** The body with every flag inverted. */
export const flippedBody = (body: JsonObject): JsonObject =>
  mapped(body, (_, value) => (typeof value === "boolean" ? !value : value));

const isName = (name: string): boolean => /^(?:id|name|title)$/i.test(name);

/** The body with null for everything but flags and what a record can hardly lack. */
export const emptiedBody = (body: JsonObject): JsonObject =>
  mapped(body, (name, value) =>
    isName(name) || typeof value === "boolean" || isGone(value) || /id$/i.test(name) ? value : null,
  );
