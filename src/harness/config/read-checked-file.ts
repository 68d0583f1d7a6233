import type { FileProblem, FileRules, SchemaNode } from "../model/file-rules.ts";
import type { Path } from "../source/path.ts";
import { readSource, type SourceDocument, type SourceLimits } from "../source/source-document.ts";
import { emptyVariable, problemsOf, usageErrorOf } from "./file-errors.ts";
import { type Environment, interpolate, type Interpolated } from "./interpolate.ts";
import { schemaAt, typesOf } from "./schema-at.ts";

export interface ReadOptions {
  /** The file's name as the user knows it: every message has it. */
  readonly file: string;
  /** What `${NAME}` stands for; left out for a file that tripact writes, in which it is plain text. */
  readonly env?: Environment;
  /** What the user calls a variable, where `env` has it under another name. */
  readonly called?: (variable: string) => string;
  /** What to do about a variable that is not set; default: to set it. */
  readonly unset?: string;
  /** Put in place of a variable that is not set: for whoever reads no credential. */
  readonly standIn?: string;
  readonly limits?: SourceLimits;
}

/** A file that fits its rules. */
export type CheckedFile = ReturnType<typeof checkedFile>;

/** Environment variables are text; where the schema wants an integer or a boolean, such a text becomes one. */
const typedBy = (schema: SchemaNode, path: Path, text: string): unknown => {
  const types = typesOf(schemaAt(schema, path));
  if (types.includes("integer") && /^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
};

const keyOf = (path: Path): string => path.join("/");

/** A reference that cannot be followed says all there is to say of its value. */
const withoutPaths = (
  problems: readonly FileProblem[],
  broken: readonly { readonly path: Path }[],
): readonly FileProblem[] => {
  const paths = new Set(broken.map(({ path }) => keyOf(path)));
  return problems.filter(({ path }) => !paths.has(keyOf(path)));
};

/** What a value has against the rules. */
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
  // What is not of its type has been reported; what a value lacks may be a variable that is empty.
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
 * Reads YAML or JSON text by its rules. Pure: touches neither the file system nor the environment.
 * @throws UsageError that holds everything that is wrong, each with `file:line:column` and how to fix it; never with a
 * value of the file or of a variable.
 */
export const readCheckedFile = (text: string, rules: FileRules, options: ReadOptions): CheckedFile =>
  checkedFile(readSource(text, options.file, options.limits), rules, options);

/** The same of what was read already, or was never in a file. @throws UsageError as `readCheckedFile` */
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
    /** The strings that took environment variables. */
    interpolated,
  };
};
