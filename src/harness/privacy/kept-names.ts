import { estimate } from "../drift/cardinality-sketch.ts";
import { isDoubtful, isMask } from "../drift/field-name.ts";
import type { LocationCounts } from "../drift/location-counts.ts";

/** Of fewer different objects nobody can say what most of them have. */
const fewestObjects = 3;

/** How many different records are known of around a location, or undefined where none has an id. */
type RecordsAround = number | undefined;

/** The same for what stands below a location. */
const recordsAt = (node: LocationCounts, around: RecordsAround): RecordsAround =>
  node.records === undefined ? around : estimate(node.records);

const none: ReadonlySet<string> = new Set();

/**
 * Of the names at a location that the documents do not list and that are not made of words that fields are called by, those
 * that are schema and not data, so that they may be kept: they stand in more than half of the objects of at least three
 * different records, and more names of fields than of such names do. A map that has people's names for its keys has
 * other keys in each record, or hardly any but such. Where nothing around has an id, nobody can tell whether the same
 * thing came again, and none is kept.
 */
export const keptNames = (node: LocationCounts, around: RecordsAround): ReadonlySet<string> => {
  const different = Math.min(node.objects, recordsAt(node, around) ?? 0);
  if (different < fewestObjects) return none;
  const usual = [...node.fields]
    .filter(([, { seen }]) => seen >= fewestObjects && seen > node.objects / 2)
    .map(([name]) => name);
  const doubtful = usual.filter((name) => isDoubtful(name) && !node.isDocumented(name));
  const fields = usual.filter((name) => !isMask(name) && !doubtful.includes(name));
  return doubtful.length < fields.length ? new Set(doubtful) : none;
};

/** The names of that kind at a location and everywhere below it. */
export function* keptNamesIn(node: LocationCounts, around?: RecordsAround): Generator<string> {
  yield* keptNames(node, around);
  const inner = recordsAt(node, around);
  if (node.items !== undefined) yield* keptNamesIn(node.items, inner);
  for (const field of node.fields.values()) yield* keptNamesIn(field, inner);
}

/** Puts the mask `{name}` in place of every name at a location and below it that may be data and is not among those kept. */
export const hideNames = (node: LocationCounts, kept: ReadonlySet<string>): void => {
  const hidden = [...node.fields.keys()].filter(
    (name) => !kept.has(name) && isDoubtful(name) && !node.isDocumented(name),
  );
  if (hidden.length > 0) node.hide(hidden);
  if (node.items !== undefined) hideNames(node.items, kept);
  for (const field of node.fields.values()) hideNames(field, kept);
};
