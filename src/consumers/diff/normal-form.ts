import { valueAt } from "../../core/formats/json-pointer.ts";
import { isText, textsOf } from "../../documents/json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { pointerOf } from "../../documents/references.ts";
import { asSchema, type Schema } from "../../documents/schemas/schema.ts";

/** A schema with its references resolved and its `allOf` merged; `false` allows nothing. */
export type NormalSchema = JsonObject | false;

const mergeProperties = (left: unknown, right: unknown): JsonObject => {
  const merged: Record<string, unknown> = isObject(left) ? { ...left } : {};
  for (const [name, schema] of Object.entries(isObject(right) ? right : {}))
    merged[name] = merged[name] === undefined ? schema : { allOf: [merged[name], schema] };
  return merged;
};

const merge = (left: JsonObject, right: JsonObject): JsonObject => {
  const both: Record<string, unknown> = { ...left, ...right };
  if (left["properties"] !== undefined && right["properties"] !== undefined)
    both["properties"] = mergeProperties(left["properties"], right["properties"]);
  if (left["required"] !== undefined || right["required"] !== undefined)
    both["required"] = [...new Set([...textsOf(left["required"]), ...textsOf(right["required"])])];
  return both;
};

/** Resolves the references of a schema and merges its `allOf`, one level deep: inner schemas stay unchanged. */
export const normalForm = (schema: Schema, root: unknown): NormalSchema => {
  if (typeof schema === "boolean") return schema ? {} : false;
  const { $ref, allOf, ...own } = schema;
  const inherited = [
    ...(isText($ref) ? [asSchema(valueAt(root, pointerOf($ref)))] : []),
    ...(Array.isArray(allOf) ? allOf.map(asSchema) : []),
  ].map((one) => normalForm(one, root));
  let result: JsonObject = {};
  for (const part of [...inherited, own]) {
    if (part === false) return false;
    result = merge(result, part);
  }
  return result;
};

/** The types that a schema allows, without `null`, sorted; undefined if it states none. */
export const typesOf = ({ type }: JsonObject): readonly string[] | undefined => {
  if (type === undefined) return undefined;
  return (isText(type) ? [type] : textsOf(type)).filter((one) => one !== "null").toSorted();
};

/** Whether a schema allows null: by its type, or by an alternative that is only null. */
export const allowsNull = ({ type }: JsonObject): boolean =>
  type === undefined || type === "null" || textsOf(type).includes("null");
