import type { ConfigProblem, ConfigRules, SchemaNode } from "../model/config-rules.ts";
import type { Path } from "../source/path.ts";
import { readSource, type SourceDocument } from "../source/source-document.ts";
import { emptyVariable, problemsOf, usageErrorOf } from "./config-errors.ts";
import { type Environment, interpolate, type Interpolated } from "./interpolate.ts";
import { schemaAt, typesOf } from "./schema-at.ts";

export interface ReadOptions {
  /** The file's name as the user knows it: every message has it. */
  readonly file: string;
  readonly env: Environment;
  /** Put in place of a variable that is not set: for whoever reads no credential. */
  readonly standIn?: string;
}

/** A file that fits its schema. */
export interface Settings {
  readonly value: unknown;
  readonly source: SourceDocument;
  /** The strings that took environment variables. */
  readonly interpolated: readonly Interpolated[];
}

/** Environment variables are text; where the schema wants an integer or a boolean, such a text becomes one. */
const typedBy = (schema: SchemaNode, path: Path, text: string): unknown => {
  const types = typesOf(schemaAt(schema, path));
  if (types.includes("integer") && /^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
};

const keyOf = (path: Path): string => path.join("/");

/** A reference that cannot be followed says all there is to say of its value. */
const withoutPaths = (
  problems: readonly ConfigProblem[],
  broken: readonly { readonly path: Path }[],
): readonly ConfigProblem[] => {
  const paths = new Set(broken.map(({ path }) => keyOf(path)));
  return problems.filter(({ path }) => !paths.has(keyOf(path)));
};

const valueProblems = (
  value: unknown,
  interpolated: readonly Interpolated[],
  { schema, validate, problems }: ConfigRules,
): readonly ConfigProblem[] => {
  const byPath = new Map(interpolated.map((one) => [keyOf(one.path), one]));
  const interpolatedAt = (path: Path): Interpolated | undefined => byPath.get(keyOf(path));
  const ofSchema = validate(value)
    ? []
    : problemsOf(validate.errors ?? [], { schema, value, interpolatedAt });
  // What is not of its type has been reported; what a value lacks may be a variable that is empty.
  const others = withoutPaths(problems(value), ofSchema).map((problem) => {
    const [empty] = interpolatedAt(problem.path)?.empty ?? [];
    return empty === undefined ? problem : emptyVariable(problem.path, empty);
  });
  return [...ofSchema, ...others];
};

/**
 * Reads YAML or JSON text by a schema. Pure: touches neither the file system nor the environment.
 * @throws UsageError that holds everything that is wrong, each with `file:line:column` and how to fix it; never with a
 * value of the file or of a variable.
 */
export const readSettings = (
  text: string,
  rules: ConfigRules,
  { file, env, standIn }: ReadOptions,
): Settings => {
  const source = readSource(text, file);
  const { value, interpolated, broken } = interpolate(source.value, {
    env,
    typed: (path, text) => typedBy(rules.schema, path, text),
    ...(standIn === undefined ? {} : { standIn }),
  });
  const problems = [
    ...broken.map((one): ConfigProblem => ({ ...one, part: "value" })),
    ...withoutPaths(valueProblems(value, interpolated, rules), broken),
  ];
  if (problems.length > 0) throw usageErrorOf(problems, source);
  return { value, source, interpolated };
};
