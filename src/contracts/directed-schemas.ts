import { isObject, type JsonObject } from "../core/model/json-object.ts";
import type { ApiDocument } from "../documents/document.ts";
import { schemaNameOf } from "../documents/references.ts";
import { asSchema, mapSchema, type Schema } from "../documents/schemas/schema.ts";

/** Which way a value travels; `either` for a model by itself. */
export type ValueDirection = "request" | "response" | "either";

/** What a keyword must hold for a validator to be made of it. */
const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  required: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  enum: (value) => Array.isArray(value) && value.length > 0,
  properties: isObject,
  patternProperties: isObject,
  dependentSchemas: isObject,
  dependentRequired: isObject,
  allOf: (value) => Array.isArray(value) && value.length > 0,
  anyOf: (value) => Array.isArray(value) && value.length > 0,
  oneOf: (value) => Array.isArray(value) && value.length > 0,
  prefixItems: (value) => Array.isArray(value) && value.length > 0,
  pattern: (value) => typeof value === "string",
  format: (value) => typeof value === "string",
  uniqueItems: (value) => typeof value === "boolean",
  multipleOf: (value) => typeof value === "number" && value > 0,
};

const counts = new Set([
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
]);
const numbers = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
const nested = new Set([
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
const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** Keywords that a validator of ours has no use for, or that a reader has resolved. */
const unused = new Set([
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$schema",
  "$vocabulary",
  "$defs",
  "definitions",
  "$comment",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "id",
  "additionalItems",
  "nullable",
]);

const isUsable = (keyword: string, value: unknown): boolean => {
  if (unused.has(keyword)) return false;
  if (counts.has(keyword)) return typeof value === "number" && Number.isInteger(value) && value >= 0;
  if (numbers.has(keyword)) return typeof value === "number";
  if (nested.has(keyword)) return isObject(value) || typeof value === "boolean";
  return shapes[keyword]?.(value) ?? true;
};

const typeOf = (type: unknown): JsonObject => {
  const stated = (Array.isArray(type) ? type : [type]).filter((one): one is string => types.has(String(one)));
  const [only] = stated;
  if (stated.length === 0) return {};
  return { type: stated.length === 1 ? only : stated };
};

/** Keywords beside `type` that a validator can be made of. */
const usable = ({ type, $dynamicRef: dynamic, ...schema }: JsonObject): JsonObject => ({
  ...(type === undefined ? {} : typeOf(type)),
  ...(dynamic === undefined ? {} : { $ref: dynamic }),
  ...Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => isUsable(keyword, value))),
});

/** Values of a discriminator that choose a branch. */
const mappedTo = (branch: unknown, mapping: unknown): readonly string[] => {
  const reference = isObject(branch) ? branch["$ref"] : undefined;
  const name = typeof reference === "string" ? schemaNameOf(reference) : undefined;
  const named = isObject(mapping)
    ? Object.entries(mapping)
        .filter(([, to]) => to === reference || to === name)
        .map(([value]) => value)
    : [];
  return named.length > 0 || name === undefined ? named : [name];
};

/** As deep as references are followed to find what a property is. */
const deepest = 20;

/** Prepares the schemas of a document for validation in one direction. */
export const createDirection = ({ models }: Pick<ApiDocument, "models">, direction: ValueDirection) => {
  const flags = { request: "readOnly", response: "writeOnly", either: undefined } as const;
  const flag = flags[direction];

  /** Whether a property travels only the other way. */
  const isForeign = (schema: Schema, depth = 0): boolean => {
    if (flag === undefined || !isObject(schema) || depth > deepest) return false;
    if (schema[flag] === true) return true;
    const { $ref: reference, allOf } = schema;
    const target =
      typeof reference === "string" ? models.get(schemaNameOf(reference) ?? "")?.schema : undefined;
    if (target !== undefined && isForeign(target, depth + 1)) return true;
    return Array.isArray(allOf) && allOf.some((one: unknown) => isForeign(asSchema(one), depth + 1));
  };

  /** Properties that a schema, or what it is made of, marks as travelling the other way. */
  const foreignIn = (schema: Schema, depth = 0): readonly string[] => {
    if (flag === undefined || !isObject(schema) || depth > deepest) return [];
    const { properties, allOf, $ref: reference } = schema;
    const own = isObject(properties)
      ? Object.entries(properties)
          .filter(([, one]) => isForeign(asSchema(one)))
          .map(([name]) => name)
      : [];
    const target =
      typeof reference === "string" ? models.get(schemaNameOf(reference) ?? "")?.schema : undefined;
    return [
      ...own,
      ...(target === undefined ? [] : foreignIn(target, depth + 1)),
      ...(Array.isArray(allOf) ? allOf.flatMap((one: unknown) => foreignIn(asSchema(one), depth + 1)) : []),
    ];
  };

  /** An answer shows nothing that is only written; a request may repeat what is only read. */
  const withoutForeign = (schema: JsonObject, outer: readonly string[]): JsonObject => {
    const foreign = new Set([...outer, ...foreignIn(schema)]);
    const { properties, required } = schema;
    if (foreign.size === 0) return schema;
    return {
      ...schema,
      ...(Array.isArray(required) ? { required: required.filter((name) => !foreign.has(String(name))) } : {}),
      ...(isObject(properties)
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, one]) => [
                name,
                isForeign(asSchema(one)) ? direction === "request" : one,
              ]),
            ),
          }
        : {}),
    };
  };

  /** A discriminator decides which alternative counts (OpenAPI 3.1, section 4.8.25). */
  const discriminated = (schema: JsonObject): JsonObject => {
    const { discriminator, oneOf, anyOf, ...rest } = schema;
    const property = isObject(discriminator) ? discriminator["propertyName"] : undefined;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    const branches: unknown = oneOf ?? anyOf;
    if (typeof property !== "string" || !Array.isArray(branches))
      return { ...schema, ...(discriminator === undefined ? {} : { discriminator }) };
    const named = branches.map((branch: unknown) => ({ branch, values: mappedTo(branch, mapping) }));
    if (named.some(({ values }) => values.length === 0)) return { ...rest, anyOf: branches };
    return {
      ...rest,
      anyOf: named.map(({ branch, values }) => ({
        allOf: [{ required: [property], properties: { [property]: { enum: values } } }, branch],
      })),
    };
  };

  const directed = (schema: Schema, outer: readonly string[] = []): Schema => {
    if (!isObject(schema)) return schema;
    const foreign = [...outer, ...foreignIn(schema)];
    const ready = discriminated(withoutForeign(usable(schema), outer));
    // Parts of the same object.
    const parts = new Set(Array.isArray(ready["allOf"]) ? ready["allOf"] : []);
    return mapSchema(ready, "", (inner) => directed(inner, parts.has(inner) ? foreign : []));
  };

  return directed;
};
