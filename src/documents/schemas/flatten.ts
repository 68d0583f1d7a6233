import { isText, textsOf } from "../json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../references.ts";
import { asSchema, type Schema, takesAnything } from "./schema.ts";

const union = (a: unknown, b: unknown): readonly string[] => [...new Set([...textsOf(a), ...textsOf(b)])];

const mergedProperties = (a: unknown, b: unknown, models: ReadonlyMap<string, Schema>): JsonObject => {
  const merged: Record<string, unknown> = isObject(a) ? { ...a } : {};
  for (const [name, schema] of Object.entries(isObject(b) ? b : {}))
    merged[name] = name in merged ? merge(asSchema(merged[name]), asSchema(schema), models) : schema;
  return merged;
};

/** One schema that combines the rules of two; for keywords that cannot be combined, the second schema's. */
const merge = (a: Schema, b: Schema, models: ReadonlyMap<string, Schema>): Schema => {
  if (takesAnything(a)) return b;
  if (takesAnything(b)) return a;
  const [first, second] = [flatten(a, models), flatten(b, models)];
  if (!isObject(first)) return first;
  if (!isObject(second)) return second;
  const both = (keyword: string): boolean => keyword in first && keyword in second;
  return {
    ...first,
    ...second,
    ...(both("properties")
      ? { properties: mergedProperties(first["properties"], second["properties"], models) }
      : {}),
    ...(both("required") ? { required: union(first["required"], second["required"]) } : {}),
    ...(both("items") ? { items: merge(asSchema(first["items"]), asSchema(second["items"]), models) } : {}),
  };
};

/** A schema without references and `allOf` at its root: their rules are merged into it. */
export const flatten = (schema: Schema, models: ReadonlyMap<string, Schema>): Schema => {
  if (!isObject(schema)) return schema;
  const { $ref: reference, allOf, ...own } = schema;
  const name = isText(reference) ? schemaNameOf(reference) : undefined;
  const parts = [
    ...(name === undefined ? [] : [models.get(name) ?? true]),
    ...(Array.isArray(allOf) ? allOf.map(asSchema) : []),
  ];
  const merged = parts.reduceRight<Schema>((rest, part) => merge(part, rest, models), own);
  return isObject(merged) && "$ref" in merged ? flatten(merged, models) : merged;
};
