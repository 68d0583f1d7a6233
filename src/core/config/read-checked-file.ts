import { tokensOf } from "../formats/json-pointer.ts";
import type { FileProblem, FileRules, SchemaNode } from "../model/file-rules.ts";
import { printable } from "../output/escape.ts";
import { nearestTo, suggestionHint } from "../output/suggest.ts";
import { type Path, valueAt } from "../source/path.ts";
import { usageErrorOf } from "../source/rules.ts";
import { namedPath, readSource, type SourceDocument, type SourceLimits } from "../source/source-document.ts";
import { interpolate, type Interpolated } from "./interpolate.ts";
import type { EnvironmentVariables } from "../model/environment.ts";
import { schemaAt, typesOf } from "./schema-at.ts";

/** A broken rule as the compiled validator reports it. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

interface ProblemContext {
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
    message: `unknown key ${printable(key)}${path.length === 0 ? "" : ` in ${namedPath(path)}`}`,
    ...(hint === undefined ? {} : { hint }),
  };
};

const missingKey = (error: SchemaError, path: Path): FileProblem => ({
  path,
  part: "key",
  message: `${namedPath(path)} lacks ${String(error.params["missingProperty"])}`,
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
const emptyVariable = (path: Path, name: string): FileProblem => ({
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
    message: `${namedPath(path)} must ${must}${actual}`,
    ...(hint === undefined ? {} : { hint }),
  };
};

/** Describes a broken schema rule without the offending value. */
const problemOf = (error: SchemaError, context: ProblemContext): FileProblem => {
  const path = tokensOf(error.instancePath);
  if (error.keyword === "additionalProperties") return unknownKey(error, path, context);
  return error.keyword === "required" ? missingKey(error, path) : wrongValue(error, path, context);
};

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
const problemsOf = (all: readonly SchemaError[], context: ProblemContext): readonly FileProblem[] => {
  const errors = all.slice(0, mostWorded);
  const unknown = unknownKeysOf(errors);
  /** A missing key beside a mistyped one is the same mistake reported twice. */
  const isConsequence = ({ keyword, instancePath, params }: SchemaError): boolean =>
    keyword === "required" &&
    (unknown.get(instancePath) ?? []).some(
      (key) => nearestTo(key, [String(params["missingProperty"])]) !== undefined,
    );
  const problems = errors.filter((error) => !isConsequence(error)).map((error) => problemOf(error, context));
  // Equal problems of one value are reported once.
  return [
    ...new Map(problems.map((problem) => [`${problem.path.join("/")} ${problem.message}`, problem])).values(),
    ...restOf(all.length - errors.length, problems.at(-1)),
  ];
};

export interface CheckedReading {
  readonly file: string;
  /** Values for `${NAME}`; absent for files written by tripact, where it is plain text. */
  readonly env?: EnvironmentVariables;
  /** The user's name of a variable, if `env` has it under another one. */
  readonly called?: (variable: string) => string;
  /** What to do about an unset variable; default: to set it. */
  readonly unset?: string;
  /** Replaces unset variables, for readers that need no credentials. */
  readonly standIn?: string;
  readonly limits?: SourceLimits;
}

export type CheckedFile = ReturnType<typeof checkedFile>;

/** Environment variables are text; converts it where the schema requires an integer or a boolean. */
const typedBy = (schema: SchemaNode, path: Path, text: string): unknown => {
  const types = typesOf(schemaAt(schema, path));
  if (types.includes("integer") && /^(0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
  return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
};

const keyOf = (path: Path): string => path.join("/");

/** Drops problems of values that already have an invalid reference. */
const withoutPaths = (
  problems: readonly FileProblem[],
  broken: readonly { readonly path: Path }[],
): readonly FileProblem[] => {
  const paths = new Set(broken.map(({ path }) => keyOf(path)));
  return problems.filter(({ path }) => !paths.has(keyOf(path)));
};

export const fileProblems = (
  value: unknown,
  { schema, validate, problems }: FileRules,
  interpolated: readonly Interpolated[] = [],
): readonly FileProblem[] => {
  const byPath = new Map(interpolated.map((one) => [keyOf(one.path), one]));
  const interpolatedAt = (path: Path): Interpolated | undefined => byPath.get(keyOf(path));
  const ofSchema = validate(value)
    ? []
    : problemsOf(validate.errors ?? [], { schema, value, interpolatedAt });
  // Values of a wrong type are reported already; a missing value may be due to an empty variable.
  const others = withoutPaths(problems(value), ofSchema).map((problem) => {
    const [empty] = interpolatedAt(problem.path)?.empty ?? [];
    return empty === undefined ? problem : emptyVariable(problem.path, empty);
  });
  return [...ofSchema, ...others];
};

const interpolatedBy = (
  value: unknown,
  { schema }: FileRules,
  { env, standIn, called, unset }: CheckedReading,
): ReturnType<typeof interpolate> =>
  env === undefined
    ? { value, interpolated: [], broken: [] }
    : interpolate(value, {
        env,
        typed: (path, text) => typedBy(schema, path, text),
        ...(standIn === undefined ? {} : { standIn }),
        ...(called === undefined ? {} : { called }),
        ...(unset === undefined ? {} : { unset }),
      });

/**
 * Reads YAML or JSON text by its rules. Pure: uses neither the file system nor the environment.
 * @throws UsageError listing every problem with `file:line:column` and its fix; never a value of the file or of a
 * variable.
 */
export const readCheckedFile = (text: string, rules: FileRules, options: CheckedReading): CheckedFile =>
  checkedFile(readSource(text, options.file, options.limits), rules, options);

/** Does the same for a value already read, or never in a file. @throws UsageError like `readCheckedFile` */
export const checkedFile = (source: SourceDocument, rules: FileRules, options: CheckedReading) => {
  const { value, interpolated, broken } = interpolatedBy(source.value, rules, options);
  const problems = [
    ...broken.map((one): FileProblem => ({ ...one, part: "value" })),
    ...withoutPaths(fileProblems(value, rules, interpolated), broken),
  ];
  const offsetOf = ({ path, part }: FileProblem): number => source.offset(path, part);
  if (problems.length > 0)
    throw usageErrorOf(
      problems.toSorted((one, other) => offsetOf(one) - offsetOf(other)),
      source,
    );
  return {
    value,
    source,
    interpolated,
  };
};
