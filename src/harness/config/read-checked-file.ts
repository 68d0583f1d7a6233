import type { FileProblem, FileRules, SchemaNode } from "../model/file-rules.ts";
import type { Path } from "../source/path.ts";
import { readSource, type SourceDocument, type SourceLimits } from "../source/source-document.ts";
import { emptyVariable, problemsOf, usageErrorOf } from "./file-errors.ts";
import { type Environment, interpolate, type Interpolated } from "./interpolate.ts";
import { schemaAt, typesOf } from "./schema-at.ts";

export interface ReadOptions {
  /** The file's name as the user knows it, for messages. */
  readonly file: string;
  /** Values for `${NAME}`; absent for files written by tripact, where it is plain text. */
  readonly env?: Environment;
  /** The user's name of a variable, if `env` has it under another one. */
  readonly called?: (variable: string) => string;
  /** What to do about an unset variable; default: to set it. */
  readonly unset?: string;
  /** Replaces unset variables, for readers that need no credentials. */
  readonly standIn?: string;
  readonly limits?: SourceLimits;
}

/** A file that fits its rules. */
export type CheckedFile = ReturnType<typeof checkedFile>;

/** Environment variables are text; converts it where the schema requires an integer or a boolean. */
const typedBy = (schema: SchemaNode, path: Path, text: string): unknown => {
  const types = typesOf(schemaAt(schema, path));
  if (types.includes("integer") && /^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
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

/** The rules that a value breaks. */
export const problemsIn = (
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
  { env, standIn, called, unset }: ReadOptions,
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
export const readCheckedFile = (text: string, rules: FileRules, options: ReadOptions): CheckedFile =>
  checkedFile(readSource(text, options.file, options.limits), rules, options);

/** Does the same for a value already read, or never in a file. @throws UsageError like `readCheckedFile` */
export const checkedFile = (source: SourceDocument, rules: FileRules, options: ReadOptions) => {
  const { value, interpolated, broken } = interpolatedBy(source.value, rules, options);
  const problems = [
    ...broken.map((one): FileProblem => ({ ...one, part: "value" })),
    ...withoutPaths(problemsIn(value, rules, interpolated), broken),
  ];
  if (problems.length > 0) throw usageErrorOf(problems, source);
  return {
    value,
    source,
    /** The strings that used environment variables. */
    interpolated,
  };
};
