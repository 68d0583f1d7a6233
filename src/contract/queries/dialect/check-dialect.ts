import { shapeOf } from "../../../harness/validation/shape-of.ts";
import { suggestionHint } from "../../../harness/output/suggest.ts";
import { printable } from "../../../harness/output/escape.ts";
import { isOperatorName, operatorNames } from "../operators.ts";
import { isValueType, valueTypes } from "../values/value-types.ts";
import { largestOperator, largestQueryType, takenFields } from "./dialect.ts";
import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";

export type Path = readonly string[];

/** What is wrong with a dialect, at the path of the value that breaks a rule. */
export interface DialectProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
}

type Problems = Generator<DialectProblem>;
/** Deeper groups are not read back either. */
const largestDepth = 100;

const switches = ["emptyMatchesNull", "negationMatchesNull"] as const;

const nameOf = (path: Path): string => (path.length === 0 ? "the dialect" : path.map(printable).join("."));

const problem = (path: Path, message: string, hint?: string): DialectProblem =>
  hint === undefined ? { path, message } : { path, message, hint };

const wrong = (path: Path, must: string, value: unknown, hint?: string): DialectProblem =>
  problem(path, `${nameOf(path)} must be ${must}, not ${shapeOf(value)}`, hint);

/** Everything that keeps a value from being a dialect, in document order. */
export function* dialectProblems(value: unknown): Problems {
  const keys = [
    "singleValueField",
    "conjunct",
    "letterCase",
    ...switches,
    "operators",
    "queryTypes",
    "maximumDepth",
  ];
  if (!isObject(value)) {
    yield wrong([], "a map of keys", value, `known keys: ${keys.join(", ")}`);
    return;
  }
  yield* unknownKeys(value, keys, []);
  if (value["singleValueField"] !== undefined) yield* fieldProblems(value["singleValueField"]);
  if (value["conjunct"] !== undefined) yield* conjunctProblems(value["conjunct"]);
  const { letterCase, maximumDepth } = value;
  if (letterCase !== undefined && letterCase !== "ignored" && letterCase !== "exact")
    yield wrong(["letterCase"], "ignored or exact", letterCase);
  for (const key of switches)
    if (value[key] !== undefined && typeof value[key] !== "boolean")
      yield wrong([key], "true or false", value[key]);
  yield* operatorProblems(value["operators"]);
  yield* queryTypeProblems(value["queryTypes"]);
  if (maximumDepth !== undefined && !isWhole(maximumDepth, 1, largestDepth))
    yield wrong(["maximumDepth"], `a whole number from 1 to ${largestDepth}`, maximumDepth);
}

/** Keys that begin with `x-` are for whoever wrote the file, such as the evidence that it rests on. */
function* unknownKeys(value: JsonObject, known: readonly string[], path: Path): Problems {
  for (const key of Object.keys(value))
    if (!known.includes(key) && !(path.length === 0 && key.startsWith("x-")))
      yield problem(
        [...path, key],
        `${nameOf(path)} has no key ${printable(key)}`,
        suggestionHint(key, known),
      );
}

