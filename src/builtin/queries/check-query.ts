import { assertSound } from "./dialect/define-dialect.ts";
import { assertForm, queryForm } from "./forms.ts";
import { own } from "../../core/model/json-object.ts";
import {
  type Dialect,
  largestOperator,
  maximumDepthOf,
  type ParameterDialect,
  type QueryTypeDialect,
  queryTypeOf,
  sortableNames,
} from "./dialect/dialect.ts";
import { type Condition, type Filter, type Group, isGroup, type NumberedCondition } from "./expression.ts";
import { wrongCount } from "./field.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { printable } from "../../core/output/escape.ts";
import { operators, operatorsFor } from "./operators.ts";
import { pageRefusals, sortName } from "./page-options.ts";
import type { Query } from "./query.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { fits, isValue, mustBe, type Value } from "./values/value-types.ts";

/** The rules for queries of one kind. */
interface Rules {
  readonly dialect: Dialect;
  readonly type: QueryTypeDialect;
}

/** The parts of a query as plain data; the compiler refuses a list that lacks one. */
const queryParts: readonly string[] = Object.keys({
  kind: true,
  filter: true,
  columns: true,
  skip: true,
  take: true,
  sortBy: true,
  descending: true,
  includeDetails: true,
} satisfies Readonly<Record<keyof Query, true>>);

/**
 * Why a query cannot be sent: what the interface must refuse (DON-11, DON-12, DON-13, DON-14), and what the dialect
 * cannot express. Empty if it can be sent.
 * @example
 * ```ts
 * import { refusalsOf } from "tripact/queries";
 *
 * const [refusal] = refusalsOf({ kind: "donor", take: -1 }, dialect);
 * console.log(refusal?.place); // take
 * ```
 */
export function* refusalsOf(query: Query, dialect: Dialect): Generator<Refusal> {
  assertForm(query, "query", queryForm);
  assertSound(dialect);
  for (const name of Object.keys(query))
    if (!queryParts.includes(name))
      yield refusal(printable(name), "a query has no such part", suggestionHint(name, queryParts));
  const type = queryTypeOf(dialect, query.kind);
  if (type === undefined) {
    yield unknownKind(query.kind, dialect);
    return;
  }
  yield* pageRefusals(query);
  if (query.filter !== undefined) yield* groupRefusals(query.filter, { dialect, type }, "groups[0]", 1);
  yield* columnRefusals(query.columns, type);
  const sortable = sortableNames(type);
  const { sortBy } = query;
  if (sortBy !== undefined && !sortable.some((name) => sortName(name) === sortBy))
    yield refusal(
      "sortBy",
      `results cannot be sorted by ${printable(sortBy)}`,
      suggestionHint(sortBy, sortable),
    );
}

const unknownKind = (kind: Query["kind"], dialect: Dialect): Refusal =>
  typeof kind === "string"
    ? refusal(
        "queryType",
        `the dialect knows no ${printable(kind)}`,
        suggestionHint(kind, Object.keys(dialect.queryTypes)),
      )
    : refusal(
        "queryType",
        kind === undefined ? "no query type is named" : `the dialect knows no query type ${kind}`,
      );

function* columnRefusals(columns: readonly string[] | undefined, type: QueryTypeDialect): Generator<Refusal> {
  if (columns?.length === 0)
    yield refusal("selectedColumns", "no column is selected", "leave it out to get what the target gives");
  for (const [index, column] of (columns ?? []).entries())
    if (!type.columns.includes(column))
      yield refusal(
        `selectedColumns[${index}]`,
        `there is no column ${printable(column)}`,
        suggestionHint(column, type.columns),
      );
}

function* groupRefusals(group: Group, rules: Rules, location: string, depth: number): Generator<Refusal> {
  const deepest = maximumDepthOf(rules.dialect);
  if (depth > deepest) {
    yield refusal(location, `groups nest deeper than ${deepest}`, "join what can be joined by one group");
    return;
  }
  if (group.members.length === 0)
    yield refusal(location, "the group is empty", "what an empty group matches is not specified");
  if (group.members.length > 1 && rules.dialect.conjunct === undefined)
    yield refusal(
      location,
      "the dialect does not know which conjunct is AND (U-14)",
      "name it, or ask one condition",
    );
  yield* memberRefusals(group.members, rules, location, depth);
}

