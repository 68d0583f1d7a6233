import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { ApiDocument } from "../../documents/document.ts";
import { schemaNameOf } from "../../documents/references.ts";
import type { Schema } from "../../documents/schemas/schema.ts";

/** What a schema says about one value, with its references followed and its `allOf` merged. */
export interface SchemaView {
  /** Types that are stated, or that its keywords imply; empty if any may be. */
  readonly types: readonly string[];
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
  /** Alternatives of `oneOf` or `anyOf`, each to be read beside the rest. */
  readonly branches: readonly Schema[];
  readonly discriminator: JsonObject | undefined;
  /** All other keywords. */
  readonly keywords: JsonObject;
}

const typeOfKeyword: Readonly<Record<string, string>> = {
  properties: "object",
  required: "object",
  additionalProperties: "object",
  items: "array",
  minItems: "array",
  maxItems: "array",
  pattern: "string",
  minLength: "string",
  maxLength: "string",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** The tighter of two bounds, where both are stated. */
const bounds: Readonly<Record<string, (one: number, other: number) => number>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
};

const mergedKeyword = (keyword: string, one: unknown, other: unknown): unknown => {
  if (one === undefined) return other;
  const tighter = bounds[keyword];
  if (tighter !== undefined && typeof one === "number" && typeof other === "number")
    return tighter(one, other);
  if (keyword === "required") return [...new Set([...textsIn(one), ...textsIn(other)])];
  if (keyword === "properties" && isObject(one) && isObject(other)) return mergedProperties(one, other);
  if (keyword === "enum" && Array.isArray(one) && Array.isArray(other))
    return one.filter((value) => other.includes(value));
  // The nearer statement wins; a validator decides whether a value fits both.
  return one;
};

const mergedProperties = (one: JsonObject, other: JsonObject): JsonObject => ({
  ...other,
  ...Object.fromEntries(
    Object.entries(one).map(([name, schema]) => {
      const also = Object.hasOwn(other, name) ? other[name] : undefined;
      return [name, also === undefined ? schema : { allOf: [schema, also] }];
    }),
  ),
});

/** As deep as references and `allOf` are followed. */
const deepest = 40;

/** Reads schemas of a document. */
export const createSchemaReading = ({ models }: Pick<ApiDocument, "models">) => {
  const flat = (schema: Schema | undefined, depth: number): JsonObject => {
    if (!isObject(schema) || depth > deepest) return {};
    const { $ref: reference, allOf, ...own } = schema;
    const parts = [
      ...(typeof reference === "string" ? [models.get(schemaNameOf(reference) ?? "")?.schema] : []),
      // Whoever wrote the document may have put anything there.
      ...(Array.isArray(allOf) ? (allOf as readonly Schema[]) : []),
    ].map((part) => flat(part, depth + 1));
    const merged: Record<string, unknown> = { ...own };
    for (const part of parts)
      for (const [keyword, value] of Object.entries(part))
        merged[keyword] = mergedKeyword(keyword, merged[keyword], value);
    return merged;
  };

  const view = (schema: Schema | undefined): SchemaView => {
    const { type, required, properties, oneOf, anyOf, discriminator, ...keywords } = flat(schema, 0);
    const stated = typeof type === "string" ? [type] : textsIn(type);
    const implied = Object.keys({ ...keywords, ...(properties === undefined ? {} : { properties }) }).flatMap(
      (keyword) => typeOfKeyword[keyword] ?? [],
    );
    const branches = [oneOf, anyOf].flatMap((list) =>
      Array.isArray(list) ? (list as readonly Schema[]) : [],
    );
    return {
      types: stated.length > 0 ? stated : [...new Set(implied)].slice(0, 1),
      required: textsIn(required),
      properties: isObject(properties) ? (properties as Readonly<Record<string, Schema>>) : {},
      branches,
      discriminator: isObject(discriminator) ? discriminator : undefined,
      keywords,
    };
  };

  return {
    view,
    /** A schema with one of its alternatives chosen. */
    choose: (schema: Schema, branch: Schema): Schema => {
      const { oneOf: _, anyOf: __, ...rest } = flat(schema, 0);
      return { ...rest, allOf: [branch] };
    },
    /** A model by its name. */
    modelNamed: (name: string): Schema | undefined =>
      models.has(name) ? { $ref: `#/components/schemas/${name}` } : undefined,
    /** Name of the model that a schema is. */
    modelOf: (schema: Schema): string | undefined =>
      isObject(schema) && typeof schema["$ref"] === "string" ? schemaNameOf(schema["$ref"]) : undefined,
    isReadOnly: (schema: Schema): boolean => flat(schema, 0)["readOnly"] === true,
    /** Whether answers leave it out, or show something else in its place. */
    isSecret: (schema: Schema): boolean => {
      const { writeOnly, format } = flat(schema, 0);
      return writeOnly === true || format === "password";
    },
  };
};

export type SchemaReading = ReturnType<typeof createSchemaReading>;
