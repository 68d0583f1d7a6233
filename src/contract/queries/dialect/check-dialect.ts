import { shapeOf } from "../../../harness/validation/shape-of.ts";
import { suggestionHint } from "../../../harness/output/suggest.ts";
import { printable } from "../../../harness/output/escape.ts";
import { operatorNames } from "../operators.ts";
import { valueTypes } from "../values/value-types.ts";
import { largestOperator, largestQueryType, takenFields } from "./dialect.ts";
import { isObject } from "../../../harness/model/json-object.ts";

export type Path = readonly string[];

/** An error in a dialect, at the path of the invalid value. */
export interface DialectProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
}

/** A rule for a value of a dialect. */
type Rule = (value: unknown, path: Path) => Generator<DialectProblem>;

const nameOf = (path: Path): string => (path.length === 0 ? "the dialect" : path.map(printable).join("."));

const problem = (path: Path, message: string, hint?: string): DialectProblem =>
  hint === undefined ? { path, message } : { path, message, hint };

const is = (must: string, test: (value: unknown) => boolean, hint?: string): Rule =>
  function* (value, path) {
    if (!test(value)) yield problem(path, `${nameOf(path)} must be ${must}, not ${shapeOf(value)}`, hint);
  };

const isWhole = (value: unknown, smallest: number, largest: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= smallest && value <= largest;

const whole = (smallest: number, largest: number): Rule =>
  is(`a whole number from ${smallest} to ${largest}`, (value) => isWhole(value, smallest, largest));

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** A text that is one of the words. */
const word = (what: string, words: readonly string[]): Rule =>
  function* (value, path) {
    if (typeof value === "string" && !words.includes(value))
      yield problem(path, `there is no ${what} ${printable(value)}`, suggestionHint(value, words));
  };

const optional = (rule: Rule): Rule =>
  function* (value, path) {
    if (value !== undefined) yield* rule(value, path);
  };

/** Keys that begin with `x-` are for the author's own use, such as the evidence for an entry. */
const keys = (must: string, rules: Readonly<Record<string, Rule>>, hint?: string): Rule =>
  function* (value, path) {
    yield* is(must, isObject, hint)(value, path);
    if (!isObject(value)) return;
    for (const key of Object.keys(value))
      if (!Object.hasOwn(rules, key) && !(path.length === 0 && key.startsWith("x-")))
        yield problem(
          [...path, key],
          `${nameOf(path)} has no key ${printable(key)}`,
          suggestionHint(key, Object.keys(rules)),
        );
    for (const [key, rule] of Object.entries(rules)) yield* rule(value[key], [...path, key]);
  };

/** A map whose keys are names. */
const named = (must: string, rule: (name: string) => Rule, hint?: string): Rule =>
  function* (value, path) {
    yield* is(must, isObject, hint)(value, path);
    if (isObject(value))
      for (const [name, inner] of Object.entries(value)) yield* rule(name)(inner, [...path, name]);
  };

const list = (must: string, rule: Rule): Rule =>
  function* (value, path) {
    yield* is(must, Array.isArray)(value, path);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) yield* rule(item, [...path, String(index)]);
  };

const all = (...rules: readonly Rule[]): Rule =>
  function* (value, path) {
    for (const rule of rules) yield* rule(value, path);
  };

/** Integers must be unique, or a body could not be read back. */
const ownIntegers = (integerOf: (value: unknown) => unknown, ...inner: Path): Rule =>
  function* (value, path) {
    const owners = new Map<unknown, string>();
    for (const [name, held] of Object.entries(isObject(value) ? value : {})) {
      const code = integerOf(held);
      const owner = owners.get(code);
      if (owner !== undefined && typeof code === "number")
        yield problem(
          [...path, name, ...inner],
          `${printable(name)} has the same integer as ${printable(owner)}`,
        );
      owners.set(code, owner ?? name);
    }
  };

const field: Rule = function* (value, path) {
  if (isText(value) && (takenFields.includes(value) || value === "__proto__"))
    yield problem(
      path,
      `${value} holds something else in a condition`,
      "name the property that holds a single value",
    );
};

const differ: Rule = function* (value, path) {
  if (isObject(value) && value["and"] === value["or"])
    yield problem(path, "conjunct.and and conjunct.or must differ");
};

const flag = is("true or false", (value) => typeof value === "boolean");
const conjunct = is("0 or 1", (value) => isWhole(value, 0, 1));
const names = list("a list of names", is("a name", isText));

const type = all(
  is("the name of a type", (value) => typeof value === "string", `known: ${valueTypes.join(", ")}`),
  word("type", valueTypes),
);

const operator = all(
  word("operator", operatorNames),
  is(
    `the name of an operator or a whole number from 0 to ${largestOperator}`,
    (value) => typeof value === "string" || isWhole(value, 0, largestOperator),
  ),
);

const detailed = keys("a map", { type, operators: optional(list("a list of operators", operator)) });

/** A parameter may be its type alone. */
const parameter: Rule = (value, path) => (isObject(value) ? detailed : type)(value, path);

const queryType = keys("a map of code, parameters and columns", {
  code: whole(0, largestQueryType),
  parameters: named("a map from parameters to their types", () => parameter),
  columns: names,
  sortable: optional(names),
});

const rules = {
  singleValueField: optional(all(is("the name of a property", isText), field)),
  conjunct: optional(all(keys("a map of and and or", { and: conjunct, or: conjunct }), differ)),
  letterCase: optional(is("ignored or exact", (value) => value === "ignored" || value === "exact")),
  emptyMatchesNull: optional(flag),
  negationMatchesNull: optional(flag),
  operators: all(
    named(
      "a map from names to integers",
      (name) => all((_, path) => word("operator", operatorNames)(name, path), whole(0, largestOperator)),
      "it may be empty: {}",
    ),
    ownIntegers((code) => code),
  ),
  queryTypes: all(
    named("a map from kinds of record to query types", () => queryType),
    ownIntegers((one) => (isObject(one) ? one["code"] : undefined), "code"),
  ),
  // The parser does not read deeper groups either.
  maximumDepth: optional(whole(1, 100)),
};

const dialect = keys("a map of keys", rules, `known keys: ${Object.keys(rules).join(", ")}`);

/** All errors of a dialect, in document order. */
export const dialectProblems = (value: unknown): Iterable<DialectProblem> => dialect(value, []);
