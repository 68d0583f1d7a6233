import { own } from "../model/json-object.ts";
import type { SchemaNode } from "../model/file-rules.ts";
import type { Path } from "../source/path.ts";

const resolve = (root: SchemaNode, node: SchemaNode): SchemaNode => {
  const name = node.$ref?.replace("#/$defs/", "");
  const target = name === undefined ? undefined : root.$defs?.[name];
  // A description beside a reference belongs to this location, everything else to the target.
  return target === undefined ? node : { ...resolve(root, target), ...node };
};

/** The schema of an item, or of a property that the schema does not name. */
const anyOther = (
  { items, patternProperties = {}, additionalProperties }: SchemaNode,
  segment: string,
): SchemaNode | undefined => {
  if (typeof items === "object") return items;
  const byPattern = Object.entries(patternProperties).find(([pattern]) =>
    new RegExp(pattern, "u").test(segment),
  );
  return byPattern?.[1] ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
};

/** The schema of the value at a path; undefined if the schema does not cover it. */
export const schemaAt = (root: SchemaNode, path: Path): SchemaNode | undefined => {
  let node = resolve(root, root);
  for (const segment of path) {
    const next = own(node.properties ?? {}, segment) ?? anyOther(node, segment);
    if (next === undefined) return undefined;
    node = resolve(root, next);
  }
  return node;
};

/** The JSON types that a schema allows; empty if it allows all. */
export const typesOf = (node: SchemaNode | undefined): readonly string[] =>
  node?.type === undefined ? [] : [node.type].flat();
