import { tokensOf } from "../core/formats/json-pointer.ts";
import { readSource } from "../core/source/source-document.ts";

/** A YAML document as plain data, with the position of every value in its text. */
export interface SourceDocument {
  readonly path: string;
  readonly root: unknown;
  /** `path:line:column` of the value at a JSON pointer, or of its nearest existing ancestor. */
  location(pointer: string): string;
}

/** Several times our largest document; the parser takes about 1 KB per value. */
const maxValues = 200_000;

/**
 * Reads one YAML (or JSON) text.
 * @throws UsageError with line and column for anything that is not plain data, and for more than 200,000 values.
 */
export const readDocument = (path: string, text: string): SourceDocument => {
  // Bounds of a schema may exceed 2^53.
  const { value, location } = readSource(text, path, { maxValues, anyNumbers: true });
  return { path, root: value, location: (pointer) => location(tokensOf(pointer), "key") };
};
