import { tokensOf } from "../core/formats/json-pointer.ts";
import { readJsonSource } from "./json-source.ts";
import { readSource, type SourceDocument as Source } from "../core/source/source-document.ts";

/** A YAML or JSON document as plain data, with the position of every value in its text. */
export interface LocatedDocument {
  readonly path: string;
  readonly root: unknown;
  /** `path:line:column` of the value at a JSON pointer, or of its nearest existing ancestor. */
  location(pointer: string): string;
  /** The line of the same, from 1. */
  line(pointer: string): number;
  /** The digits of the integer at a JSON pointer, as they are written; undefined for anything else. */
  digits(pointer: string): string | undefined;
}

/** Above the largest public document by three times. */
const limits = { maxValues: 5_000_000, maxDepth: 1000 };

/** Nobody writes a longer integer. */
const mostDigits = 1000;

/** The YAML parser takes about 1 KB per value. */
const mostYamlValues = 2_000_000;

const readText = (path: string, text: string): Source => {
  // JSON begins with a bracket; so may YAML, which its name then says.
  const isJson = /^\uFEFF?\s*[[{]/.test(text) && !/\.ya?ml$/i.test(path);
  return isJson
    ? readJsonSource(text.replace(/^\uFEFF/, ""), path, limits)
    : // Bounds of a schema may exceed 2^53.
      readSource(text, path, { maxValues: mostYamlValues, anyNumbers: true });
};

/**
 * Reads one text as YAML or JSON.
 * @throws UsageError with line and column for anything that is not plain data, and for more values than any public
 * document has.
 */
export const readSourceDocument = (path: string, text: string): LocatedDocument => {
  const { value, location, line, offset } = readText(path, text);
  const read = text.replace(/^\uFEFF/, "");
  return {
    path,
    root: value,
    location: (pointer) => location(tokensOf(pointer), "key"),
    line: (pointer) => line(tokensOf(pointer), "key"),
    digits: (pointer) => {
      const at = offset(tokensOf(pointer), "value");
      return /^-?\d+(?![\w.])/.exec(read.slice(at, at + mostDigits))?.[0];
    },
  };
};
