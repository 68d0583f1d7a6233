import { type Document, isMap, isSeq, YAMLMap } from "yaml";
import { tokensOf } from "../../harness/formats/json-pointer.ts";

/** A schema, or another object of a document, that is edited in place. */
export type Node = YAMLMap;

/** The value under a key of a node, as a node. */
export const childOf = (node: Node | undefined, key: string): unknown => node?.get(key, true);

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
    (node, key) => resolved(document, childOf(node, key)),
    resolved(document, document.contents),
  );

/** A schema and its `allOf` parts, the most specific first. */
export const branchesOf = (document: Document, schema: Node): readonly Node[] => {
  const all = childOf(schema, "allOf");
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
    const properties = childOf(owner, "properties");
    if (isMap(properties) && properties.has(name)) return { owner, properties };
  }
  return undefined;
};

/** The properties of a schema to which one can be added. */
export const openProperties = (document: Document, schema: Node): Node => {
  const known = branchesOf(document, schema)
    .map((branch) => childOf(branch, "properties"))
    .find((node) => isMap(node));
  if (known !== undefined) return known;
  if (!schema.has("type")) schema.set("type", "object");
  return putNew(schema, "properties");
};

/** An empty schema under a key, unless there is one. */
export const ensured = (document: Document, owner: Node, key: string): Node =>
  resolved(document, childOf(owner, key)) ?? putNew(owner, key);

const itemsOf = (document: Document, schema: Node): Node => {
  for (const branch of branchesOf(document, schema))
    for (const key of ["items", "additionalProperties"]) {
      const found = resolved(document, childOf(branch, key));
      if (found !== undefined) return found;
    }
  if (!schema.has("type")) schema.set("type", "array");
  return ensured(document, schema, "items");
};

/** The schema at a location, created if undocumented. `*` is any item. */
export const schemaAt = (document: Document, schema: Node, tokens: readonly string[]): Node =>
  tokens.reduce((node, token) => {
    if (token === "*") return itemsOf(document, node);
    const known = propertyOf(document, node, token);
    return ensured(document, known?.properties ?? openProperties(document, node), token);
  }, schema);
