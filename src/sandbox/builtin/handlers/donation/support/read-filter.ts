import type { Models } from "../../../../../builtin/generated/operation-types.ts";
import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import type { FieldError } from "../../../../refusal.ts";
import type { SqliteValue } from "../../../../store/sql.ts";
import { group, type Expression } from "../../../../store/donation/expression.ts";
import { findField, type KindField, type RecordKindEntity } from "../../../../store/donation/kind.ts";
import { operatorOf, operators, type Operator } from "../../../../store/operators.ts";
import { readOperand, type ScalarReading } from "./scalars.ts";

type Group = Models["donation"]["QueryGroup"];
type Condition = Models["donation"]["QueryCondition"];

/** The filter of a query, undefined if it filters nothing; or all of its errors. */
export type FilterReading =
  | { readonly expression: Expression | undefined }
  | { readonly problems: readonly FieldError[] };

/** No person asks for more (U-31). SQLite allows a depth of 1,000. */
const mostConditions = 500;
/** A hundred years. */
const mostDays = 36_525;

/**
 * Reads the groups of a query. Top-level groups must all hold; a group's conjunct joins its members, and its meaning is
 * an assumption (U-14); without one, all of them must hold. A group without members has no effect.
 */
export const readFilter = (
  groups: readonly Group[],
  kind: RecordKindEntity,
  assumptions: Assumptions,
): FilterReading => {
  const reader: Reader = { kind, assumptions, problems: [], conditions: 0 };
  const expression = group(
    "all",
    groups.map((each, index) => readGroup(reader, each, `groups[${index}]`)),
  );
  if (reader.conditions > mostConditions) {
    return {
      problems: [wrong("groups", "OUT_OF_RANGE", `A query takes at most ${mostConditions} conditions.`)],
    };
  }
  return reader.problems.length === 0 ? { expression } : { problems: reader.problems };
};

interface Reader {
  readonly kind: RecordKindEntity;
  readonly assumptions: Assumptions;
  readonly problems: FieldError[];
  conditions: number;
}

const wrong = (field: string, code: string, message: string): FieldError => ({ field, code, message });

const readGroup = (
  reader: Reader,
  { conjunct, conditions = [], groups = [] }: Group,
  path: string,
): Expression | undefined => {
  const and = reader.assumptions["U-14"] === "and-is-0" ? 0 : 1;
  return group(conjunct === undefined || conjunct === and ? "all" : "any", [
    ...conditions.map((condition, index) => readCondition(reader, condition, `${path}.conditions[${index}]`)),
    ...groups.map((inner, index) => readGroup(reader, inner, `${path}.groups[${index}]`)),
  ]);
};

/** The stated properties of a condition (DON-13). */
const stated: readonly string[] = ["parameter", "operator", "values", "secondaryValue"];

/** Unknown properties of a condition, if they are refused and named (U-12.unknown). */
const unknownProperties = (
  condition: Condition,
  assumptions: Assumptions,
  path: string,
): readonly FieldError[] => {
  const unknown = Object.keys(condition).filter(
    (name) => name !== assumptions["U-12"] && !stated.includes(name),
  );
  const named = unknown.map((name) =>
    wrong(`${path}.${name}`, "NOT_ALLOWED", "A condition has no such property."),
  );
  switch (assumptions["U-12.unknown"]) {
    case "ignored":
      return [];
    case "refused":
      return named;
    case "refused-first":
      return named.slice(0, 1);
    case "refused-unnamed":
      return unknown.length === 0
        ? []
        : [wrong(path, "NOT_ALLOWED", "The condition has unknown properties.")];
  }
};

const readCondition = (reader: Reader, condition: Condition, path: string): Expression | undefined => {
  reader.conditions += 1;
  if (reader.conditions > mostConditions) return undefined;
  const { kind, assumptions, problems } = reader;
  const field = findField(kind, condition.parameter, assumptions);
  if (field === undefined) {
    problems.push(wrong(`${path}.parameter`, "NOT_ALLOWED", `Queries of this type know no such parameter.`));
    return undefined;
  }
  const unknown = unknownProperties(condition, assumptions, path);
  if (unknown.length > 0) {
    problems.push(...unknown);
    return undefined;
  }
  const reading = readComparison(condition, field, assumptions, path);
  if ("kind" in reading) return reading;
  if (assumptions["U-13.unfit"] !== "refused") return { kind: "nothing" };
  problems.push(...reading.problems);
  return undefined;
};

/** A condition on a known field; or why its operator or operands do not fit (U-13.unfit). */
const readComparison = (
  condition: Condition,
  field: KindField,
  assumptions: Assumptions,
  path: string,
): Expression | { readonly problems: readonly FieldError[] } => {
  const name = operatorOf(condition.operator, assumptions);
  const operator = name === undefined ? undefined : operators[name];
  if (name === undefined || operator === undefined || !operator.types.includes(field.type))
    return {
      problems: [wrong(`${path}.operator`, "NOT_ALLOWED", `The operator does not apply to ${field.name}.`)],
    };
  const sent = givenIn(condition, assumptions, path);
  const given = assumptions["U-13.unfit"] === "readable" ? withoutSurplus(operator, sent) : sent;
  const operands = readOperands(operator, field, given);
  return "problems" in operands ? operands : { kind: "condition", field, operator: name, operands };
};

