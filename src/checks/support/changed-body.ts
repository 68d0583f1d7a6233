import { isGone, type JsonObject } from "./json.ts";

/** What refers to another record, or is chosen from a list: another value of it may not exist. */
const fixed = /(?:id|type|status|state|kind|category|currency|country|url|link|e-?mail|phone)$/i;

const moment = /^(\d{4})(-\d\d-\d\d.*)$/;

/** A year later, in the same writing; the day before a leap day. */
const nextYear = (year: string, rest: string): string =>
  `${String(Number(year) + 1).padStart(4, "0")}${rest.replace(/^-02-29/, "-02-28")}`;

const otherText = (text: string): string => {
  const [, year, rest] = moment.exec(text) ?? [];
  if (year !== undefined && rest !== undefined) return nextYear(year, rest);
  // Before the text: its end may be cut off.
  return /\s/.test(text) ? `Changed ${text}` : `X${text}`;
};

/** Another value of the same kind; the value itself where none may be known. */
const otherValue = (name: string, value: unknown): unknown => {
  if (fixed.test(name)) return value;
  if (typeof value === "string" && value !== "") return otherText(value);
  // An amount may be rounded.
  return typeof value === "number" ? value + (Math.abs(value) < 100 ? 1 : 1000) : value;
};

const mapped = (body: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(name, value)]));

/** The body with another value of each property, flags as they are: one that is switched off may hide the record. */
export const changedBody = (body: JsonObject): JsonObject => mapped(body, otherValue);

/** The body with every flag the other way round. */
export const flippedBody = (body: JsonObject): JsonObject =>
  mapped(body, (_, value) => (typeof value === "boolean" ? !value : value));

const isName = (name: string): boolean => /^(?:id|name|title)$/i.test(name);

/** The body with null for all but flags, and what a record can hardly be without. */
export const emptiedBody = (body: JsonObject): JsonObject =>
  mapped(body, (name, value) =>
    isName(name) || typeof value === "boolean" || isGone(value) || /id$/i.test(name) ? value : null,
  );
