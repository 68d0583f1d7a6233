import { join, sql, type Sql, type SqlValue } from "../sql.ts";
import type { Field } from "./kind.ts";
import { operators, type OperatorName } from "./operators.ts";

/** A comparison of one field. */
export interface Condition {
  readonly kind: "condition";
  readonly field: Field;
  readonly operator: OperatorName;
  /** As many as the operator's arity asks, in the form in which the field is stored. */
  readonly operands: readonly SqlValue[];
}

/** A filter: of a group `all` or `any` of the members hold. Groups are never empty. `nothing` never holds. */
export type Expression =
  | Condition
  | { readonly kind: "nothing" }
  | { readonly kind: "all" | "any"; readonly members: readonly [Expression, ...Expression[]] };

export interface Circumstances {
  /** Milliseconds since the epoch, for operators that look at the clock. */
  readonly now: number;
  /** Whether the case of the letters A to Z counts (U-13.case). */
  readonly case: "ignored" | "exact";
  /** Whether `isEmpty` (U-13.empty) and negations (U-13.negation) match what holds nothing. */
  readonly emptyMatchesNull: boolean;
  readonly negationMatchesNull: boolean;
}

/**
 * Groups members into one expression. Members that say nothing are undefined and left out; a group of which
 * nothing is left says nothing itself: it neither narrows nor widens.
 */
export const group = (
  kind: "all" | "any",
  members: readonly (Expression | undefined)[],
): Expression | undefined => {
  const [first, ...others] = members.filter((member) => member !== undefined);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : { kind, members: [first, ...others] };
};

const separators = { all: sql` and `, any: sql` or ` } as const;

/**
 * The expression as a piece for `where`. Operands become parameters, all else comes from the source code. A condition
 * that is not alone keeps SQLite from its index unless it is a selective one: among several, SQLite would take
 * any range for a narrow one, and to look up most of the rows one by one takes longer than to pass by all of them.
 */
export const toSql = (expression: Expression, circumstances: Circumstances): Sql => {
  if (expression.kind === "condition")
    return conditionSql(expression, circumstances, expression.field.column);
  return groupSql(expression, circumstances);
};

const groupSql = (expression: Expression, circumstances: Circumstances): Sql => {
  if (expression.kind === "nothing") return sql`0`;
  if (expression.kind === "condition") {
    const { column } = expression.field;
    return conditionSql(expression, circumstances, isSelective(expression) ? column : sql`+${column}`);
  }
  const members = expression.members.map((member) => groupSql(member, circumstances));
  return sql`(${join(members, separators[expression.kind])})`;
};

/** Whether few records match, as a rule: one value, or some, of a field that may hold any. */
const isSelective = ({ field, operator }: Condition): boolean =>
  operators[operator].isSelective && field.type !== "boolean" && field.details.values === undefined;

const conditionSql = (
  { field, operator, operands }: Condition,
  circumstances: Circumstances,
  column: Sql,
): Sql => {
  const isExact = field.type === "text" && circumstances.case === "exact";
  const condition = operators[operator].toSql({
    column: isExact ? sql`${column} collate binary` : column,
    folded: (text) => (isExact ? sql`${text}` : sql`lower(${text})`),
    operands,
    now: circumstances.now,
    emptyMatchesNull: circumstances.emptyMatchesNull,
    negationMatchesNull: circumstances.negationMatchesNull,
  });
  return sql`(${condition})`;
};
