import { type ValueType, valueTypes } from "./values/value-types.ts";

/** How many operands an operator takes, which also decides which properties of a condition hold them. */
export type Arity = "none" | "one" | "two" | "many";

/** One meaning that an integer may have. */
export interface Operator {
  readonly arity: Arity;
  /** Types of parameters that it makes sense for. One whose type is unknown takes every operator. */
  readonly types: readonly ValueType[];
  /** What the operands are: of the parameter's own type, or a whole number of days, 0 or more. */
  readonly operands: "own" | "days";
  /** As it reads between the field and its operands: `city is any of ("Austin", "Dallas")`; `…` is where they go. */
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
  // Left out, O is "own" by its default.
  operands: operands ?? ("own" as O),
});

/**
 * The meanings that the thirty integers are taken to have; which integer has which is a dialect's business, and
 * nothing of it is stated (U-13).
 *
 * A parameter that holds nothing (null, or no such property) matches `isNotSet` and `isEmpty` and nothing else; so
 * `notX` and `noneOf` hold of exactly those that hold something of which the other does not. A dialect may say
 * otherwise of `isEmpty` and of negations. Texts are compared
 * without regard to the case of the letters A to Z unless the dialect says that it counts; every other character
 * matches only itself. Decimals are compared as decimals and instants as instants, however they are written.
 * Days, months and years are those of UTC.
 * @example
 * ```ts
 * import { operators } from "tripact/queries";
 *
 * console.log(operators.between.arity); // two
 * ```
 */
export const operators = {
  /** Is that value. */
  equals: operator("one", valueTypes, "="),
  /** Holds another value. */
  notEquals: operator("one", valueTypes, "!="),
  /** Is one of the values. */
  anyOf: operator("many", scalar, "is any of"),
  /** Holds a value that is none of these. */
  noneOf: operator("many", scalar, "is none of"),
  /** Is less, or earlier. */
  lessThan: operator("one", ordered, "<"),
  /** Is less or the same, or not later. */
  lessThanOrEqual: operator("one", ordered, "<="),
  /** Is more, or later. */
  greaterThan: operator("one", ordered, ">"),
  /** Is more or the same, or not earlier. */
  greaterThanOrEqual: operator("one", ordered, ">="),
  /** Lies between a lower and an upper bound, both included; nothing lies between bounds in the wrong order. */
  between: operator("two", ordered, "is between"),
  /** Holds a value that lies outside the bounds. */
  notBetween: operator("two", ordered, "is not between"),
  /** Has the text somewhere in it; every text has the empty one. */
  contains: operator("one", ["text"], "contains"),
  /** Holds a text that has the other nowhere in it. */
  notContains: operator("one", ["text"], "does not contain"),
  /** Begins with the text. */
  startsWith: operator("one", ["text"], "starts with"),
  /** Holds a text that begins otherwise. */
  notStartsWith: operator("one", ["text"], "does not start with"),
  /** Ends with the text. */
  endsWith: operator("one", ["text"], "ends with"),
  /** Holds a text that ends otherwise. */
  notEndsWith: operator("one", ["text"], "does not end with"),
  /** Holds anything, be it an empty text. */
  isSet: operator("none", valueTypes, "is set"),
  /** Holds nothing. */
  isNotSet: operator("none", valueTypes, "is not set"),
  /** Holds nothing, or a text without characters. */
  isEmpty: operator("none", ["text"], "is empty"),
  /** Holds a text with characters. */
  isNotEmpty: operator("none", ["text"], "is not empty"),
  /** Is true. */
  isTrue: operator("none", ["boolean"], "is true"),
  /** Is false, not merely unset. */
  isFalse: operator("none", ["boolean"], "is false"),
  /** Lies on the day of the operand, whatever its time. */
  onDay: operator("one", moments, "is on the day of"),
  /** Holds a moment of another day. */
  notOnDay: operator("one", moments, "is not on the day of"),
  /** Lies before the day of the operand begins. */
  beforeDay: operator("one", moments, "is before the day of"),
  /** Lies after the day of the operand has ended. */
  afterDay: operator("one", moments, "is after the day of"),
  /** Lies at most that many days (of 24 hours) back, up to this moment, both included. */
  inLastDays: operator("one", moments, "is in the last … days", "days"),
  /** Lies from this moment on, at most that many days (of 24 hours) ahead, both included. */
  inNextDays: operator("one", moments, "is in the next … days", "days"),
  /** Lies in the month of this moment. */
  isThisMonth: operator("none", moments, "is this month"),
  /** Lies in the year of this moment. */
  isThisYear: operator("none", moments, "is this year"),
};

/** The name of a meaning that an operator may have. */
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

/** The operators that hold of what another does not match. */
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
 * The operators that make sense for a type of parameter.
 * @example
 * ```ts
 * import { operatorsFor } from "tripact/queries";
 *
 * console.log(operatorsFor("boolean").includes("isTrue")); // true
 * ```
 */
export const operatorsFor = (type: ValueType): readonly OperatorName[] =>
  operatorNames.filter((name) => operators[name].types.includes(type));
