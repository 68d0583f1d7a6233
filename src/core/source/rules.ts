import type { FileProblem } from "../model/file-rules.ts";
import { isObject, own } from "../model/json-object.ts";
import { damaged, stored } from "../model/stored.ts";
import { allTogether, UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import { suggestionHint } from "../output/suggest.ts";
import { shapeOf } from "../validation/shape-of.ts";
import { dotted, type Path } from "./path.ts";
import type { SourceDocument } from "./source-document.ts";

/** A rule for a value that somebody wrote, or tripact itself. Yields every problem; those of a value are its shape. */
export type Rule = (value: unknown, path: Path) => Iterable<FileProblem>;

const nameOf = (path: Path): string => (path.length === 0 ? "it" : dotted(path));

export const problem = (path: Path, message: string, hint?: string): FileProblem => ({
  path,
  part: "key",
  message,
  ...(hint === undefined ? {} : { hint }),
});

export const is =
  (must: string, test: (value: unknown) => boolean, hint?: string): Rule =>
  (value, path) =>
    test(value) ? [] : [problem(path, `${nameOf(path)} must be ${must}, not ${shapeOf(value)}`, hint)];

/** Whether a value is text with any content. */
export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

export const anything: Rule = () => [];
export const text = is("text", (value) => typeof value === "string");
export const count = is("a whole number", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const number = is("a number", (value) => Number.isFinite(value));
export const truth = is("true or false", (value) => typeof value === "boolean");
export const time = is("a time", (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)));

export const oneOf = (...words: readonly (string | number)[]): Rule =>
  is(words.join(" or "), (value) => words.some((word) => word === value));

/** A text that is one of the words, of which the closest is suggested. */
export const word =
  (what: string, words: readonly string[]): Rule =>
  (value, path) =>
    typeof value === "string" && !words.includes(value)
      ? [problem(path, `there is no ${what} ${printable(value)}`, suggestionHint(value, words))]
      : [];

export const optional =
  (rule: Rule): Rule =>
  (value, path) =>
    value === undefined ? [] : rule(value, path);

export const all = (...rules: readonly Rule[]): Rule =>
  function* (value, path) {
    for (const rule of rules) yield* rule(value, path);
  };

export const list = (rule: Rule, must = "a list", hint?: string): Rule => {
  const array = is(must, Array.isArray, hint);
  return function* (value, path) {
    yield* array(value, path);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) yield* rule(item, [...path, String(index)]);
  };
};

export const listOf = (rule: Rule, length: number): Rule =>
  all(
    is(`a list of ${length}`, (value) => Array.isArray(value) && value.length === length),
    list(rule),
  );

/** An object with at least these members. */
export const record = (members: Readonly<Record<string, Rule>>, must = "an object", hint?: string): Rule => {
  const object = is(must, isObject, hint);
  const rules = Object.entries(members);
  return function* (value, path) {
    yield* object(value, path);
    if (isObject(value)) for (const [key, rule] of rules) yield* rule(value[key], [...path, key]);
  };
};

/** An object with these members and no others. */
export const keys = (must: string, rules: Readonly<Record<string, Rule>>, hint?: string): Rule => {
  const known = record(rules, must, hint);
  return function* (value, path) {
    for (const key of isObject(value) ? Object.keys(value) : [])
      if (!Object.hasOwn(rules, key))
        yield problem(
          [...path, key],
          `${nameOf(path)} has no key ${printable(key)}`,
          suggestionHint(key, Object.keys(rules)),
        );
    yield* known(value, path);
  };
};

/** An object whose keys are names. */
export const named = (must: string, rule: (name: string) => Rule, hint?: string): Rule =>
  function* (value, path) {
    yield* is(must, isObject, hint)(value, path);
    for (const [name, inner] of Object.entries(isObject(value) ? value : {}))
      yield* rule(name)(inner, [...path, name]);
  };

/** An object whose names are data, which problems do not show. */
export const valuesOf = (rule: Rule): Rule =>
  function* (value, path) {
    yield* is("an object", isObject)(value, path);
    for (const inner of Object.values(isObject(value) ? value : {})) yield* rule(inner, [...path, "*"]);
  };

/** An object whose members depend on its `kind`. */
export const byKind = (kinds: Readonly<Record<string, Rule>>): Rule => {
  const known = record({ kind: oneOf(...Object.keys(kinds)) });
  return (value, path) => {
    const kind = isObject(value) ? value["kind"] : undefined;
    const rule = typeof kind === "string" ? own(kinds, kind) : undefined;
    return (rule ?? known)(value, path);
  };
};

/** The problems of a file, in their order, as one error. */
export const usageErrorOf = (
  problems: readonly FileProblem[],
  { location }: Pick<SourceDocument, "location">,
): UsageError =>
  allTogether(
    problems.map(
      ({ path, part, message, hint }) => new UsageError(message, { location: location(path, part), hint }),
    ),
  );

/** @throws UsageError with `file:line:column` for every rule that a file breaks. */
export const assertFollows = (source: SourceDocument, rule: Rule): void => {
  const problems = [...rule(source.value, [])];
  if (problems.length > 0) throw usageErrorOf(problems, source);
};

/** What is wrong with a value that tripact has written itself: the first problem, as one is enough to reject it. */
export const misfitOf = (value: unknown, rule: Rule): string | undefined => {
  for (const { message } of rule(value, [])) return message;
  return undefined;
};

/** The value of a stored JSON text. @throws UsageError if the text is invalid or breaks the rule */
export const storedAs = <Value>(name: string, json: string, rule: Rule): Value => {
  const value: unknown = stored(name, () => JSON.parse(json));
  const misfit = misfitOf(value, rule);
  if (misfit !== undefined) throw damaged(`${name} has another form: ${misfit}`);
  // The rule is that of the value's type.
  return value as Value;
};
