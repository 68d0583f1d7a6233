/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const nothings: readonly unknown[] = [undefined, null, "", false, 0];

/** Whether a value means "empty": also what some platforms show for a date that is not set. */
export const isGone = (value: unknown): boolean =>
  nothings.includes(value) ||
  (typeof value === "string" && value.startsWith("0001-01-01")) ||
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
