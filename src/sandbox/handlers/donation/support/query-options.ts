import { permutationOf, type Assumptions } from "../../../assumptions/assumptions.ts";
import type { Field, FieldType } from "../../../store/donation/field.ts";
import { columnNames, sortableFields, type Kind } from "../../../store/donation/kind.ts";
import {
  operatorNames,
  operators,
  operatorsFor,
  type OperatorName,
} from "../../../store/donation/operators.ts";
import { queryTypeOf } from "../../../store/donation/query-types.ts";

/** How types are called where a client reads them. */
const typeNames: Readonly<Record<FieldType, string>> = {
  integer: "integer",
  text: "string",
  decimal: "decimal",
  instant: "datetime",
  boolean: "boolean",
};

/**
 * What a query of a kind may use (DON-15), in one of two shapes (U-11). Every name in it is accepted by the
 * query.
 */
export const queryOptions = (kind: Kind, assumptions: Assumptions): Readonly<Record<string, unknown>> => {
  const queryType = queryTypeOf(kind, assumptions);
  const columns = columnNames(kind, assumptions);
  const sortBy = sortableFields(kind).map(({ name }) => name.toLowerCase());
  if (assumptions["U-11"] === "flat") {
    const parameters = kind.fields.map(({ name }) => name);
    return { queryType, parameters, operators: operatorNames.map((_, integer) => integer), columns, sortBy };
  }
  const known = operatorOptions(assumptions);
  return {
    queryType,
    options: kind.fields.map((field) => parameterOption(field, known)),
    operatorOptions: [...known.values()],
    columns,
    sortBy,
  };
};

/** Each operator with what a client reads of it, in the order of the integers: that says nothing about their meaning. */
type OperatorOptions = ReadonlyMap<OperatorName, Readonly<Record<string, unknown>>>;

const operatorOptions = (assumptions: Assumptions): OperatorOptions => {
  const integers = permutationOf(assumptions["U-13"], operatorNames.length);
  const options = operatorNames.map((name, position) => {
    const { arity } = operators[name];
    const option = {
      operator: integers[position] ?? position,
      multipleValuesAllowed: arity === "many",
      valueRequired: arity !== "none",
      secondaryValueRequired: arity === "two",
    };
    return [name, option] as const;
  });
  return new Map(options.toSorted(([, one], [, other]) => one.operator - other.operator));
};

const parameterOption = (field: Field, known: OperatorOptions): Readonly<Record<string, unknown>> => {
  const own = operatorsFor(field);
  return {
    parameter: field.name,
    type: typeNames[field.type],
    operatorOptions: [...known].filter(([name]) => own.includes(name)).map(([, option]) => option),
    valueOptions: field.values,
  };
};
