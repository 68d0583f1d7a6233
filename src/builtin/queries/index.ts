export { type ConditionOn, query, QueryBuilder } from "./builder.ts";
export { bodyOf, type QueryBody } from "./body.ts";
export { refusalsOf } from "./check-query.ts";
export { defineDialect } from "./dialect/define-dialect.ts";
export type {
  ColumnOf,
  ConjunctCode,
  Dialect,
  FieldOf,
  KindOf,
  LetterCase,
  ParameterDialect,
  QueryTypeDialect,
  SortableOf,
} from "./dialect/dialect.ts";
export {
  dialectFromOptions,
  type DiscoveredDialect,
  type KnownMeanings,
  type OptionsAnswer,
  type OptionsMapping,
} from "./dialect/from-options.ts";
export { type AssumptionTables, dialectFromTables, type KindTable } from "./dialect/from-tables.ts";
export { printDialect, readDialect } from "./dialect/read-dialect.ts";
export { type Circumstances, evaluate, type EvaluatedPage, type QueriedRecord } from "./evaluate.ts";
export {
  all,
  any,
  type AnyCondition,
  type Condition,
  type Filter,
  type Group,
  type NumberedCondition,
  type PlacedOperands,
} from "./expression.ts";
export { field, type Field } from "./field.ts";
export { list, ListBuilder, type ListKind, listOperations, type ListParameters } from "./list.ts";
export {
  type Arity,
  type Operator,
  type OperatorName,
  operatorNames,
  operators,
  operatorsFor,
} from "./operators.ts";
export { parseBody, type ParsedQuery } from "./parse-body.ts";
export { printFilter, printQuery, type PrintOptions } from "./print.ts";
export { type Query, queryOperations } from "./query.ts";
export type { Refusal } from "./refusal.ts";
export type { Value, ValueType } from "./values/value-types.ts";
