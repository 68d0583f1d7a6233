import { type Kind, kindThat, oneOfWords, typed, wholeNumber } from "../../core/output/values.ts";

/** An open question: what a sandbox may answer, and what it answers by default. */
export interface Entry<Value extends string | number = string | number> {
  readonly description: string;
  readonly default: Value;
  readonly kind: Kind<Value>;
  /** The allowed values, in words. */
  readonly allowed: string;
  /** Reason for the smallest number of `--set`, printed with the bounds. */
  readonly floor?: string;
  /** What programs may choose, where that is more than `--set` takes. */
  readonly ofPrograms?: Pick<Entry<Value>, "kind" | "allowed">;
}

/** The value of an entry of the table. */
export type ValueOf<One> = One extends { readonly kind: Kind<infer Value> } ? Value : never;

type Described<Value> = { readonly description: string; readonly default: Value };

/** One of several named answers. */
export const choice = <const Value extends string>(
  entry: Described<NoInfer<Value>> & { readonly values: readonly Value[] },
) => ({ ...entry, kind: oneOfWords(...entry.values), allowed: entry.values.join(", ") });

const bounded = (minimum: number, maximum: number, orNone: boolean) => {
  const within = wholeNumber(minimum, maximum);
  const allowed = `a whole number from ${minimum} to ${maximum}${orNone ? ", or 0" : ""}`;
  const fits = (value: unknown): boolean => value === 0 || within.mistake(value, "") === undefined;
  const schema = { anyOf: [{ const: 0 }, within.schema] };
  return { allowed, kind: orNone ? kindThat<number>(allowed, fits, schema) : within };
};

/**
 * A whole number within bounds, both included. Programs go below the minimum of one with a floor: their tests may want
 * to see a client refused after a few requests.
 */
export const whole = ({
  minimum,
  maximum,
  floor,
  orNone = false,
  ...entry
}: Described<number> & {
  readonly minimum: number;
  readonly maximum: number;
  readonly floor?: string;
  /** Whether 0 is also allowed, meaning no limit. */
  readonly orNone?: boolean;
}): Entry<number> => ({
  ...entry,
  ...bounded(minimum, maximum, orNone),
  ...(floor === undefined ? {} : { floor, ofPrograms: bounded(1, maximum, orNone) }),
});

const aText = (pattern: RegExp, fits: (text: string) => boolean, allowed: string) => ({
  allowed,
  kind: kindThat<string>(
    allowed,
    (value) => typeof value === "string" && pattern.test(value) && fits(value),
    { type: "string", pattern: pattern.source },
  ),
});

/** Name of a JSON property: camelCase letters and digits, none of the taken names. */
export const propertyName = ({
  taken,
  ...entry
}: Described<string> & { readonly taken: readonly string[] }): Entry<string> => ({
  ...entry,
  ...aText(
    /^[a-z][A-Za-z0-9]{0,63}$/,
    (text) => !taken.includes(text),
    `a camelCase name other than ${taken.join(", ")}`,
  ),
});

/** Headers that a delivery has anyway, or that rule its connection. */
const usedHeaders =
  /^(?:accept.*|connection|content-.*|date|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/** Name of a header that HTTP itself gives no meaning. */
export const headerName = (entry: Described<string>): Entry<string> => ({
  ...entry,
  ...aText(
    /^[A-Za-z][A-Za-z\d-]{0,63}$/,
    (text) => !usedHeaders.test(text),
    "a header name of letters, digits and dashes, as in X-Signature",
  ),
});

export type PermutationName = "identity" | `permutation:${number}` | `order:${string}`;

const orderPrefix = "order:";

/** The integers of `order:2.0.1`; undefined for a permutation of another kind. */
export const orderIn = (text: string): readonly number[] | undefined =>
  text.startsWith(orderPrefix) ? text.slice(orderPrefix.length).split(".").map(Number) : undefined;

/** Whether a text that lists integers lists those from 0 to size - 1, each once. */
const isWhole = (text: string, size: number): boolean => {
  const order = orderIn(text);
  return (
    order === undefined ||
    (order.length === size && new Set(order).size === size && Math.max(...order) === size - 1)
  );
};

/**
 * An order of the integers 0 to size - 1: `identity`, `permutation:SEED` for one that a seed decides, or `order:2.0.1`
 * for an explicit one.
 */
export const permuted = ({
  size,
  ...entry
}: Described<PermutationName> & { readonly size: number }): Entry<PermutationName> => {
  const { allowed, kind } = aText(
    /^(?:identity|permutation:\d{1,9}|order:\d{1,3}(?:\.\d{1,3})*)$/,
    (text) => isWhole(text, size),
    "identity, permutation:SEED, or order: and each integer once, as in order:2.0.1",
  );
  return { ...entry, allowed, kind: typed<PermutationName>(kind) };
};

/**
 * Minimum of a credential's hourly limit: the smaller of the two stated numbers (CRM-48), which also suffices for a
 * whole check.
 */
export const hourlyFloor = {
  minimum: 1500,
  floor: "a whole check needs so many; with --control a single credential's hour can be used up",
} as const;
