import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { Field, FieldType } from "../../../store/donation/field.ts";
import { columnNames, sortableFields, type Kind } from "../../../store/donation/kind.ts";
import {
  integerOf,
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
  return {
    queryType,
    options: kind.fields.map((field) => parameterOption(field, assumptions)),
    operatorOptions: operatorOptions(operatorNames, assumptions),
    columns,
    sortBy,
  };
};

const parameterOption = (field: Field, assumptions: Assumptions): Readonly<Record<string, unknown>> => ({
  parameter: field.name,
  type: typeNames[field.type],
  operatorOptions: operatorOptions(operatorsFor(field), assumptions),
  valueOptions: field.values,
});

/** Ordered by the integers, so that their order tells nothing of what they mean. */
const operatorOptions = (
  names: readonly OperatorName[],
  assumptions: Assumptions,
): readonly Readonly<Record<string, unknown>>[] =>
  names
    .map((name) => ({ operator: integerOf(name, assumptions), arity: operators[name].arity }))
    .toSorted((one, other) => one.operator - other.operator)
    .map(({ operator, arity }) => ({
      operator,
      multipleValuesAllowed: arity === "many",
      valueRequired: arity !== "none",
      secondaryValueRequired: arity === "two",
    }));