const isWhole = (value: unknown, smallest: number, largest: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= smallest && value <= largest;

function* fieldProblems(value: unknown): Problems {
  const path = ["singleValueField"];
  if (typeof value !== "string" || value === "") yield wrong(path, "the name of a property", value);
  else if (takenFields.includes(value) || value === "__proto__")
    yield problem(
      path,
      `${value} holds something else in a condition`,
      "name the property that holds a single value",
    );
}

function* conjunctProblems(value: unknown): Problems {
  const path = ["conjunct"];
  if (!isObject(value)) {
    yield wrong(path, "a map of and and or", value);
    return;
  }
  yield* unknownKeys(value, ["and", "or"], path);
  for (const key of ["and", "or"])
    if (!isWhole(value[key], 0, 1)) yield wrong([...path, key], "0 or 1", value[key]);
  if (value["and"] === value["or"]) yield problem(path, "conjunct.and and conjunct.or must differ");
}

function* operatorProblems(value: unknown): Problems {
  const path = ["operators"];
  if (!isObject(value)) {
    yield wrong(path, "a map from names to integers", value, "it may be empty: {}");
    return;
  }
  for (const [name, code] of Object.entries(value)) {
    const at = [...path, name];
    if (!isOperatorName(name))
      yield problem(at, `there is no operator ${printable(name)}`, suggestionHint(name, operatorNames));
    if (!isWhole(code, 0, largestOperator))
      yield wrong(at, `a whole number from 0 to ${largestOperator}`, code);
  }
  yield* sharedCodes(Object.entries(value), path);
}

/** One integer cannot mean two things: a body could not be read back. */
function* sharedCodes(
  entries: readonly (readonly [string, unknown])[],
  path: Path,
  ...inner: Path
): Problems {
  const owners = new Map<unknown, string>();
  for (const [name, code] of entries) {
    const owner = owners.get(code);
    if (owner !== undefined && typeof code === "number")
      yield problem(
        [...path, name, ...inner],
        `${printable(name)} has the same integer as ${printable(owner)}`,
      );
    owners.set(code, owner ?? name);
  }
}

function* queryTypeProblems(value: unknown): Problems {
  const path = ["queryTypes"];
  if (!isObject(value)) {
    yield wrong(path, "a map from kinds of record to query types", value);
    return;
  }
  const entries = Object.entries(value);
  for (const [kind, type] of entries) yield* queryTypeProblem(type, [...path, kind]);
  const codes = entries.map(([kind, type]): [string, unknown] => [
    kind,
    isObject(type) ? type["code"] : undefined,
  ]);
  yield* sharedCodes(codes, path, "code");
}

function* queryTypeProblem(type: unknown, path: Path): Problems {
  if (!isObject(type)) {
    yield wrong(path, "a map of code, parameters and columns", type);
    return;
  }
  yield* unknownKeys(type, ["code", "parameters", "columns", "sortable"], path);
  if (!isWhole(type["code"], 0, largestQueryType))
    yield wrong([...path, "code"], `a whole number from 0 to ${largestQueryType}`, type["code"]);
  yield* parameterProblems(type["parameters"], [...path, "parameters"]);
  yield* nameProblems(type["columns"], [...path, "columns"]);
  if (type["sortable"] !== undefined) yield* nameProblems(type["sortable"], [...path, "sortable"]);
}

function* nameProblems(names: unknown, path: Path): Problems {
  if (!Array.isArray(names)) {
    yield wrong(path, "a list of names", names);
    return;
  }
  for (const [index, name] of names.entries())
    if (typeof name !== "string" || name === "") yield wrong([...path, String(index)], "a name", name);
}

function* parameterProblems(parameters: unknown, path: Path): Problems {
  if (!isObject(parameters)) {
    yield wrong(path, "a map from parameters to their types", parameters);
    return;
  }
  for (const [name, parameter] of Object.entries(parameters))
    yield* parameterProblem(parameter, [...path, name]);
}

function* parameterProblem(parameter: unknown, path: Path): Problems {
  if (!isObject(parameter)) {
    yield* typeProblems(parameter, path);
    return;
  }
  yield* unknownKeys(parameter, ["type", "operators"], path);
  yield* typeProblems(parameter["type"], [...path, "type"]);
  const { operators } = parameter;
  const at = [...path, "operators"];
  if (operators === undefined) return;
  if (!Array.isArray(operators)) yield wrong(at, "a list of operators", operators);
  else
    for (const [index, operator] of operators.entries())
      yield* allowedOperatorProblems(operator, [...at, String(index)]);
}

function* typeProblems(type: unknown, path: Path): Problems {
  if (typeof type !== "string")
    yield wrong(path, "the name of a type", type, `known: ${valueTypes.join(", ")}`);
  else if (!isValueType(type))
    yield problem(path, `there is no type ${printable(type)}`, suggestionHint(type, valueTypes));
}

function* allowedOperatorProblems(operator: unknown, path: Path): Problems {
  if (typeof operator === "string") {
    if (!isOperatorName(operator))
      yield problem(
        path,
        `there is no operator ${printable(operator)}`,
        suggestionHint(operator, operatorNames),
      );
  } else if (!isWhole(operator, 0, largestOperator))
    yield wrong(path, `the name of an operator or a whole number from 0 to ${largestOperator}`, operator);
}
