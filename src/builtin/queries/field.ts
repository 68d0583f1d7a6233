import { UsageError } from "../../core/model/usage-error.ts";
import type { Condition, NumberedCondition, PlacedOperands } from "./expression.ts";
import { type Arity, type OperatorName, operatorNames, operators } from "./operators.ts";
import { isValue, type Value } from "./values/value-types.ts";

/** An operand of a condition: a value, or a Date for a moment. */
type Operand = Value | Date;

/** The operands of each arity, with names for editors. */
interface OperandsByArity {
  none: readonly [];
  one: readonly [value: Operand];
  two: readonly [lower: Operand, upper: Operand];
  many: readonly Operand[];
}

type Comparison<Name extends string, A extends Arity, Own extends "own" | "days"> = Own extends "days"
  ? (days: number) => Condition<Name, never>
  : <const Operands extends OperandsByArity[A]>(...operands: Operands) => Condition<Name, Operands[number]>;

type Table = typeof operators;

type Comparisons<Name extends string> = {
  readonly [Operator in keyof Table]: Comparison<Name, Table[Operator]["arity"], Table[Operator]["operands"]>;
};

/** A field with one method per operator, and one for operators without a known meaning. */
export type Field<Name extends string> = Comparisons<Name> & {
  /** Compares by an integer of unknown meaning; you name the property of each operand. */
  readonly numbered: (code: number, operands?: PlacedOperands) => NumberedCondition<Name>;
};

/**
 * Names the field of a condition: `field("city").equals("Austin")`. The query later checks that the field exists and
 * supports the comparison.
 * @throws UsageError from its methods, for a wrong number of operands and for invalid values.
 * @example
 * ```ts
 * import { field } from "tripact/queries";
 *
 * console.log(field("city").equals("Austin").operator); // equals
 * console.log(field("amount").between(5, 10).operands); // [ 5, 10 ]
 * ```
 */
export const field = <const Name extends string>(name: Name): Field<Name> => {
  const comparisons = operatorNames.map((operator) => [
    operator,
    (...operands: readonly unknown[]) => condition(name, operator, operands),
  ]);
  const numbered = (code: number, operands: PlacedOperands = {}): NumberedCondition<Name> => ({
    kind: "numbered",
    field: name,
    code,
    operands,
  });
  // One method per operator, with the operands of its arity, as in the type.
  return { ...Object.fromEntries(comparisons), numbered } as Field<Name>;
};

const condition = <Name extends string>(
  name: Name,
  operator: OperatorName,
  operands: readonly unknown[],
): Condition<Name> => {
  const wrong = wrongCount(operator, operands);
  if (wrong !== undefined) throw new UsageError(`${operator} ${wrong.must}`, { hint: wrong.hint });
  return {
    kind: "condition",
    field: name,
    operator,
    operands: operands.map((operand) => valueOf(operator, operand)),
  };
};

const valueOf = (operator: OperatorName, operand: unknown): Value => {
  if (operand instanceof Date && !Number.isNaN(operand.getTime())) return operand.toISOString();
  // JSON has only one zero.
  if (isValue(operand)) return operand === 0 ? 0 : operand;
  throw new UsageError(`${operator} compares with text, numbers, true, false or a valid Date`, {
    hint: operand === null ? "isNotSet asks for fields that hold nothing" : "give it one of these",
  });
};

/** The error in the number of operands, if any; undefined counts as missing. */
export const wrongCount = (
  operator: OperatorName,
  operands: readonly unknown[],
): { readonly must: string; readonly hint: string } | undefined => {
  const given = operands.filter((operand) => operand !== undefined).length;
  const { arity } = operators[operator];
  switch (arity) {
    case "none":
      return given === 0 ? undefined : { must: "takes no value", hint: "leave it out" };
    case "one":
      return given === 1 ? undefined : { must: "takes one value", hint: "anyOf takes several" };
    case "two":
      return given === 2 ? undefined : { must: "takes a lower and an upper bound", hint: "give both" };
    case "many":
      return given > 0
        ? undefined
        : { must: "takes at least one value", hint: "an empty list matches nothing" };
  }
};
