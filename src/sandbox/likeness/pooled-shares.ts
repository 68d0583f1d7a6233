import { documentation } from "../../builtin/documents.ts";
import type { Counts, ShapeFileAnswer, ShapeFileLocation } from "../../core/shapes/shape-file.ts";
import { nodesOf, type ShapeNode, shapeTreeOf } from "./shape-node.ts";

const addCounts = (one: Counts | undefined, other: Counts | undefined): Counts => {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other ?? {})) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};

const addLocations = (one: ShapeFileLocation, other: ShapeFileLocation): ShapeFileLocation => ({
  of: one.of + other.of,
  types: addCounts(one.types, other.types),
  texts: addCounts(one.texts, other.texts),
  lengths: addCounts(one.lengths, other.lengths),
  sizes: addCounts(one.sizes, other.sizes),
  numbers: addCounts(one.numbers, other.numbers),
  values: addCounts(one.values, other.values),
  unlisted: (one.unlisted ?? 0) + (other.unlisted ?? 0),
});

/** If the caller did not request the field, its absence from an object means nothing. */
const isWhole = ({ variant = "" }: ShapeFileAnswer): boolean => !variant.includes("columns");

const added = (answers: readonly ShapeFileAnswer[]): ReadonlyMap<string, ShapeNode> => {
  const locations = new Map<string, ShapeFileLocation>();
  for (const answer of answers.filter(isWhole))
    for (const [pointer, location] of Object.entries(answer.locations)) {
      const known = locations.get(pointer);
      locations.set(pointer, known === undefined ? location : addLocations(known, location));
    }
  const [first] = answers;
  const tree =
    first === undefined
      ? undefined
      : shapeTreeOf({ ...first, forms: {}, locations: Object.fromEntries(locations) });
  return new Map(tree === undefined ? [] : [...nodesOf(tree)].map((node) => [node.pointer, node]));
};

/** What was seen at each location of similar answers, by pointer. */
export interface PooledShares {
  /** Of one operation and status, in all variants. */
  readonly own: ReadonlyMap<string, ShapeNode>;
  /** Of every operation that answers the same model. */
  readonly model: ReadonlyMap<string, ShapeNode>;
}

/**
 * Merges answers that show the same records, so that a record has the same fields in all of them: shares differ
 * slightly between operations.
 */
export const pooledShares = (
  answers: readonly ShapeFileAnswer[],
): ((answer: ShapeFileAnswer) => PooledShares) => {
  const ownKey = ({ operation, status }: ShapeFileAnswer): string => `${operation} ${status}`;
  const modelKey = (answer: ShapeFileAnswer): unknown =>
    documentation.body(answer.operation, answer.status) ?? ownKey(answer);
  const own = new Map([...Map.groupBy(answers, ownKey)].map(([key, all]) => [key, added(all)]));
  const model = new Map([...Map.groupBy(answers, modelKey)].map(([key, all]) => [key, added(all)]));
  return (answer) => ({
    own: own.get(ownKey(answer)) ?? new Map<string, ShapeNode>(),
    model: model.get(modelKey(answer)) ?? new Map<string, ShapeNode>(),
  });
};
