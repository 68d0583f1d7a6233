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
export type ValueRule = (value: unknown, path: Path) => Iterable<FileProblem>;

const nameOf = (path: Path): string => (path.length === 0 ? "it" : dotted(path));

export const problemAt = (path: Path, message: string, hint?: string): FileProblem => ({
  path,
  part: "key",
  message,
  ...(hint === undefined ? {} : { hint }),
});

export const is =
  (must: string, test: (value: unknown) => boolean, hint?: string): ValueRule =>
  (value, path) =>
    test(value) ? [] : [problemAt(path, `${nameOf(path)} must be ${must}, not ${shapeOf(value)}`, hint)];

/** Whether a value is text with any content. */
export const isFilledText = (value: unknown): value is string => typeof value === "string" && value !== "";

export const unchecked: ValueRule = () => [];
export const aText = is("text", (value) => typeof value === "string");
export const aCount = is("a whole number", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const aNumber = is("a number", (value) => Number.isFinite(value));
export const aTruth = is("true or false", (value) => typeof value === "boolean");
export const aTime = is("a time", (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)));

export const oneOfThese = (...words: readonly (string | number)[]): ValueRule =>
  is(words.join(" or "), (value) => words.some((word) => word === value));

/** A text that is one of the words, of which the closest is suggested. */
export const aWord =
  (what: string, words: readonly string[]): ValueRule =>
  (value, path) =>
    typeof value === "string" && !words.includes(value)
      ? [problemAt(path, `there is no ${what} ${printable(value)}`, suggestionHint(value, words))]
      : [];

export const optional =
  (rule: ValueRule): ValueRule =>
  (value, path) =>
    value === undefined ? [] : rule(value, path);

export const allRules = (...rules: readonly ValueRule[]): ValueRule =>
  function* (value, path) {
    for (const rule of rules) yield* rule(value, path);
  };

export const aList = (rule: ValueRule, must = "a list", hint?: string): ValueRule => {
  const array = is(must, Array.isArray, hint);
  return function* (value, path) {
    yield* array(value, path);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) yield* rule(item, [...path, String(index)]);
  };
};

export const listOfLength = (rule: ValueRule, length: number): ValueRule =>
  allRules(
    is(`a list of ${length}`, (value) => Array.isArray(value) && value.length === length),
    aList(rule),
  );

/** An object with at least these members. */
export const anObject = (
  members: Readonly<Record<string, ValueRule>>,
  must = "an object",
  hint?: string,
): ValueRule => {
  const object = is(must, isObject, hint);
  const rules = Object.entries(members);
  return function* (value, path) {
    yield* object(value, path);
    if (isObject(value)) for (const [key, rule] of rules) yield* rule(value[key], [...path, key]);
  };
};

/** An object with these members and no others. */
export const keys = (must: string, rules: Readonly<Record<string, ValueRule>>, hint?: string): ValueRule => {
  const known = anObject(rules, must, hint);
  return function* (value, path) {
    for (const key of isObject(value) ? Object.keys(value) : [])
      if (!Object.hasOwn(rules, key))
        yield problemAt(
          [...path, key],
          `${nameOf(path)} has no key ${printable(key)}`,
          suggestionHint(key, Object.keys(rules)),
        );
    yield* known(value, path);
  };
};

/** An object whose keys are names. */
export const objectByName = (must: string, rule: (name: string) => ValueRule, hint?: string): ValueRule =>
  function* (value, path) {
    yield* is(must, isObject, hint)(value, path);
    for (const [name, inner] of Object.entries(isObject(value) ? value : {}))
      yield* rule(name)(inner, [...path, name]);
  };

/** An object whose names are data, which problems do not show. */
export const valuesOf = (rule: ValueRule): ValueRule =>
  function* (value, path) {
    yield* is("an object", isObject)(value, path);
    for (const inner of Object.values(isObject(value) ? value : {})) yield* rule(inner, [...path, "*"]);
  };

/** An object whose members depend on its `kind`. */
export const byKind = (kinds: Readonly<Record<string, ValueRule>>): ValueRule => {
  const known = anObject({ kind: oneOfThese(...Object.keys(kinds)) });
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
export const assertFollows = (source: SourceDocument, rule: ValueRule): void => {
  const problems = [...rule(source.value, [])];
  if (problems.length > 0) throw usageErrorOf(problems, source);
};

/** What is wrong with a value that tripact has written itself: the first problem, as one is enough to reject it. */
export const misfitOf = (value: unknown, rule: ValueRule): string | undefined => {
  for (const { message } of rule(value, [])) return message;
  return undefined;
};

/** The value of a stored JSON text. @throws UsageError if the text is invalid or breaks the rule */
export const storedAs = <Value>(name: string, json: string, rule: ValueRule): Value => {
  const value: unknown = stored(name, () => JSON.parse(json));
  const misfit = misfitOf(value, rule);
  if (misfit !== undefined) throw damaged(`${name} has another form: ${misfit}`);
  // The rule is that of the value's type.
  return value as Value;
};
