import { printable } from "./escape.ts";
import { suggestionHint } from "./suggest.ts";
import { UsageError } from "../model/usage-error.ts";

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

/** What a value may be: finds the mistake in one, and describes the kind to programs. */
export interface Kind<Value = unknown> {
  mistake(value: unknown, option: string): UsageError | undefined;
  /** JSON Schema; absent if no JSON is of this kind. */
  readonly schema?: KindSchema;
  /** For the compiler alone: the type of a value without a mistake. */
  readonly type?: Value;
}

export type KindSchema = Readonly<Record<string, unknown>>;

/** The type of the values of a kind. */
export type ValueOfKind<One> = One extends Kind<infer Value> ? Value : never;

export const kindThat = <Value>(
  must: string,
  fits: (value: unknown) => boolean,
  schema?: KindSchema,
): Kind<Value> => ({
  mistake: (value, option) => (fits(value) ? undefined : new UsageError(`must be ${must}`, { option })),
  ...(schema === undefined ? {} : { schema }),
});

/** A kind whose values have a narrower type than it can see. */
export const typed = <Value>(one: Kind): Kind<Value> =>
  // Whoever names the type knows what the rest of the program makes of these values.
  one as Kind<Value>;

const isText = (value: unknown): boolean => typeof value === "string";
export const isThing = (value: unknown): boolean => typeof value === "object" && value !== null;

const aText = { type: "string" };

export const kinds = {
  /** Checked elsewhere. */
  any: kindThat("anything", () => true),
  text: kindThat<string>("text", isText, aText),
  texts: kindThat<readonly string[]>(
    "a list of texts",
    (value) => Array.isArray(value) && [...value].every(isText),
    {
      type: "array",
      items: aText,
    },
  ),
  list: kindThat<readonly unknown[]>("a list", Array.isArray),
  truth: kindThat<boolean>("true or false", (value) => typeof value === "boolean", { type: "boolean" }),
  object: kindThat<object>("an object", (value) => isThing(value) && !Array.isArray(value)),
  textOrObject: kindThat("text or an object", (value) => isText(value) || isThing(value)),
  number: kindThat<number>("a number", (value) => typeof value === "number"),
  function: kindThat("a function", (value) => typeof value === "function"),
  signal: kindThat<AbortSignal>("an AbortSignal", (value) => value instanceof AbortSignal),
  share: kindThat<number>(
    "a number from 0 to 1",
    (value) => typeof value === "number" && value >= 0 && value <= 1,
  ),
};

export const oneOfWords = <const Word extends string>(...words: readonly Word[]): Kind<Word> =>
  kindThat(words.join(" or "), (value) => words.some((word) => word === value), {
    type: "string",
    enum: words,
  });

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum;

const wordOf = (value: unknown): string => {
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  return isThing(value) ? "an object" : printable(String(value));
};

/** An object of the caller's own with these functions, such as a clock. */
export const withFunctions = <Value>(...names: readonly (keyof Value & string)[]): Kind<Value> =>
  kindThat(
    `an object with the functions ${names.join(", ")}`,
    (value) =>
      isThing(value) && names.every((name) => typeof Reflect.get(Object(value), name) === "function"),
  );

/** A number in text, which only the command line takes for one. */
export const digits = /^\d{1,16}$/;

/** A whole number within bounds. */
export const wholeNumber = (minimum: number, maximum: number): Kind<number> => ({
  schema: { type: "integer", minimum, maximum },
  mistake(value, option) {
    if (isWhole(value, minimum, maximum)) return undefined;
    const must = `a whole number from ${minimum} to ${maximum}`;
    const isNamed = typeof value === "number" || (typeof value === "string" && !digits.test(value));
    return new UsageError(
      isNamed
        ? `${printable(String(value)) || "nothing"} is not ${must}`
        : `must be ${must}, not ${wordOf(value)}`,
      { option, hint: `for example \`${option}\` ${minimum}` },
    );
  },
});

/** Decides what a run asks: the same seed, the same calls. */
export const seed = wholeNumber(0, 0xffff_ffff);

export const port = wholeNumber(0, 65_535);

export const count = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** A list whose entries are of one kind. */
export const listOfKind = <Value>(entry: Kind<Value>): Kind<readonly Value[]> => ({
  ...(entry.schema === undefined ? {} : { schema: { type: "array", items: entry.schema } }),
  mistake: (value, option) =>
    Array.isArray(value)
      ? // Also what a list leaves out, which `map` would skip.
        [...value]
          .map((one, index) => entry.mistake(one, `${option}[${index}]`))
          .find((mistake) => mistake !== undefined)
      : kinds.list.mistake(value, option),
});

/** A text, or else of another kind. */
export const textOrKind = <Value>(other: Kind<Value>): Kind<string | Value> => ({
  mistake(value, option) {
    if (isText(value)) return undefined;
    return isThing(value) ? other.mistake(value, option) : kinds.textOrObject.mistake(value, option);
  },
});
