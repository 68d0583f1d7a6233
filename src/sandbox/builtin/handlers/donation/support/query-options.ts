import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import type { Handler } from "../../../../pipeline/handler.ts";
import { refuse } from "../../../../refusal.ts";
import {
  columnNames,
  sortableFields,
  type KindField,
  type RecordKindEntity,
} from "../../../../store/donation/kind.ts";
import {
  kindOfQueryType,
  queryTypeOfKind,
  queryTypes,
  savedQueries,
} from "../../../../store/donation/kinds.ts";
import {
  operatorNames,
  operatorOf,
  operators,
  type Arity,
  type OperatorName,
} from "../../../../store/operators.ts";
import { fieldTypes, type FieldType } from "../../../../store/entity.ts";
import { sql } from "../../../../store/sql.ts";

/** Names of types as clients read them. */
const typeNames: Readonly<Record<FieldType, string>> = {
  integer: "integer",
  text: "string",
  decimal: "decimal",
  instant: "datetime",
  boolean: "boolean",
};

/** The contents of options, in any shape. */
interface Listed {
  readonly queryType: number;
  readonly fields: readonly KindField[];
  /** In the order of their integers, which reveals nothing about their meaning. */
  readonly operators: readonly ListedOperator[];
  readonly columns: readonly string[];
  readonly sortBy: readonly string[];
}

interface ListedOperator {
  readonly code: number;
  readonly name: OperatorName;
  readonly arity: Arity;
  readonly label: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** What a query of a kind may use (DON-15), in one of several shapes (U-11). The query accepts every name in it. */
const queryOptions = (kind: RecordKindEntity, assumptions: Assumptions): Json =>
  shapes[assumptions["U-11"]](listedFor(kind, assumptions), assumptions);

const listedFor = (kind: RecordKindEntity, assumptions: Assumptions): Listed => ({
  queryType: queryTypeOfKind(kind, assumptions),
  fields: kind.fields,
  operators: listedOperators(assumptions),
  columns: columnNames(kind, assumptions),
  sortBy: sortableFields(kind).map(({ name }) => name.toLowerCase()),
});

const listedOperators = (assumptions: Assumptions): readonly ListedOperator[] =>
  operatorNames.flatMap((_, code): readonly ListedOperator[] => {
    const name = operatorOf(code, assumptions);
    if (name === undefined) return [];
    return [{ code, name, arity: operators[name].arity, label: labelOf(name, assumptions) }];
  });

/** An unusual label is the usual word for the next operator with the same number of operands. */
const labelOf = (name: OperatorName, { "U-11.labels": labels }: Assumptions): string | undefined => {
  if (labels === "none") return undefined;
  if (labels === "usual") return name;
  const alike = operatorNames.filter((other) => operators[other].arity === operators[name].arity);
  return alike[(alike.indexOf(name) + 1) % alike.length];
};

const fitting = ({ operators: all }: Listed, type: FieldType): readonly ListedOperator[] =>
  all.filter(({ name }) => operators[name].types.includes(type));

const codesOf = (some: readonly ListedOperator[]): readonly number[] => some.map(({ code }) => code);

const nestedOperator = ({ code, arity, label }: ListedOperator): Json => ({
  operator: code,
  ...(label === undefined ? {} : { label }),
  multipleValuesAllowed: arity === "many",
  valueRequired: arity !== "none",
  secondaryValueRequired: arity === "two",
});

const nested = (listed: Listed): Json => {
  const fit = new Map(fieldTypes.map((type) => [type, fitting(listed, type).map(nestedOperator)]));
  return {
    queryType: listed.queryType,
    options: listed.fields.map((field) => ({
      parameter: field.name,
      type: typeNames[field.type],
      operatorOptions: fit.get(field.type),
      valueOptions: field.details.values ?? [],
    })),
    operatorOptions: listed.operators.map(nestedOperator),
    columns: listed.columns,
    sortBy: listed.sortBy,
  };
};

const flat = ({ queryType, fields, operators: all, columns, sortBy }: Listed): Json => ({
  queryType,
  parameters: fields.map(({ name }) => name),
  operators: all.map(({ code, label }) => (label === undefined ? code : { operator: code, name: label })),
  columns,
  sortBy,
});

const objects = (listed: Listed): Json => ({
  parameters: listed.fields.map(({ name, type }) => ({
    name,
    dataType: typeNames[type],
    operators: codesOf(fitting(listed, type)),
  })),
  operators: listed.operators.map(({ code, arity, label }) => ({
    id: code,
    ...(label === undefined ? {} : { name: label }),
    valueRequired: arity !== "none",
  })),
  selectableColumns: listed.columns.map((name) => ({ name })),
  sortableColumns: listed.sortBy.map((name) => ({ name })),
});

/** Names and integers, by the type of value that they apply to. */
const byType = (listed: Listed): Json => {
  const types = fieldTypes.filter((one) => listed.fields.some(({ type }) => type === one));
  const mapped = (of: (type: FieldType) => unknown): Json =>
    Object.fromEntries(types.map((type) => [typeNames[type], of(type)]));
  return {
    parameters: mapped((type) =>
      listed.fields.filter((field) => field.type === type).map(({ name }) => name),
    ),
    operators: mapped((type) =>
      fitting(listed, type).map(({ code, label }) =>
        label === undefined ? code : { operator: code, label },
      ),
    ),
    columns: listed.columns,
    sortBy: listed.sortBy,
  };
};

const allTypes = (_: Listed, assumptions: Assumptions): Json => ({
  queryTypes: queryTypes
    .map((kind) => listedFor(kind, assumptions))
    .toSorted((one, other) => one.queryType - other.queryType)
    .map((listed) => ({ queryType: listed.queryType, ...objects(listed) })),
});

/** Text for people only. */
const prose = ({ fields, operators: all, columns, sortBy }: Listed): Json => ({
  help: [
    `Compare ${fields.map(({ name }) => name).join(", ")}.`,
    `Operators are ${all.map(({ code, label }) => (label === undefined ? code : `${code} (${label})`)).join(", ")}.`,
    `Select ${columns.join(", ")}.`,
    `Sort by ${sortBy.join(", ")}.`,
  ].join(" "),
});

const shapes: Readonly<Record<Assumptions["U-11"], (listed: Listed, assumptions: Assumptions) => Json>> = {
  nested,
  flat,
  objects,
  "by-type": byType,
  "all-types": allTypes,
  prose,
};

/** Answers for all ten types, even those without a query endpoint (DON-15). */
export const getQueryOptions: Handler<"getQueryOptions"> = ({ path }, { assumptions }) => {
  const kind = kindOfQueryType(path.queryType, assumptions);
  if (kind === undefined) return refuse(404, "There is no such query type.");
  return { status: 200, body: queryOptions(kind, assumptions) };
};

/** Lists the saved queries of a type (DON-16); that these are meant is assumed (U-11). */
export const getQueryList: Handler<"getQueryList"> = ({ path }, { assumptions, caller, database }) => {
  const { queryType } = path;
  const kind = kindOfQueryType(queryType, assumptions);
  if (kind === undefined) return refuse(404, "There is no such query type.");
  const about = sql`organization_id = ${caller.organizationId} and kind = ${kind.name} order by id`;
  const items = savedQueries.all(database, about).map(({ id, name, createdAt, modifiedAt }) => ({
    id,
    name,
    queryType,
    createdDate: new Date(createdAt).toISOString(),
    modifiedDate: new Date(modifiedAt).toISOString(),
  }));
  return { status: 200, body: { items, total: items.length } };
};
