export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a table's own key: names from outside must never reach inherited properties. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** An own property of an object, or the item of a list at an index. */
export const childOf = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? (value[Number(key)] as unknown) : undefined;
  return isObject(value) ? own(value, key) : undefined;
};

export const has = (value: unknown, name: string): boolean => isObject(value) && Object.hasOwn(value, name);

export const property = (value: unknown, name: string): unknown =>
  isObject(value) ? own(value, name) : undefined;

/** A property by its name, or else by its name in another case; undefined if there is none. */
export const anyCase = (value: unknown, name: string): unknown => {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
};

const emptyValues: readonly unknown[] = [undefined, null, "", false, 0];

/** What some platforms show for a date that is not set. */
const noDate = /^0001-01-01(?:[T ][\d:.]*(?:Z|[+-][\d:]+)?)?$/;

/** Whether a value means "empty". */
export const isGone = (value: unknown): boolean =>
  emptyValues.includes(value) ||
  (typeof value === "string" && noDate.test(value)) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Parses a JSON text; undefined for invalid or no text. */
export const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );

/** Whether two values are the same JSON, regardless of property order. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);
