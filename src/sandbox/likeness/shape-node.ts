import { tokensOf } from "../../harness/formats/json-pointer.ts";
import type { Counts, ShapeFileAnswer, ShapeFileLocation } from "../../harness/drift/shape-file.ts";
import { anyName, isMask } from "../../harness/privacy/masked-names.ts";

/** What was seen at one location, with what is below it. */
export interface ShapeNode {
  readonly pointer: string;
  /** How many objects or arrays could have held it. */
  readonly of: number;
  /** How often it was there, null included. */
  readonly seen: number;
  readonly location: ShapeFileLocation;
  readonly items: ShapeNode | undefined;
  /** By name; names that were masked are left out. */
  readonly fields: ReadonlyMap<string, ShapeNode>;
  /** Whether there were such names: what is not among the fields may be one of them. */
  readonly hasMasked: boolean;
}

export const sumOf = (counts: Counts = {}): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface Draft {
  readonly pointer: string;
  location: ShapeFileLocation;
  items: Draft | undefined;
  readonly fields: Map<string, Draft>;
  hasMasked: boolean;
}

const emptyLocation: ShapeFileLocation = { of: 0, types: {} };

const draft = (pointer: string): Draft => ({
  pointer,
  location: emptyLocation,
  items: undefined,
  fields: new Map(),
  hasMasked: false,
});

const childOf = (parent: Draft, token: string): Draft => {
  const pointer = `${parent.pointer}/${token}`;
  if (token === anyName) return (parent.items ??= draft(pointer));
  const known = parent.fields.get(token) ?? draft(pointer);
  parent.fields.set(token, known);
  return known;
};

const finished = ({ pointer, location, items, fields, hasMasked }: Draft): ShapeNode => ({
  pointer,
  of: location.of,
  seen: sumOf(location.types),
  location,
  items: items === undefined ? undefined : finished(items),
  fields: new Map([...fields].map(([name, inner]) => [name, finished(inner)])),
  hasMasked,
});

/** Bodies of each form count as a type at the root: a text that is no JSON as text, none at all as absent. */
const rootOf = (location: ShapeFileLocation, { forms = {} }: ShapeFileAnswer): ShapeFileLocation => {
  const texts = (forms["text"] ?? 0) + (forms["html"] ?? 0);
  return {
    ...location,
    of: location.of + texts + (forms["empty"] ?? 0),
    types: { ...location.types, string: (location.types["string"] ?? 0) + texts },
  };
};

/** The locations of an answer as a tree; undefined where no body was JSON. */
export const shapeTreeOf = (answer: ShapeFileAnswer): ShapeNode | undefined => {
  const { locations } = answer;
  const root = draft("");
  for (const [pointer, location] of Object.entries(locations)) {
    const tokens = tokensOf(pointer);
    const masked = tokens.findIndex((token) => token !== anyName && isMask(token));
    if (masked < 0) tokens.reduce(childOf, root).location = location;
    else tokens.slice(0, masked).reduce(childOf, root).hasMasked = true;
  }
  if (root.location === emptyLocation) return undefined;
  root.location = rootOf(root.location, answer);
  return finished(root);
};

/** The location and everything below it. */
export function* nodesOf(node: ShapeNode): Generator<ShapeNode> {
  yield node;
  if (node.items !== undefined) yield* nodesOf(node.items);
  for (const field of node.fields.values()) yield* nodesOf(field);
}
