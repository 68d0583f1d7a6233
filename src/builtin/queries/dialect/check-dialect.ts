import type { FileProblem } from "../../../core/model/file-rules.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { printable } from "../../../core/output/escape.ts";
import type { Path } from "../../../core/source/path.ts";
import {
  allRules,
  is,
  isFilledText,
  keys,
  aList,
  objectByName,
  optional,
  problemAt,
  type ValueRule,
  aTruth,
  aWord,
} from "../../../core/source/rules.ts";
import { operatorNames } from "../operators.ts";
import { valueTypes } from "../values/value-types.ts";
import { largestOperator, largestQueryType, takenFields } from "./dialect.ts";

const isWhole = (value: unknown, smallest: number, largest: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= smallest && value <= largest;

const whole = (smallest: number, largest: number): ValueRule =>
  is(`a whole number from ${smallest} to ${largest}`, (value) => isWhole(value, smallest, largest));

/** Integers must be unique, or a body could not be read back. */
const ownIntegers = (integerOf: (value: unknown) => unknown, ...inner: Path): ValueRule =>
  function* (value, path) {
    const owners = new Map<unknown, string>();
    for (const [name, held] of Object.entries(isObject(value) ? value : {})) {
      const code = integerOf(held);
      const owner = owners.get(code);
      if (owner !== undefined && typeof code === "number")
        yield problemAt(
          [...path, name, ...inner],
          `${printable(name)} has the same integer as ${printable(owner)}`,
        );
      owners.set(code, owner ?? name);
    }
  };

const field: ValueRule = function* (value, path) {
  if (isFilledText(value) && (takenFields.includes(value) || value === "__proto__"))
    yield problemAt(
      path,
      `${value} holds something else in a condition`,
      "name the property that holds a single value",
    );
};

const differ: ValueRule = function* (value, path) {
  if (isObject(value) && value["and"] === value["or"])
    yield problemAt(path, "conjunct.and and conjunct.or must differ");
};

const conjunct = is("0 or 1", (value) => isWhole(value, 0, 1));
const names = aList(is("a name", isFilledText), "a list of names");

const type = allRules(
  is("the name of a type", (value) => typeof value === "string", `known: ${valueTypes.join(", ")}`),
  aWord("type", valueTypes),
);

const operator = allRules(
  aWord("operator", operatorNames),
  is(
    `the name of an operator or a whole number from 0 to ${largestOperator}`,
    (value) => typeof value === "string" || isWhole(value, 0, largestOperator),
  ),
);

const detailed = keys("a map", { type, operators: optional(aList(operator, "a list of operators")) });

/** A parameter may be its type alone. */
const parameter: ValueRule = (value, path) => (isObject(value) ? detailed : type)(value, path);

const queryType = keys("a map of code, parameters and columns", {
  code: whole(0, largestQueryType),
  parameters: objectByName("a map from parameters to their types", () => parameter),
  columns: names,
  sortable: optional(names),
});

const rules = {
  singleValueField: optional(allRules(is("the name of a property", isFilledText), field)),
  conjunct: optional(allRules(keys("a map of and and or", { and: conjunct, or: conjunct }), differ)),
  letterCase: optional(is("ignored or exact", (value) => value === "ignored" || value === "exact")),
  emptyMatchesNull: optional(aTruth),
  negationMatchesNull: optional(aTruth),
  operators: allRules(
    objectByName(
      "a map from names to integers",
      (name) =>
        allRules((_, path) => aWord("operator", operatorNames)(name, path), whole(0, largestOperator)),
      "it may be empty: {}",
    ),
    ownIntegers((code) => code),
  ),
  queryTypes: allRules(
    objectByName("a map from kinds of record to query types", () => queryType),
    ownIntegers((one) => (isObject(one) ? one["code"] : undefined), "code"),
  ),
  // The parser does not read deeper groups either.
  maximumDepth: optional(whole(1, 100)),
};

const known = keys("a map of keys", rules, `known keys: ${Object.keys(rules).join(", ")}`);

/** A dialect without the keys that begin with `x-`, which are for its author, such as the evidence for an entry. */
const withoutOwn = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith("x-")))
    : value;

/** The rules of a dialect. */
export const dialectRule: ValueRule = (value, path) => known(withoutOwn(value), path);

/** All errors of a dialect, in document order. */
export const dialectProblems = (value: unknown): Iterable<FileProblem> => dialectRule(value, []);
