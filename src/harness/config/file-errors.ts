import { allTogether, UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import type { Interpolated } from "./interpolate.ts";
import { tokensOf } from "../formats/json-pointer.ts";
import { type Path, valueAt } from "../source/path.ts";
import type { FileProblem, SchemaNode } from "../model/file-rules.ts";
import { schemaAt, typesOf } from "./schema-at.ts";
import { named, type SourceDocument } from "../source/source-document.ts";
import { suggestion, suggestionHint } from "../output/suggest.ts";

/** A broken rule as the compiled validator reports it. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface ProblemContext {
  readonly schema: SchemaNode;
  readonly value: unknown;
  /** What the string at this path took from the environment. */
  readonly interpolatedAt: (path: Path) => Interpolated | undefined;
}

const kindOf = (value: unknown): string => {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "text";
  return typeof value === "boolean" ? "true or false" : "a number";
};

const typeNames: Readonly<Record<string, string>> = {
  object: "a map of keys",
  array: "a list",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

const wanted = (node: SchemaNode | undefined, fallback: string): string => {
  if (node?.["x-must"] !== undefined) return node["x-must"];
  const types = typesOf(node).map((type) => typeNames[type] ?? type);
  return types.length > 0 ? `be ${types.join(" or ")}` : fallback;
};

const unknownKey = (error: SchemaError, path: Path, context: ProblemContext): FileProblem => {
  const key = String(error.params["additionalProperty"]);
  const known = Object.keys(schemaAt(context.schema, path)?.properties ?? {});
  const hint = suggestionHint(key, known);
  return {
    path: [...path, key],
    part: "key",
    message: `unknown key ${printable(key)}${path.length === 0 ? "" : ` in ${named(path)}`}`,
    ...(hint === undefined ? {} : { hint }),
  };
};

const missingKey = (error: SchemaError, path: Path): FileProblem => ({
  path,
  part: "key",
  message: `${named(path)} lacks ${String(error.params["missingProperty"])}`,
});

const hintFor = (node: SchemaNode | undefined, value: unknown, variable: string | undefined) => {
  const types = typesOf(node);
  if (variable !== undefined) return `its value comes from the environment variable ${variable}`;
  if (value === null) return "give it a value or remove the key";
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && types.includes("string") && !types.includes("integer")
    ? "put the value in quotes"
    : undefined;
};

/** A value that is unusable because a variable is empty. */
export const emptyVariable = (path: Path, name: string): FileProblem => ({
  path,
  part: "value",
  message: `the environment variable ${name} is empty`,
  hint: `set ${name}, or remove the key`,
});

const wrongValue = (error: SchemaError, path: Path, context: ProblemContext): FileProblem => {
  const node = schemaAt(context.schema, path);
  const value = valueAt(context.value, path);
  const from = context.interpolatedAt(path);
  const [empty] = from?.empty ?? [];
  if (empty !== undefined) return emptyVariable(path, empty);
  const must = wanted(node, error.message ?? "be something else").replace(/^must /, "");
  const actual = error.keyword === "type" ? `, not ${kindOf(value)}` : "";
  const hint = hintFor(node, value, from?.variable);
  return {
    path,
    part: "value",
    message: `${named(path)} must ${must}${actual}`,
    ...(hint === undefined ? {} : { hint }),
  };
};

/** Describes a broken schema rule without the offending value. */
const problemOf = (error: SchemaError, context: ProblemContext): FileProblem => {
  const path = tokensOf(error.instancePath);
  if (error.keyword === "additionalProperties") return unknownKey(error, path, context);
  return error.keyword === "required" ? missingKey(error, path) : wrongValue(error, path, context);
};

/** Unknown keys of each map. */
const unknownKeysOf = (errors: readonly SchemaError[]): ReadonlyMap<string, readonly string[]> => {
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  const byMap = Map.groupBy(unknown, ({ instancePath }) => instancePath);
  return new Map(
    [...byMap].map(([path, those]) => [
      path,
      those.map(({ params }) => String(params["additionalProperty"])),
    ]),
  );
};

/** Limit of described rules: with more broken ones, it is the wrong file. */
const mostWorded = 99;

/** Counts the remaining problems, at the location of the last described one. */
const restOf = (hidden: number, last: FileProblem | undefined): readonly FileProblem[] =>
  last === undefined || hidden <= 0
    ? []
    : [{ path: last.path, part: last.part, message: `and ${hidden} more problems` }];

/** Describes broken rules, each once, up to the limit, with a count of the rest. */
export const problemsOf = (all: readonly SchemaError[], context: ProblemContext): readonly FileProblem[] => {
  const errors = all.slice(0, mostWorded);
  const unknown = unknownKeysOf(errors);
  /** A missing key beside a mistyped one is the same mistake reported twice. */
  const isConsequence = ({ keyword, instancePath, params }: SchemaError): boolean =>
    keyword === "required" &&
    (unknown.get(instancePath) ?? []).some(
      (key) => suggestion(key, [String(params["missingProperty"])]) !== undefined,
    );
  const problems = errors.filter((error) => !isConsequence(error)).map((error) => problemOf(error, context));
  // Equal problems of one value are reported once.
  return [
    ...new Map(problems.map((problem) => [`${problem.path.join("/")} ${problem.message}`, problem])).values(),
    ...restOf(all.length - errors.length, problems.at(-1)),
  ];
};

/** All problems of the file in order of location, as one error. */
export const usageErrorOf = (problems: readonly FileProblem[], source: SourceDocument): UsageError =>
  allTogether(
    problems
      .map((problem) => ({ ...problem, offset: source.offset(problem.path, problem.part) }))
      .toSorted((left, right) => left.offset - right.offset)
      .map(
        ({ path, part, message, hint }) =>
          new UsageError(message, {
            location: source.location(path, part),
            ...(hint === undefined ? {} : { hint }),
          }),
      ),
  );
