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

const isChunks = (value: unknown): boolean =>
  typeof value === "function" || (isThing(value) && Symbol.asyncIterator in Object(value));

export const kinds = {
  text: kind("text", isText),
  texts: kind("a list of texts", (value) => Array.isArray(value) && [...value].every(isText)),
  list: kind("a list", Array.isArray),
  truth: kind("true or false", (value) => typeof value === "boolean"),
  object: kind("an object", (value) => isThing(value) && !Array.isArray(value)),
  textOrObject: kind("text or an object", (value) => isText(value) || isThing(value)),
  recording: kind(
    "a path, or an object with a name and its bytes",
    (value) =>
      isText(value) ||
      (isThing(value) &&
        ["name", "file"].some((name) => isText(Reflect.get(Object(value), name))) &&
        ["bytes", "chunks"].some((name) => isChunks(Reflect.get(Object(value), name)))),
  ),
  number: kind("a number", (value) => typeof value === "number"),
  function: kind("a function", (value) => typeof value === "function"),
  signal: kind("an AbortSignal", (value) => value instanceof AbortSignal),
  share: kind("a number from 0 to 1", (value) => typeof value === "number" && value >= 0 && value <= 1),
};

export const oneOfWords = (...words: readonly string[]): Kind =>
  kind(words.join(" or "), (value) => words.some((word) => word === value));

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum;

const wordOf = (value: unknown): string => {
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  return isThing(value) ? "an object" : printable(String(value));
};

/** An object of the caller's own with these functions, such as a clock. */
export const withFunctions = (...names: readonly string[]): Kind =>
  kind(
    `an object with the functions ${names.join(", ")}`,
    (value) =>
      isThing(value) && names.every((name) => typeof Reflect.get(Object(value), name) === "function"),
  );

/** A number in text, which only the command line takes for one. */
export const digits = /^\d{1,16}$/;

/** A whole number within bounds. */
export const wholeNumber =
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
export const seed = wholeNumber(0, 0xffff_ffff);

export const port = wholeNumber(0, 65_535);

/** An object with these properties alone, each of its kind. */
export const objectOfKinds =
  (properties: Readonly<Record<string, Kind>>): Kind =>
  (value, option) => {
    const mistake = kinds.object(value, option);
    const known = Object.keys(properties);
    const inner = new Map(Object.entries(Object(value) as object)); // Anything else is a mistake.
    if (mistake !== undefined) return mistake;
    const named = (name: string): string => `${option}.${printable(name)}`;
    for (const name of inner.keys())
      if (!known.includes(name))
        return new UsageError("there is no such property", {
          option: named(name),
          hint: suggestionHint(name, known),
        });
    for (const [name, mistakeIn] of Object.entries(properties)) {
      const wrong = inner.get(name) === undefined ? undefined : mistakeIn(inner.get(name), named(name));
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const shardParts = objectOfKinds({
  index: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  count: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});

/** Part `index` of `count`, counted from 1. */
export const shard: Kind = (value, option) => {
  const misspelt = isThing(value) ? shardParts(value, option) : undefined;
  if (misspelt !== undefined) return misspelt;
  const { index, count } = Object(value) as Readonly<Record<string, unknown>>; // Missing ones are undefined.
  if (isWhole(count, 1, Number.MAX_SAFE_INTEGER) && isWhole(index, 1, Number(count))) return undefined;
  return new UsageError(`${String(index)}/${String(count)} is not a part I/N`, {
    option,
    hint: "the second of three parts is { index: 2, count: 3 }",
  });
};

/**
 * How an option may be given. A `target` says what is looked at: a function without it looks at something else, so an
 * explicit undefined, such as an unset variable, is a mistake.
 */
export type OptionUse = "needed" | "optional" | "target";

/** The use of every option of a function. The compiler refuses a table that lacks one, or has another. */
export type OptionUses<Options> = {
  readonly [Name in keyof Options]-?: Record<never, never> extends Pick<Options, Name>
    ? Exclude<OptionUse, "needed">
    : "needed";
};

const unknownOption = (name: string, known: readonly string[]): UsageError =>
  new UsageError("there is no such option", {
    option: printable(name),
    hint: suggestionHint(name, known) ?? `known: ${known.join(", ")}`,
  });

const misused = (name: string, use: OptionUse, options: object): UsageError | undefined => {
  if (use === "optional" || Reflect.get(options, name) !== undefined) return undefined;
  if (use === "needed") return new UsageError("is missing", { option: name });
  return Object.hasOwn(options, name)
    ? new UsageError("is undefined", { option: name, hint: "give it a value, or omit it" })
    : undefined;
};

const misuses = (options: object, uses: Readonly<Record<string, OptionUse>>): readonly UsageError[] => {
  const known = Object.keys(uses);
  return [
    ...Object.keys(options).flatMap((name) => (known.includes(name) ? [] : unknownOption(name, known))),
    ...Object.entries(uses).flatMap(([name, use]) => misused(name, use, options) ?? []),
  ];
};

/** A list whose entries are of one kind. */
export const listOfKind =
  (entry: Kind): Kind =>
  (value, option) =>
    Array.isArray(value)
      ? // Also what a list leaves out, which `map` would skip.
        [...value]
          .map((one, index) => entry(one, `${option}[${index}]`))
          .find((mistake) => mistake !== undefined)
      : kinds.list(value, option);

/** A text, or else of another kind. */
export const textOrKind =
  (other: Kind): Kind =>
  (value, option) =>
    isText(value) ? undefined : isThing(value) ? other(value, option) : kinds.textOrObject(value, option);

/**
 * Checks the options of a function: callers without types may pass anything.
 * @throws UsageError that names every unknown, missing and undefined option, and every one of another kind
 */
export const assertOptions = (
  options: unknown,
  uses: Readonly<Record<string, OptionUse>>,
  known: Readonly<Record<string, Kind>>,
): void => {
  const mistake = kinds.object(options, "options");
  if (mistake !== undefined) throw mistake;
  const given = Object(options) as object; // Checked above.
  const wrong = Object.entries(known).flatMap(([name, mistakeIn]) => {
    const value: unknown = Object.hasOwn(uses, name) ? Reflect.get(given, name) : undefined;
    return value === undefined ? [] : (mistakeIn(value, name) ?? []);
  });
  const errors = [...misuses(given, uses), ...wrong];
  if (errors.length > 0) throw allTogether(errors);
};
