import { join, sql, type Sql, type SqlValue } from "../sql.ts";
import type { Field } from "./field.ts";
import { operators, type OperatorName } from "./operators.ts";

/** A comparison of one field. */
export interface Condition {
  readonly kind: "condition";
  readonly field: Field;
  readonly operator: OperatorName;
  /** As many as the operator's arity asks, in the form in which the field is stored. */
  readonly operands: readonly SqlValue[];
}

/** A filter: of a group `all` or `any` of the members hold. Groups are never empty. */
export type Expression =
  | Condition
  | { readonly kind: "all" | "any"; readonly members: readonly [Expression, ...Expression[]] };

export interface Circumstances {
  /** Milliseconds since the epoch, for operators that look at the clock. */
  readonly now: number;
  /** Whether the case of the letters A to Z counts (U-13.case). */
  readonly case: "ignored" | "exact";
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

/** The expression as a piece for `where`. Operands become parameters, all else comes from the source code. */
export const toSql = (expression: Expression, circumstances: Circumstances): Sql => {
  if (expression.kind === "condition") return sql`(${conditionSql(expression, circumstances)})`;
  const members = expression.members.map((member) => toSql(member, circumstances));
  return sql`(${join(members, separators[expression.kind])})`;
};

/** Whether an index on the condition's field leads straight to its matches. */
export const seeksIndex = ({ field, operator }: Condition, circumstances: Circumstances): boolean =>
  field.index !== undefined && operators[operator].seeks && !isExactText(field, circumstances);

const isExactText = (field: Field, circumstances: Circumstances): boolean =>
  field.type === "text" && circumstances.case === "exact";

const conditionSql = ({ field, operator, operands }: Condition, circumstances: Circumstances): Sql => {
  const isExact = isExactText(field, circumstances);
  return operators[operator].toSql({
    column: isExact ? sql`${field.column} collate binary` : field.column,
    folded: (text) => (isExact ? sql`${text}` : sql`lower(${text})`),
    operands,
    now: circumstances.now,
  });
};
