import { own } from "../../core/model/json-object.ts";
import { madeOnce } from "../../core/model/made-once.ts";
import { permutationOf, type Assumptions } from "../assumptions/assumptions.ts";
import { sql, type SqlText, type SqliteValue } from "./sql.ts";
import type { FieldType } from "./entity.ts";

/**
 * What the thirty operators mean. Nothing of it is stated (U-13): the names and meanings are our own.
 *
 * - A field that holds nothing (null) matches `isNotSet` and `isEmpty` and no other operator; so `notX` is
 *   true of exactly those fields that hold something of which `X` is false. U-13.empty and U-13.negation change that.
 * - Texts are compared without regard to the case of the letters A to Z (or with it, see U-13.case); every
 *   other character matches only itself, `%` and `_` too.
 * - Decimals are compared as decimals and instants as instants, however they are written.
 * - Days, months and years are those of UTC.
 */
export const operatorNames = [
  "equals",
  "notEquals",
  "noneOf",
  "anyOf",
  "lessThan",
  "lessThanOrEqual",
  "greaterThan",
  "greaterThanOrEqual",
  "isSet",
  "isNotSet",
  "isEmpty",
  "isNotEmpty",
  "between",
  "notBetween",
  "contains",
  "notContains",
  "startsWith",
  "notStartsWith",
  "endsWith",
  "notEndsWith",
  "isTrue",
  "isFalse",
  "onDay",
  "notOnDay",
  "beforeDay",
  "afterDay",
  "inLastDays",
  "inNextDays",
  "isThisMonth",
  "isThisYear",
] as const;

export type OperatorName = (typeof operatorNames)[number];

/** Number of operands: `two` are a lower and an upper bound, `many` at least one. */
export type Arity = "none" | "one" | "two" | "many";