/** A value of a condition and its location. */
interface Given {
  readonly path: string;
  readonly value: unknown;
}

/** The operands of a condition as sent; null and an empty array count as not sent. */
interface GivenOperands {
  readonly path: string;
  readonly singlePath: string;
  /** Whether a single value is read from its own property only (U-13.places). */
  readonly isSeparate: boolean;
  readonly single: Given | undefined;
  readonly values: readonly Given[];
  readonly secondary: Given | undefined;
}

const givenIn = (condition: Condition, assumptions: Assumptions, path: string): GivenOperands => {
  const singlePath = `${path}.${assumptions["U-12"]}`;
  const given = (value: unknown, at: string): Given | undefined =>
    value === undefined || value === null ? undefined : { value, path: at };
  const { values = [], secondaryValue } = condition;
  return {
    path,
    singlePath: assumptions["U-12.missing"] === "property" ? singlePath : path,
    isSeparate: assumptions["U-13.places"] === "own",
    single: given(
      Object.hasOwn(condition, assumptions["U-12"]) ? condition[assumptions["U-12"]] : undefined,
      singlePath,
    ),
    values: values.map((value, index) => ({ value, path: `${path}.values[${index}]` })),
    secondary: given(secondaryValue, `${path}.secondaryValue`),
  };
};

/** Drops operands that the operator does not use. */
const withoutSurplus = ({ arity }: Operator, given: GivenOperands): GivenOperands => {
  const { single, values, secondary } = given;
  const [first] = values;
  switch (arity) {
    case "none":
      return { ...given, single: undefined, values: [], secondary: undefined };
    case "many":
      return values.length === 0
        ? { ...given, secondary: undefined }
        : { ...given, single: undefined, secondary: undefined };
    case "one":
    case "two":
      return {
        ...given,
        ...(single !== undefined ? { values: [] } : { values: first === undefined ? [] : [first] }),
        secondary: arity === "two" ? secondary : undefined,
      };
  }
};

const readOperands = (
  operator: Operator,
  field: KindField,
  given: GivenOperands,
): SqliteValue[] | { readonly problems: readonly FieldError[] } => {
  const misfit = misfitOf(operator, given);
  if (misfit !== undefined) return { problems: [misfit] };
  const sent = [...(given.single === undefined ? [] : [given.single]), ...given.values];
  const all = given.secondary === undefined ? sent : [...sent, given.secondary];
  const read: SqliteValue[] = [];
  const problems: FieldError[] = [];
  for (const { path, value } of all) {
    const reading = operator.operands === "days" ? readDays(value) : readOperand(field.type, value);
    if ("value" in reading) read.push(reading.value);
    else problems.push(wrong(path, "INVALID_TYPE", reading.problem));
  }
  return problems.length === 0 ? read : { problems };
};

const readDays = (value: unknown): ScalarReading => {
  const days = readOperand("integer", value);
  if ("problem" in days) return { problem: "Write a whole number of days." };
  return Number(days.value) >= 0 && Number(days.value) <= mostDays
    ? days
    : { problem: `Write a number of days from 0 to ${mostDays}.` };
};

/**
 * The error in the number of operands. A single value, or a lower bound, is in the single-value field or, unless
 * U-13.places says otherwise, alone in `values`; an upper bound is in `secondaryValue` only.
 */
const misfitOf = ({ arity }: Operator, given: GivenOperands): FieldError | undefined => {
  const { path, singlePath, isSeparate, single, values, secondary } = given;
  if (secondary !== undefined && arity !== "two") {
    return wrong(secondary.path, "NOT_ALLOWED", "The operator takes no second bound.");
  }
  if (single !== undefined && values.length > 0) {
    return wrong(`${path}.values`, "NOT_ALLOWED", "Send either one value or several.");
  }
  const sent = values.length + (single === undefined ? 0 : 1);
  const misplaced = isSeparate
    ? arity === "many"
      ? single
      : arity === "none"
        ? undefined
        : values[0]
    : undefined;
  if (misplaced !== undefined)
    return wrong(misplaced.path, "NOT_ALLOWED", "The operator takes its value in another property.");
  switch (arity) {
    case "none":
      return sent === 0
        ? undefined
        : wrong(single?.path ?? `${path}.values`, "NOT_ALLOWED", "The operator takes no value.");
    case "many":
      return sent > 0
        ? undefined
        : wrong(`${path}.values`, "REQUIRED", "The operator takes at least one value.");
    case "two":
      if (secondary === undefined)
        return wrong(`${path}.secondaryValue`, "REQUIRED", "The operator takes a second bound.");
      break;
    case "one":
      break;
  }
  if (sent === 1) return undefined;
  return sent === 0
    ? wrong(singlePath, "REQUIRED", "The operator takes a value.")
    : wrong(`${path}.values`, "OUT_OF_RANGE", "The operator takes one value.");
};
