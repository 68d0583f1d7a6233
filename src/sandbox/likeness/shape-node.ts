import { tokensOf } from "../../core/formats/json-pointer.ts";
import type { Counts, ShapeFileAnswer, ShapeFileLocation } from "../../core/shapes/shape-file.ts";
import { anyName, isMask } from "../../core/privacy/masked-names.ts";

/** What was seen at one location, and below it. */
export interface ShapeNode {
  readonly pointer: string;
  /** Number of objects or arrays that could have had it. */
  readonly of: number;
  /** How often it was present, null included. */
  readonly seen: number;
  readonly location: ShapeFileLocation;
  readonly items: ShapeNode | undefined;
  /** By name; masked names are left out. */
  readonly fields: ReadonlyMap<string, ShapeNode>;
  /** Whether names were masked: a field that is missing here may be one of them. */
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

/** Body forms count as types of the root: text that is not JSON as text, no body as absent. */
const rootOf = (location: ShapeFileLocation, { forms = {} }: ShapeFileAnswer): ShapeFileLocation => {
  const texts = (forms["text"] ?? 0) + (forms["html"] ?? 0);
  return {
    ...location,
    of: location.of + texts + (forms["empty"] ?? 0),
    types: { ...location.types, string: (location.types["string"] ?? 0) + texts },
  };
};

/** The locations of an answer as a tree, of a root alone if no body was JSON; undefined if nothing was counted. */
export const shapeTreeOf = (answer: ShapeFileAnswer): ShapeNode | undefined => {
  const { locations } = answer;
  const root = draft("");
  for (const [pointer, location] of Object.entries(locations)) {
    const tokens = tokensOf(pointer);
    const masked = tokens.findIndex((token) => token !== anyName && isMask(token));
    if (masked < 0) tokens.reduce(childOf, root).location = location;
    else tokens.slice(0, masked).reduce(childOf, root).hasMasked = true;
  }
  root.location = rootOf(root.location, answer);
  return root.location.of === 0 ? undefined : finished(root);
};

export function* nodesOf(node: ShapeNode): Generator<ShapeNode> {
  yield node;
  if (node.items !== undefined) yield* nodesOf(node.items);
  for (const field of node.fields.values()) yield* nodesOf(field);
}
