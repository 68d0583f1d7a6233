import { isObject } from "../../core/model/json-object.ts";

const moment = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;
const day = /^\d{4}-\d\d-\d\d(?:$|[Tt ]00:00)/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const address = /^https?:\/\//i;

/** A store may keep whole seconds only. */
const mostApart = 1000;

/** Notations that state the same, by what both texts look like. */
const notations: readonly (readonly [RegExp, (one: string, other: string) => boolean])[] = [
  [moment, (one, other) => Math.abs(Date.parse(one) - Date.parse(other)) < mostApart],
  [day, (one, other) => one.slice(0, 10) === other.slice(0, 10)],
  [uuid, (one, other) => one.toLowerCase() === other.toLowerCase()],
  [address, (one, other) => URL.parse(one)?.href === URL.parse(other)?.href],
];

/** What servers show in place of a value that nobody should read. */
const mask = /^(?:\W*(?:redacted|masked|hidden)\W*|x{4,})$|[*•●]{3}/i;

/** Whether a server shows something in place of a value. */
export const isMasked = (value: unknown): boolean => typeof value === "string" && mask.test(value);

const sameText = (one: string, other: string): boolean =>
  one.normalize() === other.normalize() ||
  (isMasked(other) && !isMasked(one)) ||
  notations.some(([form, isSame]) => form.test(one) && form.test(other) && isSame(one, other));

/** Fractions may be kept with less precision. */
const sameNumber = (one: number, other: number): boolean =>
  one === other ||
  (!(Number.isInteger(one) && Number.isInteger(other)) &&
    Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other)));

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** Whether a value says more than that nothing is there: servers leave out what is empty. */
export const saysSomething = (value: unknown): boolean => {
  if (isNothing(value) || value === "" || value === 0 || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.values(value).some(saysSomething);
};

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/** Whether two values are of one JSON type: a server may show `17` as `{"id": 17}`, which its schema states. */
export const isSameKind = (one: unknown, other: unknown): boolean =>
  isNothing(one) || isNothing(other) || kindOf(one) === kindOf(other);

/**
 * Whether an answer shows a value as it was sent: a moment in another notation is the same, as is null left out, and a
 * list in another order. Objects may show more.
 * @param mayHide whether an answer may leave out a property of an object
 */
export const showsSame = (
  sent: unknown,
  shown: unknown,
  mayHide: (name: string, value: unknown) => boolean = (_, value) => !saysSomething(value),
): boolean => {
  if (isNothing(sent) || isNothing(shown)) return isNothing(sent) && isNothing(shown);
  if (typeof sent === "string" && typeof shown === "string") return sameText(sent, shown);
  if (typeof sent === "number" && typeof shown === "number") return sameNumber(sent, shown);
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const left = [...(shown as readonly unknown[])];
    return (
      sent.length === shown.length &&
      sent.every((one) => {
        const index = left.findIndex((other) => showsSame(one, other, mayHide));
        if (index >= 0) left.splice(index, 1);
        return index >= 0;
      })
    );
  }
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).every(([name, value]) =>
      isNothing(shown[name]) ? mayHide(name, value) : showsSame(value, shown[name], mayHide),
    );
  return sent === shown;
};
