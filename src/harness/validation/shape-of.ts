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
