import type { ConfigProblem, ConfigRules } from "../model/config-rules.ts";
import { readSource, type SourceLimits } from "../source/source-document.ts";
import { problemsOf, usageErrorOf } from "./config-errors.ts";

export interface CheckedFile {
  /** The file's name as the user knows it. */
  readonly file: string;
  readonly rules: ConfigRules;
  readonly limits?: SourceLimits;
}

/** What a value without variables of the environment has against the rules. */
export const problemsIn = (
  value: unknown,
  { schema, validate, problems }: ConfigRules,
): readonly ConfigProblem[] => {
  const ofSchema = validate(value)
    ? []
    : problemsOf(validate.errors ?? [], { schema, value, interpolatedAt: () => undefined });
  return [...ofSchema, ...problems(value)];
};

/**
 * Reads a YAML or JSON text by a schema. What it returns fits the schema.
 * @throws UsageError that holds everything that is wrong, each with `file:line:column`.
 */
export const readCheckedFile = (text: string, { file, rules, limits }: CheckedFile): unknown => {
  const source = readSource(text, file, limits);
  const { value } = source;
  const problems = problemsIn(value, rules);
  if (problems.length > 0) throw usageErrorOf(problems, source);
  return value;
};
