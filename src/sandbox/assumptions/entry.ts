interface Described {
  readonly description: string;
}

/** One of several named answers. */
export interface Choice<Value extends string> extends Described {
  readonly kind: "choice";
  readonly values: readonly Value[];
  readonly default: Value;
}

/** A whole number within bounds, both included. */
export interface Whole extends Described {
  readonly kind: "whole";
  readonly minimum: number;
  /** Reason for the minimum of `--set`, printed with the bounds if a value is below it; programs may go below. */
  readonly floor?: string | undefined;
  /** Whether 0 is also allowed, meaning no limit. */
  readonly orNone?: boolean;
  readonly maximum: number;
  readonly default: number;
}

/** Name of a JSON property: camelCase letters and digits, none of the taken names. */
export interface PropertyName extends Described {
  readonly kind: "name";
  readonly taken: readonly string[];
  readonly default: string;
}

/** Name of a header that HTTP itself gives no meaning. */
export interface HeaderName extends Described {
  readonly kind: "header";
  readonly default: string;
}

/**
 * An order of the integers 0 to size - 1: `identity`, `permutation:SEED` for one that a seed decides, or `order:2.0.1`
 * for an explicit one.
 */
export interface Permuted extends Described {
  readonly kind: "permutation";
  readonly size: number;
  readonly default: PermutationName;
}

export type PermutationName = "identity" | `permutation:${number}` | `order:${string}`;

export type Entry = Choice<string> | Whole | PropertyName | HeaderName | Permuted;

/** The value of an entry of the table. */
export type ValueOf<E extends Entry> =
  E extends Choice<infer Value>
    ? Value
    : E extends Whole
      ? number
      : E extends Permuted
        ? PermutationName
        : string;

export const choice = <const Value extends string>(entry: Omit<Choice<Value>, "kind">): Choice<Value> => ({
  kind: "choice",
  ...entry,
});

export const whole = (entry: Omit<Whole, "kind">): Whole => ({ kind: "whole", ...entry });

export const propertyName = (entry: Omit<PropertyName, "kind">): PropertyName => ({ kind: "name", ...entry });

export const headerName = (entry: Omit<HeaderName, "kind">): HeaderName => ({ kind: "header", ...entry });

export const permuted = (entry: Omit<Permuted, "kind">): Permuted => ({ kind: "permutation", ...entry });

/**
 * Minimum of a credential's hourly limit: the smaller of the two stated numbers (CRM-48), which also suffices for a
 * whole check.
 */
export const hourlyFloor = {
  minimum: 1500,
  floor: "a whole check needs so many; with --control a single credential's hour can be used up",
} as const;
