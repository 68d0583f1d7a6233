import { uniqueName } from "../core/privacy/shown-headers.ts";

const maxDepth = 10;
const maxNodes = 250;
const maxItems = 3;
const maxText = 200;

type Key = (key: string, taken: object) => string;
type Leaf = (value: unknown) => unknown;

const leafShape: Leaf = (value) => {
  if (value === null) return "null";
  if (typeof value === "string") return `string(${value.length})`;
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
};

const clipped: Leaf = (value) =>
  typeof value === "string" && value.length > maxText
    ? `${value.slice(0, maxText)}… (${value.length} characters)`
    : value;

/** JSON of the same form, truncated where deep or long. */
const treeOf = (root: unknown, keyOf: Key, leafOf: Leaf): unknown => {
  let nodes = 0;
  const items = (values: readonly unknown[], depth: number): unknown[] => {
    const shown = values.slice(0, maxItems).map((value) => visit(value, depth + 1));
    return values.length > maxItems ? [...shown, `… ${values.length - maxItems} more`] : shown;
  };
  const fields = (value: object, depth: number): Record<string, unknown> => {
    const tree: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (nodes > maxNodes) return { ...tree, "…": "more" };
      Object.defineProperty(tree, keyOf(key, tree), {
        value: visit(inner, depth + 1),
        enumerable: true,
        configurable: true,
      });
    }
    return tree;
  };
  const visit = (value: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof value !== "object" || value === null) return leafOf(value);
    if (depth >= maxDepth || nodes > maxNodes) return Array.isArray(value) ? "array" : "object";
    return Array.isArray(value) ? items(value, depth) : fields(value, depth);
  };
  return visit(root, 0);
};

/** A tree whose leaves are shapes: it holds no value of a record, and no keys but field names. */
export const shapeTree = (root: unknown, isField: (name: string) => boolean): unknown =>
  treeOf(root, (key, taken) => (isField(key) ? key : uniqueName(`key(${key.length})`, taken)), leafShape);

/** A tree with its values, for invented records. */
export const valueTree = (root: unknown): unknown => treeOf(root, (key) => key, clipped);
