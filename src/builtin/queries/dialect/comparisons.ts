import { own } from "../../../core/model/json-object.ts";
import { type Arity, type OperatorName, operators, operatorsFor } from "../operators.ts";
import type { Dialect } from "./dialect.ts";

/** A parameter, and the integers of operators for it. */
export interface ComparableParameter {
  readonly name: string;
  readonly operators: readonly { readonly code: number; readonly arity: Arity }[];
}

/** Operators for every type of parameter. */
const forAny: ReadonlySet<OperatorName> = new Set(["isSet", "isNotSet", "equals", "notEquals"]);

const looksAtClock: ReadonlySet<OperatorName> = new Set([
  "inLastDays",
  "inNextDays",
  "isThisMonth",
  "isThisYear",
]);

/**
 * The parameters of a kind of record, each with the integers of known operators that take no operand or the parameter's
 * own values. Operators that depend on the clock are omitted.
 */
export const comparisonsOf = (dialect: Dialect, kind: string): readonly ComparableParameter[] =>
  Object.entries(own(dialect.queryTypes, kind)?.parameters ?? {}).map(([name, { type }]) => ({
    name,
    operators: operatorsFor(type).flatMap((operator) => {
      const code = dialect.operators[operator];
      const fits = !looksAtClock.has(operator) && (type !== "unknown" || forAny.has(operator));
      return code !== undefined && fits ? [{ code, arity: operators[operator].arity }] : [];
    }),
  }));
