import { entriesOf, itemsOf, textsOf } from "../documents/json.ts";
import { isObject } from "../../harness/model/json-object.ts";
import { schemaNameOf } from "../documents/references.ts";
import { flatten } from "./flatten.ts";
import { asSchema, type Schema } from "./schema.ts";
import type { DocumentedPlace } from "../../harness/model/documented-place.ts";

const isScalar = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

const typesOf = (schema: Schema): readonly string[] => {
  if (!isObject(schema)) return [];
  return typeof schema["type"] === "string" ? [schema["type"]] : textsOf(schema["type"]);
};

/** Examples are listed values only where they are words of a vocabulary: no spaces, no digits, no formats. */
const isWord = (value: unknown): boolean => typeof value === "string" && /^[A-Za-z][A-Za-z_]*$/.test(value);

const valuesOf = (schema: Schema): Pick<DocumentedPlace, "values" | "closed"> => {
  if (!isObject(schema)) return {};
  const only = "const" in schema ? [schema["const"]] : itemsOf(schema["enum"]);
  if (only.length > 0) return { values: only.filter(isScalar), closed: true };
  const examples = itemsOf(schema["examples"]);
  return examples.length > 0 && examples.every(isWord) ? { values: examples.filter(isScalar) } : {};
};

const both = <Item>(a: readonly Item[] | undefined, b: readonly Item[] | undefined): readonly Item[] => [
  ...new Set([...(a ?? []), ...(b ?? [])]),
];

const eitherPlace = (
  a: DocumentedPlace | undefined,
  b: DocumentedPlace | undefined,
): DocumentedPlace | undefined => (a === undefined || b === undefined ? (a ?? b) : either(a, b));

const eitherFields = (
  a: DocumentedPlace["fields"] = {},
  b: DocumentedPlace["fields"] = {},
): Record<string, DocumentedPlace> =>
  Object.fromEntries(
    both(Object.keys(a), Object.keys(b)).map((name) => [name, eitherPlace(a[name], b[name]) ?? {}]),
  );

/** What two places have in common: a type that one of them leaves open is open. */
const either = (a: DocumentedPlace, b: DocumentedPlace): DocumentedPlace =>
  compact({
    ...(a.types === undefined || b.types === undefined ? {} : { types: both(a.types, b.types) }),
    ...(a.format !== undefined && a.format === b.format ? { format: a.format } : {}),
    fields: eitherFields(a.fields, b.fields),
    required: (a.required ?? []).filter((name) => b.required?.includes(name) === true),
    ...optional("map", eitherPlace(a.map, b.map)),
    ...optional("items", eitherPlace(a.items, b.items)),
    values: both(a.values, b.values),
    closed: a.closed === true && b.closed === true,
  });

const optional = <Key extends string>(
  key: Key,
  place: DocumentedPlace | undefined,
): { [K in Key]?: DocumentedPlace } =>
  // The one key that is asked for.
  place === undefined ? {} : ({ [key]: place } as { [K in Key]?: DocumentedPlace });

/** Leaves out what says nothing. */
const compact = (place: DocumentedPlace): DocumentedPlace =>
  Object.fromEntries(
    Object.entries(place).filter(
      ([, value]) =>
        value !== false &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isObject(value) && Object.keys(value).length === 0 && !("types" in value)),
    ),
  );

/** A model that is nothing but a reference may stand for one that is put together of others. */
const flatRoot = (schema: Schema, models: ReadonlyMap<string, Schema>): Schema => {
  const flat = flatten(schema, models);
  return isObject(flat) && ("$ref" in flat || "allOf" in flat) ? flatRoot(flat, models) : flat;
};

/** What a schema says of the place where its values are; a recursive model is followed once. */
export const documentedPlace = (
  schema: Schema,
  models: ReadonlyMap<string, Schema>,
  within: readonly string[] = [],
): DocumentedPlace => {
  if (!isObject(schema)) return {};
  const name = typeof schema["$ref"] === "string" ? schemaNameOf(schema["$ref"]) : undefined;
  if (name !== undefined && within.includes(name)) return {};
  const inside = name === undefined ? within : [...within, name];
  const flat = flatRoot(schema, models);
  if (!isObject(flat)) return {};
  const place = (inner: unknown): DocumentedPlace => documentedPlace(asSchema(inner), models, inside);
  const branches = ["anyOf", "oneOf"].flatMap((keyword) => itemsOf(flat[keyword])).map(place);
  const [first, ...others] = branches;
  const chosen = first === undefined ? {} : others.reduce(either, first);
  const types = typesOf(flat);
  const fields = entriesOf(flat["properties"]).map(([key, inner]) => [key, place(inner)] as const);
  return {
    ...chosen,
    ...compact({
      types,
      ...(typeof flat["format"] === "string" ? { format: flat["format"] } : {}),
      required: both(chosen.required, textsOf(flat["required"])),
      ...(isObject(flat["additionalProperties"]) && fields.length === 0
        ? { map: place(flat["additionalProperties"]) }
        : {}),
      ...("items" in flat ? { items: place(flat["items"]) } : {}),
      ...valuesOf(flat),
    }),
    ...(fields.length === 0 ? {} : { fields: { ...chosen.fields, ...Object.fromEntries(fields) } }),
  };
};
