import { fieldNames } from "../../contract/documents.ts";

/**
 * JSON in which neither the order of properties nor that of a list matters, for none is stated, nor a property that no
 * document names.
 */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([name]) => fieldNames.isField(name))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${entries.toSorted().join(",")}}`;
};
