import { isObject } from "./json-object.ts";

/**
 * Validates a value that tripact has written itself. Returns the misfit's location and the required form, such as
 * `/findings/0/severity must be error, warning or info`; undefined if the value fits.
 * @param at JSON pointer of the value; empty for the whole
 */
export type Form = (value: unknown, at?: string) => string | undefined;

const formOf =
  (what: string, holds: (value: unknown) => boolean): Form =>
  (value, at = "") => {
    if (holds(value)) return undefined;
    return `${at || "it"} ${value === undefined ? "is missing" : `must be ${what}`}`;
  };

export const anything: Form = () => undefined;
export const text = formOf("a text", (value) => typeof value === "string");
export const count = formOf("a whole number", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const number = formOf("a number", (value) => Number.isFinite(value));
export const truth = formOf("true or false", (value) => typeof value === "boolean");
export const time = formOf(
  "a time",
  (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
);

const anObject = formOf("an object", isObject);

export const oneOf = (...words: readonly (string | number)[]): Form =>
  formOf(words.join(" or "), (value) => words.some((word) => word === value));

export const optional =
  (form: Form): Form =>
  (value, at) =>
    value === undefined ? undefined : form(value, at);

const first = <Item>(items: Iterable<Item>, misfit: (item: Item) => string | undefined) => {
  for (const item of items) {
    const found = misfit(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** @param length of the list, if fixed */
export const listOf = (form: Form, length?: number): Form => {
  const list = formOf(
    length === undefined ? "a list" : `a list of ${length}`,
    (value) => Array.isArray(value) && (length === undefined || value.length === length),
  );
  return (value, at = "") => {
    const wrong = list(value, at);
    if (wrong !== undefined || !Array.isArray(value)) return wrong;
    return first(value.entries(), ([index, item]) => form(item, `${at}/${index}`));
  };
};

/** An object with at least these members. */
export const record =
  (members: Readonly<Record<string, Form>>): Form =>
  (value, at = "") =>
    isObject(value)
      ? first(Object.entries(members), ([name, form]) => form(value[name], `${at}/${name}`))
      : anObject(value, at);

/** An object whose names are data, which messages do not show. */
export const valuesOf =
  (form: Form): Form =>
  (value, at = "") =>
    isObject(value) ? first(Object.values(value), (inner) => form(inner, `${at}/*`)) : anObject(value, at);

/** An object whose members depend on its `kind`. */
export const byKind = (kinds: Readonly<Record<string, Form>>): Form => {
  const kind = record({ kind: oneOf(...Object.keys(kinds)) });
  return (value, at) =>
    kind(value, at) ?? (isObject(value) ? kinds[String(value["kind"])]?.(value, at) : undefined);
};
