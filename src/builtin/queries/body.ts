import type { Models } from "../generated/operation-types.ts";
import { refusalsOf } from "./check-query.ts";
import { type ConjunctCode, type Dialect, queryTypeOf } from "./dialect/dialect.ts";
import {
  type AnyCondition,
  type Condition,
  type Group,
  isGroup,
  type NumberedCondition,
} from "./expression.ts";
import { assertForm, queryForm } from "./forms.ts";
import { operators } from "./operators.ts";
import { pageOptionsOf } from "./page-options.ts";
import type { Query } from "./query.ts";
import { refuseFirst } from "./refusal.ts";
import type { Value } from "./values/value-types.ts";

/** The body of a POST …/query, as in the OpenAPI documents. */
export type QueryBody = Models["donation"]["QueryRequest"];

type GroupBody = Models["donation"]["QueryGroup"];
type ConditionBody = Models["donation"]["QueryCondition"];

/**
 * The body of a query in a dialect (DON-10, DON-22). The filter is always one group, since it is not stated how several
 * are joined.
 * @throws UsageError for the first part that cannot be sent; `refusalsOf` lists them all.
 * @example
 * ```ts
 * import { all, bodyOf, field } from "tripact/queries";
 *
 * const filter = all(field("city").equals("Austin"));
 * console.log(bodyOf({ kind: "donor", filter, take: 10 }, dialect).groups?.length); // 1
 * ```
 */
export const bodyOf = (query: Query, dialect: Dialect): QueryBody => {
  assertForm(query, "query", queryForm);
  refuseFirst(`${String(query.kind)} query`, refusalsOf(query, dialect));
  const type = queryTypeOf(dialect, query.kind);
  if (type === undefined) throw new Error("a query without a type was not refused");
  return {
    queryType: type.code,
    ...(query.filter === undefined ? {} : { groups: [groupBody(query.filter, dialect)] }),
    ...(query.columns === undefined ? {} : { selectedColumns: [...query.columns] }),
    ...pageOptionsOf(query),
  };
};

const groupBody = (group: Group, dialect: Dialect): GroupBody => {
  const groups = group.members.filter(isGroup);
  const conditions = group.members.filter((member): member is AnyCondition => !isGroup(member));
  return {
    conjunct: conjunctOf(group.kind, dialect),
    ...(conditions.length === 0 ? {} : { conditions: conditions.map((one) => conditionBody(one, dialect)) }),
    ...(groups.length === 0 ? {} : { groups: groups.map((one) => groupBody(one, dialect)) }),
  };
};

/** If the dialect does not know the conjunct, the group has one member, so either will do. */
const conjunctOf = (kind: Group["kind"], { conjunct }: Dialect): ConjunctCode =>
  (kind === "all" ? conjunct?.and : conjunct?.or) ?? 0;

const conditionBody = (condition: AnyCondition, dialect: Dialect): ConditionBody =>
  condition.kind === "numbered" ? numberedBody(condition, dialect) : namedBody(condition, dialect);

const namedBody = ({ field, operator, operands }: Condition, dialect: Dialect): ConditionBody => {
  const code = dialect.operators[operator];
  if (code === undefined) throw new Error(`${operator} was not refused`);
  return { parameter: field, operator: code, ...placed(operator, operands, dialect) };
};

/** Puts the operands where their number requires: a list, or the single value and a second bound. */
const placed = (
  operator: Condition["operator"],
  operands: readonly Value[],
  dialect: Dialect,
): Readonly<Record<string, unknown>> => {
  const [first, second] = operands;
  switch (operators[operator].arity) {
    case "none":
      return {};
    case "one":
      return { [singleValueField(dialect)]: first };
    case "two":
      return { [singleValueField(dialect)]: first, secondaryValue: second };
    case "many":
      return { values: [...operands] };
  }
};

const singleValueField = ({ singleValueField: name }: Dialect): string => {
  if (name === undefined) throw new Error("a single value was not refused");
  return name;
};

const numberedBody = ({ field, code, operands }: NumberedCondition, dialect: Dialect): ConditionBody => ({
  parameter: field,
  operator: code,
  ...(operands.single === undefined ? {} : { [singleValueField(dialect)]: operands.single }),
  ...(operands.values === undefined ? {} : { values: [...operands.values] }),
  ...(operands.secondaryValue === undefined ? {} : { secondaryValue: operands.secondaryValue }),
});
