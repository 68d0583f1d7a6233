import { UsageError } from "../../harness/model/usage-error.ts";
import type { OptionsMapping } from "../../contract/queries/dialect/from-options.ts";
import { suggestionHint } from "../../harness/output/suggest.ts";
import { printable } from "../../harness/output/escape.ts";
import { isOperatorName, operatorNames } from "../../contract/queries/operators.ts";
import { isValueType, valueTypes } from "../../contract/queries/values/value-types.ts";
import { isObject } from "../../harness/model/json-object.ts";

const paths = ["parameters", "columns", "sortable"] as const;
const names = ["name", "type", "operators", "operator", "operatorName", "column"] as const;
const words = ["types", "operatorNames"] as const;
const known: readonly string[] = [...paths, ...names, ...words];

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** A path may be written with dots. */
const pathOf = (key: string, value: unknown, location: string): readonly string[] => {
  if (isText(value)) return value.split(".");
  if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value;
  throw new UsageError(`${key} must be a path of keys`, {
    location,
    hint: `for example ${key}: data.${key}`,
  });
};

const wordsOf = <Word extends string>(
  key: string,
  value: unknown,
  isWord: (text: string) => text is Word,
  all: readonly string[],
  location: string,
): Readonly<Record<string, Word>> => {
  if (!isObject(value)) throw new UsageError(`${key} must be a map from the target's words`, { location });
  return Object.fromEntries(
    Object.entries(value).map(([word, meaning]): [string, Word] => {
      if (isText(meaning) && isWord(meaning)) return [word, meaning];
      const hint = suggestionHint(String(meaning), all) ?? `known: ${all.join(", ")}`;
      throw new UsageError(`${key}.${printable(word)} is unknown`, { location, hint });
    }),
  );
};

/**
 * Reads a mapping for Query/options answers of another shape (U-11): `parameters`, `columns` and `sortable` are paths,
 * the other names are keys, `types` and `operatorNames` map the target's words.
 * @throws UsageError for an unknown key and for a value of another form.
 */
export const readMapping = (value: unknown, location: string): OptionsMapping => {
  if (!isObject(value))
    throw new UsageError("a mapping is a map of keys", { location, hint: `known: ${known.join(", ")}` });
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, unknown] => {
      if (paths.some((name) => name === key)) return [key, pathOf(key, inner, location)];
      if (key === "types") return [key, wordsOf(key, inner, isValueType, valueTypes, location)];
      if (key === "operatorNames") return [key, wordsOf(key, inner, isOperatorName, operatorNames, location)];
      const hint = suggestionHint(key, known) ?? `known: ${known.join(", ")}`;
      if (!known.includes(key)) throw new UsageError(`there is no key ${printable(key)}`, { location, hint });
      if (!isText(inner)) throw new UsageError(`${key} must be the name of a key`, { location });
      return [key, inner];
    }),
  );
};
