import { tokensOf } from "../../harness/formats/json-pointer.ts";
import { readSource } from "../../harness/source/source-document.ts";

/** A YAML document as plain data that still knows where everything was in its text. */
export interface SourceDocument {
  readonly path: string;
  readonly root: unknown;
  /** `path:line:column` of what a JSON pointer leads to, or of its nearest ancestor that is there. */
  location(pointer: string): string;
}

/** Several times the largest of ours; the parser takes about 1 KB for each. */
const maxValues = 200_000;

/**
 * Reads one YAML (or JSON) text.
 * @throws UsageError at line and column for everything that is no plain data, and for more than 200,000 values.
 */
export const readDocument = (path: string, text: string): SourceDocument => {
  // Bounds of a schema may lie beyond 2^53.
  const { value, location } = readSource(text, path, { maxValues, anyNumbers: true });
  return { path, root: value, location: (pointer) => location(tokensOf(pointer), "key") };
};
