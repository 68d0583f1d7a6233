const sized = (name: string, size: number): string => `${name}(${size})`;

/**
 * The shape of a value without the value: `string(12)`, `number`, `boolean`, `null`, `array(3)`,
 * `object(5 keys)`, or `missing` for undefined. Safe to write anywhere.
 */
export const shapeOf = (value: unknown): string => {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (typeof value === "string") return sized("string", value.length);
  if (Array.isArray(value)) return sized("array", value.length);
  if (typeof value !== "object") return typeof value;
  const keys = Object.keys(value).length;
  return `object(${keys} ${keys === 1 ? "key" : "keys"})`;
};

/** A flag says nothing of whose it is: `true` and `false` are shown, every other value by its shape. */
export const shownFlag = (value: unknown): string =>
  typeof value === "boolean" ? String(value) : shapeOf(value);

/** What is longer than any total or limit may be the number of something. */
const longestCount = 7;

/** A total, a count or a limit as it is: it belongs to no record. Anything else by its shape. */
export const shownCount = (value: unknown): string => {
  if (typeof value !== "number" || !Number.isInteger(value)) return shapeOf(value);
  const digits = String(Math.abs(value));
  return digits.length > longestCount ? `a number of ${digits.length} digits` : String(value);
};
