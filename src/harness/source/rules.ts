import { isObject } from "../model/json-object.ts";
import { allTogether, UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import { suggestionHint } from "../output/suggest.ts";
import { shapeOf } from "../validation/shape-of.ts";
import { dotted, type Path } from "./path.ts";
import type { SourceDocument } from "./source-document.ts";

/** What is wrong with a file that people write, at the path of the invalid value. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
}

/** A rule for a value in such a file. Yields every problem, in document order. */
export type Rule = (value: unknown, path: Path) => Generator<Problem>;

const nameOf = (path: Path): string => (path.length === 0 ? "it" : dotted(path));

export const problem = (path: Path, message: string, hint?: string): Problem =>
  hint === undefined ? { path, message } : { path, message, hint };

export const is = (must: string, test: (value: unknown) => boolean, hint?: string): Rule =>
  function* (value, path) {
    if (!test(value)) yield problem(path, `${nameOf(path)} must be ${must}, not ${shapeOf(value)}`, hint);
  };

export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** A text that is one of the words. */
export const word = (what: string, words: readonly string[]): Rule =>
  function* (value, path) {
    if (typeof value === "string" && !words.includes(value))
      yield problem(path, `there is no ${what} ${printable(value)}`, suggestionHint(value, words));
  };

export const optional = (rule: Rule): Rule =>
  function* (value, path) {
    if (value !== undefined) yield* rule(value, path);
  };

/** A map with these keys and no others. */
export const keys = (must: string, rules: Readonly<Record<string, Rule>>, hint?: string): Rule =>
  function* (value, path) {
    yield* is(must, isObject, hint)(value, path);
    if (!isObject(value)) return;
    for (const key of Object.keys(value))
      if (!Object.hasOwn(rules, key))
        yield problem(
          [...path, key],
          `${nameOf(path)} has no key ${printable(key)}`,
          suggestionHint(key, Object.keys(rules)),
        );
    for (const [key, rule] of Object.entries(rules)) yield* rule(value[key], [...path, key]);
  };

/** A map whose keys are names. */
export const named = (must: string, rule: (name: string) => Rule, hint?: string): Rule =>
  function* (value, path) {
    yield* is(must, isObject, hint)(value, path);
    if (isObject(value))
      for (const [name, inner] of Object.entries(value)) yield* rule(name)(inner, [...path, name]);
  };

export const list = (must: string, rule: Rule, hint?: string): Rule =>
  function* (value, path) {
    yield* is(must, Array.isArray, hint)(value, path);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) yield* rule(item, [...path, String(index)]);
  };

export const all = (...rules: readonly Rule[]): Rule =>
  function* (value, path) {
    for (const rule of rules) yield* rule(value, path);
  };

/** @throws UsageError with `file:line:column` for every rule that a file breaks. */
export const assertFollows = ({ value, location }: SourceDocument, rule: Rule): void => {
  const problems = [...rule(value, [])].map(
    ({ path, message, hint }) => new UsageError(message, { location: location(path, "key"), hint }),
  );
  if (problems.length > 0) throw allTogether(problems);
};
