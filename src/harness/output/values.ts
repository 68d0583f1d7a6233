import { printable } from "./escape.ts";
import { suggestionHint } from "./suggest.ts";
import { allTogether, UsageError } from "../model/usage-error.ts";

/** The known ids, ignoring case. @param lister lists many @throws UsageError with the nearest known id */
export const knownIds = (
  option: string,
  ids: readonly string[] | undefined,
  known: readonly string[],
  lister?: string,
): ReadonlySet<string> | undefined => {
  if (ids === undefined) return undefined;
  if (ids.length === 0) throw new UsageError("needs at least one value", { option });
  const bySpelling = new Map(known.map((id) => [id.toLowerCase(), id]));
  return new Set(
    ids.map((item) => {
      const id = bySpelling.get(item.toLowerCase());
      if (id !== undefined) return id;
      throw new UsageError(`${printable(item)} is unknown`, {
        option,
        hint: suggestionHint(item, known) ?? lister,
      });
    }),
  );
};

/** What an option may be: the mistake in a value, if there is one. */
export type Kind = (value: unknown, option: string) => UsageError | undefined;

const kind =
  (must: string, fits: (value: unknown) => boolean): Kind =>
  (value, option) =>
    fits(value) ? undefined : new UsageError(`must be ${must}`, { option });

const isText = (value: unknown): boolean => typeof value === "string";
const isThing = (value: unknown): boolean => typeof value === "object" && value !== null;

export const kinds = {
  text: kind("text", isText),
  texts: kind("a list of texts", (value) => Array.isArray(value) && value.every(isText)),
  list: kind("a list", Array.isArray),
  truth: kind("true or false", (value) => typeof value === "boolean"),
  object: kind("an object", (value) => isThing(value) && !Array.isArray(value)),
  textOrObject: kind("text or an object", (value) => isText(value) || isThing(value)),
  function: kind("a function", (value) => typeof value === "function"),
  signal: kind("an AbortSignal", (value) => value instanceof AbortSignal),
  share: kind("a number from 0 to 1", (value) => typeof value === "number" && value >= 0 && value <= 1),
};

export const oneOf = (...words: readonly string[]): Kind =>
  kind(words.join(" or "), (value) => words.some((word) => word === value));

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum;

const wordOf = (value: unknown): string => {
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  return isThing(value) ? "an object" : printable(String(value));
};

/** A number in text, which only the command line takes for one. */
export const digits = /^\d{1,16}$/;

/** A whole number within bounds. */
export const whole =
  (minimum: number, maximum: number): Kind =>
  (value, option) => {
    if (isWhole(value, minimum, maximum)) return undefined;
    const must = `a whole number from ${minimum} to ${maximum}`;
    const isNamed = typeof value === "number" || (typeof value === "string" && !digits.test(value));
    return new UsageError(
      isNamed
        ? `${printable(String(value)) || "nothing"} is not ${must}`
        : `must be ${must}, not ${wordOf(value)}`,
      { option, hint: `for example \`${option}\` ${minimum}` },
    );
  };

/** Decides what a run asks: the same seed, the same calls. */
export const seed = whole(0, 0xffff_ffff);

export const port = whole(0, 65_535);

/** Part `index` of `count`, counted from 1. */
export const shard: Kind = (value, option) => {
  const { index, count } = Object(value) as Readonly<Record<string, unknown>>; // Missing ones are undefined.
  if (isWhole(count, 1, Number.MAX_SAFE_INTEGER) && isWhole(index, 1, Number(count))) return undefined;
  return new UsageError(`${String(index)}/${String(count)} is not a part I/N`, {
    option,
    hint: "the second of three parts is { index: 2, count: 3 }",
  });
};

/** @throws UsageError that names every option with a value of another kind. */
export const assertKinds = (options: object, known: Readonly<Record<string, Kind>>): void => {
  const errors = Object.entries(known).flatMap(([name, mistakeIn]) => {
    const value: unknown = Reflect.get(options, name);
    const mistake = value === undefined ? undefined : mistakeIn(value, name);
    return mistake === undefined ? [] : [mistake];
  });
  if (errors.length > 0) throw allTogether(errors);
};
