import type { ConfigRules } from "../model/config-rules.ts";
import { readSource, type SourceLimits } from "../source/source-document.ts";
import { problemsOf, usageErrorOf } from "./config-errors.ts";

export interface CheckedFile {
  /** The file's name as the user knows it. */
  readonly file: string;
  readonly rules: ConfigRules;
  readonly limits?: SourceLimits;
}

/**
 * Reads a YAML or JSON text by a schema. What it returns fits the schema.
 * @throws UsageError that holds everything that is wrong, each with `file:line:column`.
 */
export const readCheckedFile = (text: string, { file, rules, limits }: CheckedFile): unknown => {
  const source = readSource(text, file, limits);
  const { value } = source;
  const { schema, validate } = rules;
  const ofSchema = validate(value)
    ? []
    : problemsOf(validate.errors ?? [], { schema, value, interpolatedAt: () => undefined });
  const problems = [...ofSchema, ...rules.problems(value)];
  if (problems.length > 0) throw usageErrorOf(problems, source);
  return value;
};
