import { childPointer } from "../../core/formats/json-pointer.ts";
import { isText, textsOf } from "../json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../references.ts";

/** A JSON Schema as in the OpenAPI documents; references are `#/components/schemas/…`. */
export type Schema = JsonObject | boolean;

/** A named schema: a model, or the body of an operation under its key. */
export interface Definition {
  readonly name: string;
  readonly schema: Schema;
}

export const asSchema = (value: unknown): Schema =>
  isObject(value) || typeof value === "boolean" ? value : true;

/** The model of a schema that is only a reference; annotations beside the reference do not matter. */
export const soleReference = (schema: Schema): string | undefined => {
  if (!isObject(schema) || !isText(schema["$ref"])) return undefined;
  return Object.keys(schema).every((key) => key === "$ref" || isAnnotation(key))
    ? schemaNameOf(schema["$ref"])
    : undefined;
};

const annotations = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "discriminator",
  "$comment",
]);

/** Keywords with no meaning to a validator. */
export const isAnnotation = (keyword: string): boolean =>
  keyword.startsWith("x-") || annotations.has(keyword);

export const factsOf = (node: unknown): readonly string[] => (isObject(node) ? textsOf(node["x-facts"]) : []);

type Visitor = (schema: Schema, path: string) => Schema;

const single = new Set([
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
]);
const listed = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const mapped = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Ajv escapes property names in schema paths as URI fragments; so do we, to find our annotations again. */
export const schemaPath = (path: string, ...tokens: readonly (string | number)[]): string =>
  tokens.reduce<string>(
    (parent, token) => parent + childPointer("", encodeURIComponent(String(token))),
    path,
  );

/** Rebuilds one keyword of a schema, with `visit` applied to the schemas directly inside it. */
export const mapKeyword = (keyword: string, value: unknown, path: string, visit: Visitor): unknown => {
  const here = schemaPath(path, keyword);
  if (single.has(keyword)) return visit(asSchema(value), here);
  if (listed.has(keyword) && Array.isArray(value))
    return value.map((item, index) => visit(asSchema(item), schemaPath(here, index)));
  if (mapped.has(keyword) && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, visit(asSchema(item), schemaPath(here, name))]),
    );
  return value;
};

/** Rebuilds a schema keyword by keyword. */
export const mapSchema = (schema: JsonObject, path: string, visit: Visitor): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, mapKeyword(keyword, value, path, visit)]),
  );

/** The schemas directly inside a schema. */
export const subSchemas = (schema: Schema): readonly Schema[] => {
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (single.has(keyword)) return [asSchema(value)];
    if (listed.has(keyword) && Array.isArray(value)) return value.map(asSchema);
    return mapped.has(keyword) && isObject(value) ? Object.values(value).map(asSchema) : [];
  });
};

/** Whether a schema allows every value. */
export const takesAnything = (schema: unknown): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation));
