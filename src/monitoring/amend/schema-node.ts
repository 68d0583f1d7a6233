import { type Document, isMap, isScalar, isSeq, type Node as AnyNode, YAMLMap } from "yaml";
import { tokensOf } from "../../core/formats/json-pointer.ts";

/** A schema, or another object of a document, that is edited in place. */
export type Node = YAMLMap;

/** The value under a key of a node, as a node. */
export const nodeChild = (node: Node | undefined, key: string): unknown => node?.get(key, true);

/** Puts an empty object under a key. */
export const putNew = (owner: Node, key: string): Node => {
  const made = new YAMLMap();
  owner.set(key, made);
  return made;
};

/** More references than these are considered a cycle. */
const mostReferences = 32;

/** A node with its reference followed; undefined if that leads to no object of the document. */
export const resolved = (document: Document, node: unknown): Node | undefined => {
  let found = node;
  for (let step = 0; step < mostReferences && isMap(found); step += 1) {
    const reference = found.get("$ref");
    if (typeof reference !== "string") return found;
    found = reference.startsWith("#/") ? document.getIn(tokensOf(reference.slice(1)), true) : undefined;
  }
  return undefined;
};

/** A node at a path of keys, through references; undefined if there is none. */
export const nodeAt = (document: Document, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>(
    (node, key) => resolved(document, nodeChild(node, key)),
    resolved(document, document.contents),
  );

/** A schema and its `allOf` parts, the most specific first. */
export const branchesOf = (document: Document, schema: Node): readonly Node[] => {
  const all = nodeChild(schema, "allOf");
  const parts = isSeq(all) ? all.items.flatMap((item) => resolved(document, item) ?? []) : [];
  return [schema, ...parts.toReversed().flatMap((part) => branchesOf(document, part))];
};

/** The properties that contain a name, with the schema that lists them. */
export const propertyOf = (
  document: Document,
  schema: Node,
  name: string,
): { readonly owner: Node; readonly properties: Node } | undefined => {
  for (const owner of branchesOf(document, schema)) {
    const properties = nodeChild(owner, "properties");
    if (isMap(properties) && properties.has(name)) return { owner, properties };
  }
  return undefined;
};

/** The properties of a schema to which one can be added. */
export const openProperties = (document: Document, schema: Node): Node => {
  const known = branchesOf(document, schema)
    .map((branch) => nodeChild(branch, "properties"))
    .find((node) => isMap(node));
  if (known !== undefined) return known;
  if (!schema.has("type")) schema.set("type", "object");
  return putNew(schema, "properties");
};

/** An empty schema under a key, unless there is one. */
export const ensured = (document: Document, owner: Node, key: string): Node =>
  resolved(document, nodeChild(owner, key)) ?? putNew(owner, key);

const itemsOf = (document: Document, schema: Node): Node => {
  for (const branch of branchesOf(document, schema))
    for (const key of ["items", "additionalProperties"]) {
      const found = resolved(document, nodeChild(branch, key));
      if (found !== undefined) return found;
    }
  if (!schema.has("type")) schema.set("type", "array");
  return ensured(document, schema, "items");
};

/** The schema at a location, created if undocumented. `*` is any item. */
export const nodeSchemaAt = (document: Document, schema: Node, tokens: readonly string[]): Node =>
  tokens.reduce((node, token) => {
    if (token === "*") return itemsOf(document, node);
    const known = propertyOf(document, node, token);
    return ensured(document, known?.properties ?? openProperties(document, node), token);
  }, schema);

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

export const nodeTypes = (schema: Node): readonly string[] => {
  const types = nodeChild(schema, "type");
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
export const formatOfForm = (form: string): string | undefined =>
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
    const format = formatOfForm(form);
    return { type: "string", ...(format === undefined ? {} : { format }) };
  }
  return { type: shape };
};
