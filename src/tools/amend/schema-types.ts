import { type Document, isScalar, isSeq, type Node as AnyNode } from "yaml";
import { childOf, type Node } from "./schema-node.ts";

/** Keywords that apply to only one type. */
const ofOneType = [
  "format",
  "pattern",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "items",
  "properties",
  "required",
  "additionalProperties",
  "examples",
  "example",
] as const;

export const typesOf = (schema: Node): readonly string[] => {
  const types = childOf(schema, "type");
  if (isScalar(types)) return [String(types.value)];
  return isSeq(types) ? types.items.flatMap((one) => (isScalar(one) ? [String(one.value)] : [])) : [];
};

const typesNode = (document: Document, types: readonly string[]): AnyNode => {
  const [only] = types;
  const node = document.createNode(types.length === 1 ? only : types);
  if (isSeq(node)) node.flow = true;
  return node;
};

/** Gives a schema these types. */
export const setTypes = (document: Document, schema: Node, types: readonly string[]): void => {
  const known = new Set(types);
  // A number may be an integer.
  if (known.has("number")) known.delete("integer");
  schema.set("type", typesNode(document, [...known]));
};

/** The same, without the keywords of the previous types. */
export const replaceTypes = (document: Document, schema: Node, types: readonly string[]): void => {
  for (const key of ofOneType) schema.delete(key);
  setTypes(document, schema, types);
};

/** The format of a text by its form; undefined if JSON Schema has none. */
export const formatOf = (form: string): string | undefined =>
  new Map([
    ["date", "date"],
    ["utc-date-time", "date-time"],
    ["offset-date-time", "date-time"],
    ["uuid", "uuid"],
    ["email", "email"],
    ["uri", "uri"],
  ]).get(form);

/** A schema for a shape such as `string (date)`, `array of object {id}` or `string or null`. */
export const schemaOfShape = (shape: string): Readonly<Record<string, unknown>> => {
  const [, of] = /^array of (.*)$/.exec(shape) ?? [];
  if (of !== undefined) return { type: "array", items: schemaOfShape(of) };
  if (shape.startsWith("object")) return { type: "object" };
  const [, form] = /^string \((.*)\)$/.exec(shape) ?? [];
  if (form !== undefined) {
    const format = formatOf(form);
    return { type: "string", ...(format === undefined ? {} : { format }) };
  }
  return { type: shape };
};
