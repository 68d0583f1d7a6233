import { type ValueType, valueTypes } from "./values/value-types.ts";

/** The number of operands of an operator, which also decides which properties of a condition hold them. */
export type Arity = "none" | "one" | "two" | "many";

/** One meaning that an integer may have. */
export interface Operator {
  readonly arity: Arity;
  /** Types of parameters for which it makes sense. A parameter of unknown type takes every operator. */
  readonly types: readonly ValueType[];
  /** Type of the operands: the parameter's own, or a number of whole days, 0 or more. */
  readonly operands: "own" | "days";
  /** Text between field and operands: `city is any of ("Austin", "Dallas")`; `…` marks where the operands go. */
  readonly words: string;
}

const moments = ["date", "instant"] as const;
const ordered = ["integer", "decimal", ...moments] as const;
const scalar = [...ordered, "text"] as const;

const operator = <const A extends Arity, const O extends Operator["operands"] = "own">(
  arity: A,
  types: readonly ValueType[],
  words: string,
  operands?: O,
): Operator & { readonly arity: A; readonly operands: O } => ({
  arity,
  types: [...types, "unknown"],
  words,
  // If omitted, O is "own" by default.
  operands: operands ?? ("own" as O),
});

/**
 * The assumed meanings of the thirty integers. A dialect maps integers to meanings; nothing about that is stated
 * (U-13).
 *
 * An unset parameter (null, or no such property) matches only `isNotSet` and `isEmpty`, so `notX` and `noneOf` match
 * exactly the set parameters that `X` and `anyOf` do not match. A dialect may differ for `isEmpty` and for negations.
 * Text comparisons ignore the case of A to Z unless the dialect says otherwise; every other character matches only
 * itself. Decimals are compared as decimals and instants as instants, in any notation. Days, months and years are in
 * UTC.
 * @example
 * ```ts
 * import { operators } from "tripact/queries";
 *
 * console.log(operators.between.arity); // two
 * ```
 */
export const operators = {
  /** Equals the value. */
  equals: operator("one", valueTypes, "="),
  /** Is set to another value. */
  notEquals: operator("one", valueTypes, "!="),
  /** Equals one of the values. */
  anyOf: operator("many", scalar, "is any of"),
  /** Is set to none of the values. */
  noneOf: operator("many", scalar, "is none of"),
  /** Is less, or earlier. */
  lessThan: operator("one", ordered, "<"),
  /** Is less or equal, or not later. */
  lessThanOrEqual: operator("one", ordered, "<="),
  /** Is greater, or later. */
  greaterThan: operator("one", ordered, ">"),
  /** Is greater or equal, or not earlier. */
  greaterThanOrEqual: operator("one", ordered, ">="),
  /** Is between a lower and an upper bound, inclusive; never true for bounds in the wrong order. */
  between: operator("two", ordered, "is between"),
  /** Is set and outside the bounds. */
  notBetween: operator("two", ordered, "is not between"),
  /** Contains the text; every text contains the empty one. */
  contains: operator("one", ["text"], "contains"),
  /** Is set and does not contain the text. */
  notContains: operator("one", ["text"], "does not contain"),
  /** Starts with the text. */
  startsWith: operator("one", ["text"], "starts with"),
  /** Is set and does not start with the text. */
  notStartsWith: operator("one", ["text"], "does not start with"),
  /** Ends with the text. */
  endsWith: operator("one", ["text"], "ends with"),
  /** Is set and does not end with the text. */
  notEndsWith: operator("one", ["text"], "does not end with"),
  /** Is set, even to an empty text. */
  isSet: operator("none", valueTypes, "is set"),
  /** Is unset. */
  isNotSet: operator("none", valueTypes, "is not set"),
  /** Is unset, or an empty text. */
  isEmpty: operator("none", ["text"], "is empty"),
  /** Is a non-empty text. */
  isNotEmpty: operator("none", ["text"], "is not empty"),
  /** Is true. */
  isTrue: operator("none", ["boolean"], "is true"),
  /** Is false, not merely unset. */
  isFalse: operator("none", ["boolean"], "is false"),
  /** Is on the day of the operand, at any time. */
  onDay: operator("one", moments, "is on the day of"),
  /** Is set, on another day. */
  notOnDay: operator("one", moments, "is not on the day of"),
  /** Is before the start of the operand's day. */
  beforeDay: operator("one", moments, "is before the day of"),
  /** Is after the end of the operand's day. */
  afterDay: operator("one", moments, "is after the day of"),
  /** Is at most that many days (of 24 hours) ago and not in the future, inclusive. */
  inLastDays: operator("one", moments, "is in the last … days", "days"),
  /** Is at most that many days (of 24 hours) ahead and not in the past, inclusive. */
  inNextDays: operator("one", moments, "is in the next … days", "days"),
  /** Is in the current month. */
  isThisMonth: operator("none", moments, "is this month"),
  /** Is in the current year. */
  isThisYear: operator("none", moments, "is this year"),
};

/** The name of an operator's meaning. */
export type OperatorName = keyof typeof operators;

// Object.keys forgets the keys' types; the table has no others.
/**
 * The names of all operators, in the table's order.
 * @example
 * ```ts
 * import { operatorNames } from "tripact/queries";
 *
 * console.log(operatorNames.includes("startsWith")); // true
 * ```
 */
export const operatorNames = Object.keys(operators) as readonly OperatorName[];

export const isOperatorName = (text: string): text is OperatorName => Object.hasOwn(operators, text);

/** The operators that negate another one. */
const negations: ReadonlySet<OperatorName> = new Set([
  "notEquals",
  "noneOf",
  "notBetween",
  "notContains",
  "notStartsWith",
  "notEndsWith",
  "notOnDay",
]);

export const isNegation = (operator: OperatorName): boolean => negations.has(operator);

/**
 * The operators for a type of parameter.
 * @example
 * ```ts
 * import { operatorsFor } from "tripact/queries";
 *
 * console.log(operatorsFor("boolean").includes("isTrue")); // true
 * ```
 */
export const operatorsFor = (type: ValueType): readonly OperatorName[] =>
  operatorNames.filter((name) => operators[name].types.includes(type));
