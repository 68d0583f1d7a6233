import type { OptionsMapping } from "../../builtin/queries/dialect/from-options.ts";
import { operatorNames } from "../../builtin/queries/operators.ts";
import { valueTypes } from "../../builtin/queries/values/value-types.ts";
import {
  allRules,
  assertFollows,
  is,
  isFilledText,
  keys,
  objectByName,
  optional,
  aWord,
} from "../../core/source/rules.ts";
import type { SourceDocument } from "../../core/source/source-document.ts";

/** A path may be written with dots. */
const path = optional(
  is(
    "a path of keys",
    (value) => isFilledText(value) || (Array.isArray(value) && value.length > 0 && value.every(isFilledText)),
    "for example data.columns",
  ),
);

const key = optional(is("the name of a key", isFilledText));

const meanings = (what: string, words: readonly string[]) =>
  optional(
    objectByName("a map from the target's words", () =>
      allRules(is(`a known ${what}`, isFilledText, `known: ${words.join(", ")}`), aWord(what, words)),
    ),
  );

const paths = { parameters: path, columns: path, sortable: path };

const rules = {
  ...paths,
  name: key,
  type: key,
  operators: key,
  operator: key,
  operatorName: key,
  column: key,
  types: meanings("type", valueTypes),
  operatorNames: meanings("operator", operatorNames),
};

const mapping = keys("a map of keys", rules, `known: ${Object.keys(rules).join(", ")}`);

/**
 * Reads a mapping for Query/options answers of another shape (U-11): `parameters`, `columns` and `sortable` are paths,
 * the other names are keys, `types` and `operatorNames` map the target's words.
 * @throws UsageError for every unknown key and every value of another form.
 */
export const readMapping = (source: SourceDocument): OptionsMapping => {
  assertFollows(source, mapping);
  return Object.fromEntries(
    Object.entries(Object(source.value)).map(([name, value]): [string, unknown] =>
      name in paths && typeof value === "string" ? [name, value.split(".")] : [name, value],
    ),
  );
};
