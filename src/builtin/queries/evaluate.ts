import { assertOptions, option, type OptionsOf } from "../../core/output/options.ts";
import { kinds, typed } from "../../core/output/values.ts";
import { own } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { shapeOf } from "../../core/validation/shape-of.ts";
import { assertSound } from "./dialect/define-dialect.ts";
import { type Dialect, queryTypeOf } from "./dialect/dialect.ts";
import { type Condition, type Filter, isGroup } from "./expression.ts";
import { assertForm, pageForm, queryForm, recordsForm } from "./forms.ts";
import { type Comparison, holds } from "./meaning.ts";
import { printable } from "../../core/output/escape.ts";
import { operators } from "./operators.ts";
import { sortName } from "./page-options.ts";
import type { Query } from "./query.ts";
import { compareKeys, keyOf, type Key } from "./values/key.ts";

/** A record by its parameter names. An absent or null property is unset. */
export type QueriedRecord = Readonly<Record<string, unknown>>;

const circumstanceOptions = {
  /** Provides the parameter types and the letter case. */
  dialect: option.needed(typed<Dialect>(kinds.object)),
  /** Milliseconds since the epoch, for operators that depend on the clock. */
  now: option.needed(kinds.number),
};

/** The context of evaluating a filter. */
export interface Circumstances extends OptionsOf<typeof circumstanceOptions> {}

/** A page of records and the total number of matches. */
export interface EvaluatedPage<R extends QueriedRecord> {
  readonly items: readonly R[];
  readonly total: number;
}

type Evaluation = ReturnType<typeof evaluationOf>;

/**
 * Answers a query over records in memory, by the meanings in the operators' table. Unsorted records keep their order;
 * unset fields come first; ties keep the order of the records; descending is the exact reverse of ascending. Columns
 * are not cut.
 * @throws UsageError for an unknown query type, a condition or empty group of unknown meaning, and a record with a
 * value that does not fit its parameter's type.
 * @example
 * ```ts
 * import { all, evaluate, field } from "tripact/queries";
 *
 * const donors = [{ id: 1, city: "Austin" }, { id: 2, city: "Boston" }];
 * const asked = { kind: "donor", filter: all(field("city").equals("austin")) };
 * const { items, total } = evaluate(asked, donors, { dialect, now: Date.now() });
 * console.log(items, total); // [ { id: 1, city: 'Austin' } ] 1
 * ```
 */
export const evaluate = <R extends QueriedRecord>(
  query: Query,
  records: readonly R[],
  circumstances: Circumstances,
): EvaluatedPage<R> => {
  assertForm(query, "query", queryForm, pageForm);
  assertForm(records, "records", recordsForm);
  assertOptions(circumstances, circumstanceOptions);
  assertSound(circumstances.dialect);
  const evaluation = evaluationOf(query.kind, circumstances);
  const { filter, sortBy, skip = 0, take } = query;
  const matching =
    filter === undefined ? records : records.filter((record) => matches(filter, record, evaluation));
  const ascending = sortBy === undefined ? matching : sorted(matching, sortBy, evaluation);
  const ordered = query.descending === true ? ascending.toReversed() : ascending;
  return { items: ordered.slice(skip, take === undefined ? undefined : skip + take), total: matching.length };
};

const evaluationOf = (kind: Query["kind"], { dialect, now }: Circumstances) => {
  const type = queryTypeOf(dialect, kind);
  if (type === undefined) throw new UsageError(`the dialect knows no ${printable(String(kind))}`);
  return { type, dialect, now };
};

const matches = (filter: Filter, record: QueriedRecord, evaluation: Evaluation): boolean => {
  if (isGroup(filter)) {
    if (filter.members.length === 0) throw new UsageError("what an empty group matches is not specified");
    return filter.kind === "all"
      ? filter.members.every((member) => matches(member, record, evaluation))
      : filter.members.some((member) => matches(member, record, evaluation));
  }
  if (filter.kind === "condition") return conditionHolds(filter, record, evaluation);
  throw new UsageError(`cannot evaluate operator ${filter.code}: its meaning is unknown`);
};

const conditionHolds = (condition: Condition, record: QueriedRecord, evaluation: Evaluation): boolean => {
  const { operator, operands, field } = condition;
  const { dialect, now } = evaluation;
  const [first] = operands;
  const countsDays = operators[operator].operands === "days" && typeof first === "number";
  const comparison: Comparison = {
    operands: countsDays ? [] : operands.map((operand) => keyFor(field, operand, evaluation)),
    days: countsDays ? first : 0,
    now,
    ignoresCase: dialect.letterCase !== "exact",
    emptyMatchesNull: dialect.emptyMatchesNull !== false,
    negationMatchesNull: dialect.negationMatchesNull === true,
  };
  return holds(operator, keyFor(field, own(record, field), evaluation), comparison);
};

/** A value in its type's form for comparison. */
const keyFor = (field: string, value: unknown, { type }: Evaluation): Key | undefined => {
  const parameter = own(type.parameters, field);
  if (parameter === undefined) throw new UsageError(`there is no parameter ${printable(field)}`);
  if (value === null || value === undefined) return undefined;
  const key = keyOf(parameter.type, value);
  if (key !== undefined) return key;
  throw new UsageError(
    `${printable(field)} is of type ${parameter.type}, but holds or is compared with ${shapeOf(value)}`,
  );
};

const sorted = <R extends QueriedRecord>(
  records: readonly R[],
  sortBy: string,
  evaluation: Evaluation,
): readonly R[] => {
  const field = Object.keys(evaluation.type.parameters).find((name) => sortName(name) === sortBy);
  if (field === undefined) throw new UsageError(`cannot sort by ${printable(sortBy)}: its type is unknown`);
  const keyed = records.map((record) => ({ record, key: keyFor(field, own(record, field), evaluation) }));
  return keyed.toSorted((one, other) => compareMissing(one.key, other.key)).map(({ record }) => record);
};

const compareMissing = (one: Key | undefined, other: Key | undefined): number => {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  return compareKeys(one, other, true);
};