/** Input of an operator's SQL. */
export interface Comparison {
  /** The column, with the collation of its type and U-13.case. */
  readonly column: SqlText;
  /** A text in the form used to compare parts of texts. */
  folded(text: SqlText | SqliteValue): SqlText;
  /** As many as the arity requires; never null, and of the column's stored type (days: a whole number). */
  readonly operands: readonly SqliteValue[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether `isEmpty` (U-13.empty) and negations (U-13.negation) match null. */
  readonly emptyMatchesNull: boolean;
  readonly negationMatchesNull: boolean;
}

export interface Operator {
  readonly arity: Arity;
  /** Types of fields that allow it. */
  readonly types: readonly FieldType[];
  /** Type of its operands: the field's own, or a whole number of days. */
  readonly operands: "own" | "days";
  /** Whether it asks for specific values. */
  readonly isSelective: boolean;
  toSql(comparison: Comparison): SqlText;
}

const ordered: readonly FieldType[] = ["integer", "decimal", "instant"];
const scalar: readonly FieldType[] = [...ordered, "text"];
const any: readonly FieldType[] = [...scalar, "boolean"];
const day = 86_400_000;

const operator = (
  arity: Arity,
  types: readonly FieldType[],
  toSql: Operator["toSql"],
  operands: Operator["operands"] = "own",
): Operator => ({ arity, types, operands, isSelective: false, toSql });

const selective = (found: Operator): Operator => ({ ...found, isSelective: true });

/** Matches what the operator does not, and null where U-13.negation says so. */
const negation = (found: Operator): Operator => ({
  ...found,
  toSql: (comparison) =>
    comparison.negationMatchesNull
      ? sql`(${found.toSql(comparison)}) or ${comparison.column} is null`
      : found.toSql(comparison),
});

/** One operand as a parameter. */
const simple = (
  types: readonly FieldType[],
  toSql: (column: SqlText, value: SqliteValue) => SqlText,
): Operator => operator("one", types, ({ column, operands: [value = null] }) => toSql(column, value));

const bounded = (toSql: (column: SqlText, lower: SqliteValue, upper: SqliteValue) => SqlText): Operator =>
  operator("two", ordered, ({ column, operands: [lower = null, upper = null] }) =>
    toSql(column, lower, upper),
  );

/** The operands as one parameter, so that the statement's text does not depend on their number. */
const listed = (operands: readonly SqliteValue[]): SqlText =>
  sql`(select value from json_each(${JSON.stringify(operands)}))`;

/** Compares a part of the text with the folded operand. */
const partOfText = (toSql: (column: SqlText, text: SqlText) => SqlText): Operator =>
  operator("one", ["text"], ({ column, folded, operands: [value = null] }) =>
    toSql(folded(column), folded(value)),
  );

const beginning = (column: SqlText, text: SqlText): SqlText => sql`substr(${column}, 1, length(${text}))`;
const end = (column: SqlText, text: SqlText): SqlText =>
  sql`substr(${column}, max(1, length(${column}) - length(${text}) + 1))`;

/** A half-open interval of time: includes its start, excludes its end. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

const within = (column: SqlText, { from, to }: Interval): SqlText =>
  sql`${column} >= ${from} and ${column} < ${to}`;

/** The day (UTC) of an instant. */
const dayOf = (instant: SqliteValue): Interval => {
  const from = Math.floor(Number(instant) / day) * day;
  return { from, to: from + day };
};

const monthOf = (now: number): Interval => {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
};

const yearOf = (now: number): Interval => {
  const year = new Date(now).getUTCFullYear();
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
};

const calendar = (intervalOf: (now: number) => Interval): Operator =>
  operator("none", ["instant"], ({ column, now }) => within(column, intervalOf(now)));

const relative = (intervalOf: (now: number, days: number) => Interval): Operator =>
  operator(
    "one",
    ["instant"],
    ({ column, now, operands: [days = null] }) => within(column, intervalOf(now, Number(days))),
    "days",
  );

const byDay = (toSql: (column: SqlText, interval: Interval) => SqlText): Operator =>
  operator("one", ["instant"], ({ column, operands: [instant = null] }) => toSql(column, dayOf(instant)));

const unary = (types: readonly FieldType[], toSql: (column: SqlText) => SqlText): Operator =>
  operator("none", types, ({ column }) => toSql(column));

/** SQL's logic already treats null as required: a comparison with null is neither true nor, negated, true. */
export const operators: Readonly<Record<OperatorName, Operator>> = {
  equals: selective(simple(any, (column, value) => sql`${column} = ${value}`)),
  notEquals: negation(simple(any, (column, value) => sql`${column} <> ${value}`)),
  anyOf: selective(operator("many", scalar, ({ column, operands }) => sql`${column} in ${listed(operands)}`)),
  noneOf: negation(
    operator(
      "many",
      scalar,
      // `not in` an empty list would also hold for null.
      ({ column, operands }) => sql`${column} is not null and ${column} not in ${listed(operands)}`,
    ),
  ),
  lessThan: simple(ordered, (column, value) => sql`${column} < ${value}`),
  lessThanOrEqual: simple(ordered, (column, value) => sql`${column} <= ${value}`),
  greaterThan: simple(ordered, (column, value) => sql`${column} > ${value}`),
  greaterThanOrEqual: simple(ordered, (column, value) => sql`${column} >= ${value}`),
  /** Both bounds are included; bounds in the wrong order match nothing. */
  between: bounded((column, lower, upper) => sql`${column} between ${lower} and ${upper}`),
  notBetween: negation(bounded((column, lower, upper) => sql`${column} not between ${lower} and ${upper}`)),
  contains: partOfText((column, text) => sql`instr(${column}, ${text}) > 0`),
  notContains: negation(partOfText((column, text) => sql`instr(${column}, ${text}) = 0`)),
  startsWith: partOfText((column, text) => sql`${beginning(column, text)} = ${text}`),
  notStartsWith: negation(partOfText((column, text) => sql`${beginning(column, text)} <> ${text}`)),
  endsWith: partOfText((column, text) => sql`${end(column, text)} = ${text}`),
  notEndsWith: negation(partOfText((column, text) => sql`${end(column, text)} <> ${text}`)),
  isSet: unary(any, (column) => sql`${column} is not null`),
  isNotSet: unary(any, (column) => sql`${column} is null`),
  /** Null or an empty text. */
  isEmpty: operator("none", ["text"], ({ column, emptyMatchesNull }) =>
    emptyMatchesNull ? sql`${column} is null or ${column} = ''` : sql`${column} = ''`,
  ),
  isNotEmpty: unary(["text"], (column) => sql`${column} <> ''`),
  isTrue: unary(["boolean"], (column) => sql`${column} = 1`),
  isFalse: unary(["boolean"], (column) => sql`${column} = 0`),
  /** On the operand's day, at any time. */
  onDay: byDay(within),
  notOnDay: negation(byDay((column, { from, to }) => sql`${column} < ${from} or ${column} >= ${to}`)),
  /** Before the operand's day begins. */
  beforeDay: byDay((column, { from }) => sql`${column} < ${from}`),
  /** After the operand's day has ended. */
  afterDay: byDay((column, { to }) => sql`${column} >= ${to}`),
  /** From that many days ago to now, both included. */
  inLastDays: relative((now, days) => ({ from: now - days * day, to: now + 1 })),
  /** From now to that many days ahead, both included. */
  inNextDays: relative((now, days) => ({ from: now, to: now + days * day + 1 })),
  isThisMonth: calendar(monthOf),
  isThisYear: calendar(yearOf),
};

/** Operators that mean the same as others where U-13.synonyms says so. */
const synonyms: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  beforeDay: "lessThan",
  afterDay: "greaterThan",
  isNotEmpty: "isSet",
  notEndsWith: "notContains",
};

const integersOf = madeOnce((assumptions: Assumptions) =>
  permutationOf(assumptions["U-13"], operatorNames.length),
);

/** The integer of an operator. */
export const integerOf = (name: OperatorName, assumptions: Assumptions): number => {
  const integer = integersOf(assumptions)[operatorNames.indexOf(name)];
  if (integer === undefined) throw new Error(`${name} is no operator`);
  return integer;
};

/** The operator of an integer; undefined if it has none. */
export const operatorOf = (integer: number, assumptions: Assumptions): OperatorName | undefined => {
  const name = operatorNames[integersOf(assumptions).indexOf(integer)];
  return name === undefined || assumptions["U-13.synonyms"] === "none" ? name : (synonyms[name] ?? name);
};

/** Names that clients give to operators, beside those above; in letters alone. */
const otherNames: Readonly<Record<string, OperatorName>> = {
  is: "equals",
  isnot: "notEquals",
  isanyof: "anyOf",
  in: "anyOf",
  isnoneof: "noneOf",
  notin: "noneOf",
  isknown: "isSet",
  isnotknown: "isNotSet",
  before: "beforeDay",
  after: "afterDay",
  onorbefore: "lessThanOrEqual",
  onorafter: "greaterThanOrEqual",
};

/** The operator of a name in any case. */
export const operatorNamed = (name: string): OperatorName | undefined => {
  const sought = name.toLowerCase();
  return operatorNames.find((one) => one.toLowerCase() === sought) ?? own(otherNames, sought);
};