function* memberRefusals(
  members: readonly Filter[],
  rules: Rules,
  location: string,
  depth: number,
): Generator<Refusal> {
  const counts = { groups: 0, conditions: 0 };
  for (const member of members) {
    const list = isGroup(member) ? "groups" : "conditions";
    const inner = `${location}.${list}[${counts[list]}]`;
    counts[list] += 1;
    yield* isGroup(member)
      ? groupRefusals(member, rules, inner, depth + 1)
      : conditionRefusals(member, rules, inner);
  }
}

function* conditionRefusals(
  condition: Condition | NumberedCondition,
  rules: Rules,
  location: string,
): Generator<Refusal> {
  const { parameters } = rules.type;
  const parameter = own(parameters, condition.field);
  if (parameter === undefined) {
    const message = `there is no parameter ${printable(condition.field)}`;
    yield refusal(`${location}.parameter`, message, suggestionHint(condition.field, Object.keys(parameters)));
    return;
  }
  yield* condition.kind === "numbered"
    ? numberedRefusals(condition, parameter, rules.dialect, location)
    : namedRefusals(condition, parameter, rules.dialect, location);
}

function* numberedRefusals(
  { code, field, operands }: NumberedCondition,
  parameter: ParameterDialect,
  dialect: Dialect,
  location: string,
): Generator<Refusal> {
  if (!Number.isInteger(code) || code < 0 || code > largestOperator)
    yield refusal(`${location}.operator`, `an operator is a whole number from 0 to ${largestOperator}`);
  else if (!allowsCode(parameter, code, dialect))
    yield refusal(`${location}.operator`, `operator ${code} cannot compare ${printable(field)}`);
  if (operands.values?.length === 0)
    yield refusal(
      `${location}.values`,
      "the list of values is empty",
      "give at least one value or leave the list out",
    );
  if (operands.single !== undefined && dialect.singleValueField === undefined) yield unknownSingle(location);
}

const allowsCode = (parameter: ParameterDialect, code: number, dialect: Dialect): boolean =>
  parameter.operators === undefined ||
  parameter.operators.some(
    (operator) => operator === code || (typeof operator === "string" && dialect.operators[operator] === code),
  );

const unknownSingle = (location: string): Refusal =>
  refusal(
    location,
    "the dialect does not know the property that holds a single value (U-12)",
    "name it in the dialect",
  );

function* namedRefusals(
  condition: Condition,
  parameter: ParameterDialect,
  dialect: Dialect,
  location: string,
): Generator<Refusal> {
  const unfit = operatorRefusal(condition, parameter, dialect, `${location}.operator`);
  if (unfit !== undefined) {
    yield unfit;
    return;
  }
  const wrong = wrongCount(condition.operator, condition.operands);
  if (wrong !== undefined) {
    yield refusal(location, `${condition.operator} ${wrong.must}`, wrong.hint);
    return;
  }
  const { arity } = operators[condition.operator];
  if ((arity === "one" || arity === "two") && dialect.singleValueField === undefined)
    yield unknownSingle(location);
  for (const [index, operand] of condition.operands.entries())
    yield* operandRefusals(condition, parameter, operand, `${location}, value ${index + 1}`);
}

const operatorRefusal = (
  { field, operator }: Condition,
  parameter: ParameterDialect,
  dialect: Dialect,
  location: string,
): Refusal | undefined => {
  if (dialect.operators[operator] === undefined)
    return refusal(location, `the dialect does not know which integer means ${operator} (U-13)`);
  if (!operators[operator].types.includes(parameter.type)) {
    const fitting = operatorsFor(parameter.type).filter((name) => dialect.operators[name] !== undefined);
    return refusal(
      location,
      `${printable(field)} has the type ${parameter.type}, so ${operator} cannot compare it`,
      `it takes ${fitting.join(", ")}`,
    );
  }
  const code = dialect.operators[operator];
  if (
    parameter.operators === undefined ||
    parameter.operators.some((one) => one === operator || one === code)
  )
    return undefined;
  return refusal(
    location,
    `${operator} cannot compare ${printable(field)}`,
    `it takes ${parameter.operators.join(", ")}`,
  );
};

function* operandRefusals(
  { field, operator }: Condition,
  { type }: ParameterDialect,
  operand: Value,
  location: string,
): Generator<Refusal> {
  if (operators[operator].operands === "days") {
    if (typeof operand !== "number" || !Number.isSafeInteger(operand) || operand < 0)
      yield refusal(location, `${operator} takes a whole number of days, 0 or more`);
  } else if (!isValue(operand) || !fits(type, operand))
    yield refusal(location, `${printable(field)} must be compared with ${mustBe(type)}`);
}
