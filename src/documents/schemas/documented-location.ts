import type { DocumentedLocation } from "../../core/model/documented-location.ts";
import { isObject } from "../../core/model/json-object.ts";
import { entriesOf, itemsOf, textsOf } from "../json.ts";
import { schemaNameOf } from "../references.ts";
import { flatten } from "./flatten.ts";
import { asSchema, type Schema } from "./schema.ts";

const isScalar = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

const typesOf = (schema: Schema): readonly string[] => {
  if (!isObject(schema)) return [];
  return typeof schema["type"] === "string" ? [schema["type"]] : textsOf(schema["type"]);
};

/** Examples count as listed values only if they are words of a vocabulary: no spaces, digits or formats. */
const isWord = (value: unknown): boolean => typeof value === "string" && /^[A-Za-z][A-Za-z_]*$/.test(value);

const valuesOf = (schema: Schema): Pick<DocumentedLocation, "values" | "closed"> => {
  if (!isObject(schema)) return {};
  const only = "const" in schema ? [schema["const"]] : itemsOf(schema["enum"]);
  if (only.length > 0) return { values: only.filter(isScalar), closed: true };
  const examples = itemsOf(schema["examples"]);
  return examples.length > 0 && examples.every(isWord) ? { values: examples.filter(isScalar) } : {};
};

const both = <Item>(a: readonly Item[] | undefined, b: readonly Item[] | undefined): readonly Item[] => [
  ...new Set([...(a ?? []), ...(b ?? [])]),
];

const eitherLocation = (a: DocumentedLocation | undefined, b: DocumentedLocation | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : either(a, b);

const eitherFields = (
  a: DocumentedLocation["fields"] = {},
  b: DocumentedLocation["fields"] = {},
): Record<string, DocumentedLocation> =>
  Object.fromEntries(
    both(Object.keys(a), Object.keys(b)).map((name) => [name, eitherLocation(a[name], b[name]) ?? {}]),
  );

/** What two locations have in common: a type that one of them leaves open is open. */
const either = (a: DocumentedLocation, b: DocumentedLocation): DocumentedLocation =>
  compact({
    ...(a.types === undefined || b.types === undefined ? {} : { types: both(a.types, b.types) }),
    ...(a.format !== undefined && a.format === b.format ? { format: a.format } : {}),
    fields: eitherFields(a.fields, b.fields),
    required: (a.required ?? []).filter((name) => b.required?.includes(name) === true),
    ...optional("map", eitherLocation(a.map, b.map)),
    ...optional("items", eitherLocation(a.items, b.items)),
    values: both(a.values, b.values),
    closed: a.closed === true && b.closed === true,
  });

const optional = <Key extends string>(
  key: Key,
  documented: DocumentedLocation | undefined,
): { [K in Key]?: DocumentedLocation } =>
  // The only key requested.
  documented === undefined ? {} : ({ [key]: documented } as { [K in Key]?: DocumentedLocation });

/** Drops empty properties. */
const compact = (documented: DocumentedLocation): DocumentedLocation =>
  Object.fromEntries(
    Object.entries(documented).filter(
      ([, value]) =>
        value !== false &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isObject(value) && Object.keys(value).length === 0 && !("types" in value)),
    ),
  );

/** A model that is only a reference may refer to one that is composed of others. */
const flatRoot = (schema: Schema, models: ReadonlyMap<string, Schema>): Schema => {
  const flat = flatten(schema, models);
  return isObject(flat) && ("$ref" in flat || "allOf" in flat) ? flatRoot(flat, models) : flat;
};

/** As many locations of one body are described. */
const mostLocations = 20_000;

/** What a schema documents about the location of its values; a recursive model is followed once. */
export const documentedLocation = (
  schema: Schema,
  models: ReadonlyMap<string, Schema>,
  within: readonly string[] = [],
  left = { count: mostLocations },
): DocumentedLocation => {
  left.count -= 1;
  if (!isObject(schema) || left.count < 0) return {};
  const name = typeof schema["$ref"] === "string" ? schemaNameOf(schema["$ref"]) : undefined;
  if (name !== undefined && within.includes(name)) return {};
  const inside = name === undefined ? within : [...within, name];
  const flat = flatRoot(schema, models);
  if (!isObject(flat)) return {};
  const documented = (inner: unknown): DocumentedLocation =>
    documentedLocation(asSchema(inner), models, inside, left);
  const branches = ["anyOf", "oneOf"].flatMap((keyword) => itemsOf(flat[keyword])).map(documented);
  const [first, ...others] = branches;
  const chosen = first === undefined ? {} : others.reduce(either, first);
  const types = typesOf(flat);
  const fields = entriesOf(flat["properties"]).map(([key, inner]) => [key, documented(inner)] as const);
  return {
    ...chosen,
    ...compact({
      types,
      ...(typeof flat["format"] === "string" ? { format: flat["format"] } : {}),
      required: both(chosen.required, textsOf(flat["required"])),
      ...(isObject(flat["additionalProperties"]) && fields.length === 0
        ? { map: documented(flat["additionalProperties"]) }
        : {}),
      ...("items" in flat ? { items: documented(flat["items"]) } : {}),
      ...valuesOf(flat),
    }),
    ...(fields.length === 0 ? {} : { fields: { ...chosen.fields, ...Object.fromEntries(fields) } }),
  };
};
