import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { DialectVersion } from "../document.ts";
import { takesAnything } from "../schemas/schema.ts";

/** Schemas directly inside a schema: one, a list of them, or a map of names. */
export const nested = {
  one: new Set([
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "contentSchema",
    "not",
    "if",
    "then",
    "else",
  ]),
  list: new Set(["allOf", "anyOf", "oneOf", "prefixItems"]),
  map: new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]),
} as const;

const bounds = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

type Keywords = Record<string, unknown>;

/** `exclusiveMinimum: true` beside `minimum: 1` is `exclusiveMinimum: 1`. */
const numericBounds = (schema: JsonObject): JsonObject => {
  if (!bounds.some(([exclusive]) => typeof schema[exclusive] === "boolean")) return schema;
  const result: Keywords = { ...schema };
  for (const [exclusive, inclusive] of bounds) {
    if (typeof schema[exclusive] !== "boolean") continue;
    delete result[exclusive];
    if (schema[exclusive] === false || typeof schema[inclusive] !== "number") continue;
    result[exclusive] = schema[inclusive];
    delete result[inclusive];
  }
  return result;
};

/** Keywords beside which `nullable` stands for an alternative, as there is no type to widen. */
const untyped = ["allOf", "anyOf", "oneOf", "not", "enum", "const"];

const annotations = ["title", "description", "default", "deprecated", "readOnly", "writeOnly"];

const withNull = (schema: JsonObject): JsonObject => {
  const { nullable: _, "x-nullable": __, ...rest } = schema;
  const { type, enum: values } = rest;
  if (typeof type === "string" || Array.isArray(type)) {
    const types: readonly unknown[] = typeof type === "string" ? [type] : type;
    return {
      ...rest,
      type: types.includes("null") ? types : [...types, "null"],
      ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    };
  }
  if (takesAnything(rest) || !untyped.some((keyword) => rest[keyword] !== undefined)) return rest;
  const outer = Object.fromEntries(
    Object.entries(rest).filter(([keyword]) => annotations.includes(keyword) || keyword.startsWith("x-")),
  );
  const inner = Object.fromEntries(
    Object.entries(rest).filter(([keyword]) => !Object.hasOwn(outer, keyword)),
  );
  return { ...outer, anyOf: [inner, { type: "null" }] };
};

const nullable = (schema: JsonObject, dialect: DialectVersion): JsonObject => {
  const key = dialect === "2.0" ? "x-nullable" : "nullable";
  const isNullable = schema[key] === true || (dialect === "2.0" && schema["nullable"] === true);
  if (isNullable) return withNull(schema);
  if (schema[key] === undefined) return schema;
  const { [key]: _, ...rest } = schema;
  return rest;
};

/** `items` as a list, and what follows it, of older drafts. OpenAPI before 3.1 allows none, so it states nothing. */
const tuples = (schema: JsonObject, isOld: boolean): JsonObject => {
  if (!Array.isArray(schema["items"])) return schema;
  const { items, additionalItems, ...rest } = schema;
  if (isOld) return rest;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
};

const files = (schema: JsonObject): JsonObject =>
  schema["type"] === "file" ? { ...schema, type: "string", format: "binary" } : schema;

/** `discriminator: kind` of 2.0 is an object since. */
const discriminator = (schema: JsonObject): JsonObject =>
  typeof schema["discriminator"] === "string"
    ? { ...schema, discriminator: { propertyName: schema["discriminator"] } }
    : schema;

/** `required: true` in a property is draft 3 and means nothing here. */
const required = (schema: JsonObject): JsonObject => {
  if (typeof schema["required"] !== "boolean") return schema;
  const { required: _, ...rest } = schema;
  return rest;
};

/** The keywords of a schema in the dialect of 2020-12; schemas inside stay as they are. */
export const inOneDialect = (schema: JsonObject, dialect: DialectVersion): JsonObject => {
  const isOld = dialect === "2.0" || dialect === "3.0";
  // Siblings of a reference are ignored there.
  if (isOld && typeof schema["$ref"] === "string") return { $ref: schema["$ref"] };
  const common = numericBounds(required(tuples(schema, isOld)));
  return isOld ? nullable(discriminator(files(common)), dialect) : common;
};

export const isSchema = (value: unknown): value is JsonObject | boolean =>
  isObject(value) || typeof value === "boolean";
