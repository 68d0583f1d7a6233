import { isObject, type JsonObject, own } from "../core/model/json-object.ts";
import { madeOnce } from "../core/model/made-once.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import type { ServedKind } from "./kinds.ts";
import type {
  ComparedAs,
  ComparedProperty,
  RecordCondition,
  RecordQuery,
  RecordStore,
} from "./record-store.ts";
import { plainName } from "./plain-name.ts";
import { itemSchema, type Schemas } from "./schemas.ts";
import type { Refused } from "./verbs.ts";

/** Groups of a query, and conditions of a group. */
const most = 200;

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);

/** A property of a body in either case: clients write `SortBy`, too. */
const spelled = (body: JsonObject, name: string): unknown =>
  own(body, name) ?? own(body, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);

interface QueryParameter extends ComparedProperty {
  readonly name: string;
  readonly values: readonly string[];
}

type Query = Omit<RecordQuery, "skip" | "take">;

const isCondition = (one: RecordCondition | Refused): one is RecordCondition => !("refused" in one);

const isRefusal = (one: RecordCondition | Refused): one is Refused => "refused" in one;

const refusal = (field: string, message: string): Refused => ({
  refused: "schema",
  message,
  fields: [{ field, message }],
});

/** How the values of a schema compare; undefined for objects. */
const comparedAs = (schema: Schema | undefined, reading: Schemas["reading"]): ComparedAs | undefined => {
  const { types, keywords, branches, properties } = reading.view(schema);
  const items = itemSchema(reading, schema);
  if (items !== undefined) return comparedAs(items, reading);
  if (types.includes("boolean")) return "boolean";
  const format = String(keywords["format"]);
  if (types.includes("number") || format === "decimal-string") return "decimal";
  if (types.includes("integer")) return "integer";
  if (/^date|date-time$/.test(format)) return "instant";
  if (types.includes("string")) return "text";
  if (Object.keys(properties).length > 0) return undefined;
  return branches.map((branch) => comparedAs(branch, reading)).find((one) => one !== undefined);
};

/** The schema that a path leads to, through lists and objects. */
const schemaAt = (
  schema: Schema | undefined,
  path: readonly string[],
  reading: Schemas["reading"],
): Schema | undefined => {
  const items = itemSchema(reading, schema);
  if (items !== undefined) return schemaAt(items, path, reading);
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  return schemaAt(own(reading.view(schema).properties, first), rest, reading);
};

const parameterAt = (
  { schema: record }: ServedKind,
  name: string,
  path: readonly string[],
  reading: Schemas["reading"],
): readonly QueryParameter[] => {
  const schema = schemaAt(record, path, reading);
  const type = comparedAs(schema, reading);
  const { enum: values } = reading.view(schema).keywords;
  const texts = Array.isArray(values) ? values.filter((one) => one !== null).map(String) : [];
  return type === undefined ? [] : [{ name, path, type, values: texts }];
};

/** What queries may ask about, the names that the declaration gives first. */
const parametersOf = (kind: ServedKind, { reading }: Schemas): readonly QueryParameter[] => {
  const named = Object.entries(kind.resource.serving?.names ?? {});
  const properties = Object.keys(reading.view(kind.schema).properties);
  return [
    ...named.flatMap(([name, path]) => parameterAt(kind, name, path.split("."), reading)),
    ...properties.flatMap((name) => parameterAt(kind, name, [name], reading)),
  ];
};

/** `Gift Id` is the id of a gift. */
const parameterNamed = (
  { resource, idProperty }: ServedKind,
  parameters: readonly QueryParameter[],
  name: unknown,
): QueryParameter | undefined => {
  const sought = plainName(String(name));
  const isId = sought === `${plainName(resource.name)}id`;
  return (
    parameters.find((one) => plainName(one.name) === sought) ??
    (isId ? parameters.find((one) => one.name === idProperty) : undefined)
  );
};

const suggested = (word: string, known: readonly string[]): string =>
  suggestionHint(word, known) ?? `known: ${known.slice(0, 12).join(", ")}`;

const unknownName = (field: string, name: unknown, parameters: readonly QueryParameter[]): Refused => {
  const names = parameters.map((one) => one.name);
  const text = String(name);
  return refusal(field, `${printable(text)} is no parameter of this query (${suggested(text, names)}).`);
};

/** How queries speak of the properties of records, and what they ask. */
export const createQueries = (schemas: Schemas, { operators }: Pick<RecordStore, "operators">) => {
  const parametersFor = madeOnce((kind: ServedKind) => parametersOf(kind, schemas));

  const conditionOf = (kind: ServedKind, value: unknown, field: string): RecordCondition | Refused => {
    const stated = isObject(value) ? value : {};
    const parameters = parametersFor(kind);
    const property = parameterNamed(kind, parameters, spelled(stated, "parameter"));
    if (property === undefined)
      return unknownName(`${field}.parameter`, spelled(stated, "parameter"), parameters);
    const name = String(spelled(stated, "operator"));
    const fitting = operators.filter(({ types }) => types.includes(property.type));
    const operator = fitting.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (operator === undefined) {
      const hint = suggested(
        name,
        fitting.map((one) => one.name),
      );
      return refusal(
        `${field}.operator`,
        `${printable(name)} is no operator for ${property.name} (${hint}).`,
      );
    }
    const list = spelled(stated, "values");
    const pair = [spelled(stated, "value"), spelled(stated, "secondaryValue")];
    const given = Array.isArray(list) && list.length > 0 ? list : pair;
    const values = given.filter((one) => one !== undefined && one !== null && one !== "");
    return { property, operator: operator.name, values };
  };

  const conditionsIn = (
    kind: ServedKind,
    group: unknown,
    field: string,
  ): readonly (RecordCondition | Refused)[] =>
    listIn(isObject(group) ? spelled(group, "conditions") : undefined).map((one, index) =>
      conditionOf(kind, one, `${field}.conditions[${index}]`),
    );

  const operatorsFor = (type?: ComparedAs) =>
    operators
      .filter(({ types }) => type === undefined || types.includes(type))
      .map(({ name, takes }) => ({
        operator: name,
        multipleValuesAllowed: takes === "many",
        valueRequired: takes !== "none",
      }));

  return {
    /** A query as a body states it: groups joined by OR, their conditions by AND. */
    read: (kind: ServedKind, body: JsonObject): Query | Refused => {
      const groups = listIn(spelled(body, "groups")).map((group, at) =>
        conditionsIn(kind, group, `groups[${at}]`),
      );
      const wrong = groups.flat().find(isRefusal);
      if (wrong !== undefined) return wrong;
      const sortBy = spelled(body, "sortBy");
      const isSorted = sortBy !== undefined && sortBy !== null && sortBy !== "";
      const parameters = parametersFor(kind);
      const order = isSorted ? parameterNamed(kind, parameters, sortBy) : undefined;
      if (isSorted && order === undefined) return unknownName("sortBy", sortBy, parameters);
      return {
        groups: groups.map((group) => group.filter(isCondition)).filter((group) => group.length > 0),
        order,
        descending: String(spelled(body, "descending")) === "true",
      };
    },
    /** What queries of a kind may ask. */
    options: (kind: ServedKind): JsonObject => ({
      options: parametersFor(kind).map(({ name, type, values }) => ({
        parameter: name,
        type,
        operatorOptions: operatorsFor(type),
        valueOptions: values,
      })),
      operatorOptions: operatorsFor(),
    }),
  };
};
