import { join, sql, type SqlText, type SqliteValue } from "../sql.ts";
import type { KindField } from "./kind.ts";
import { operators, type OperatorName } from "../operators.ts";

export interface Condition {
  readonly kind: "condition";
  readonly field: KindField;
  readonly operator: OperatorName;
  /** As many as the operator's arity requires, in the field's stored form. */
  readonly operands: readonly SqliteValue[];
}

/** A filter: `all` or `any` members of a group must hold. Groups are never empty. `nothing` never holds. */
export type Expression =
  | Condition
  | { readonly kind: "nothing" }
  | { readonly kind: "all" | "any"; readonly members: readonly [Expression, ...Expression[]] };

export interface Circumstances {
  /** Milliseconds since the epoch, for operators relative to the current time. */
  readonly now: number;
  /** Whether comparisons respect the case of A to Z (U-13.case). */
  readonly case: "ignored" | "exact";
  /** Whether `isEmpty` (U-13.empty) and negations (U-13.negation) match null. */
  readonly emptyMatchesNull: boolean;
  readonly negationMatchesNull: boolean;
}

/**
 * Joins members into one expression. Undefined members are left out; a group without other members is undefined and
 * neither narrows nor widens the filter.
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
 * The expression as SQL for `where`. Operands become parameters; everything else is from the source code. If a
 * condition is one of several, SQLite may use an index only for a selective one: it would assume that any range is
 * narrow, and looking up most rows one by one is slower than scanning them all.
 */
export const toSql = (expression: Expression, circumstances: Circumstances): SqlText => {
  if (expression.kind === "condition")
    return conditionSql(expression, circumstances, expression.field.column);
  return groupSql(expression, circumstances);
};

const groupSql = (expression: Expression, circumstances: Circumstances): SqlText => {
  if (expression.kind === "nothing") return sql`0`;
  if (expression.kind === "condition") {
    const { column } = expression.field;
    return conditionSql(expression, circumstances, isSelective(expression) ? column : sql`+${column}`);
  }
  const members = expression.members.map((member) => groupSql(member, circumstances));
  return sql`(${join(members, separators[expression.kind])})`;
};

/** Whether usually few records match: one value, or several, of a field that may hold any. */
const isSelective = ({ field, operator }: Condition): boolean =>
  operators[operator].isSelective && field.type !== "boolean" && field.details.values === undefined;

const conditionSql = (
  { field, operator, operands }: Condition,
  circumstances: Circumstances,
  column: SqlText,
): SqlText => {
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
