import {
  createSketch,
  type CardinalitySketch,
  distinctCount,
  mergeSketch,
} from "../../core/shapes/cardinality-sketch.ts";
import { mostValues } from "../../core/shapes/location-counts.ts";
import type { JsonType, LocationEntry } from "../../core/shapes/shape-entry.ts";
import type { TextClass } from "../../core/shapes/text-class.ts";

/** What the runs so far showed at one location; extended by every run that agrees with it. */
export interface LocationHistory {
  parents: number;
  seen: number;
  readonly types: Map<JsonType, number>;
  readonly forms: Map<TextClass, number>;
  readonly values: Map<string | number, number>;
  otherValues: number;
  /** The most parents in one run. */
  mostParents: number;
  /** Key of the records that it belongs to, if they have ids. */
  readonly record: string | undefined;
}

/** The different records seen at a location of records. */
export interface RecordHistory {
  readonly sketch: CardinalitySketch;
  /** How many times any of them was seen. */
  objects: number;
}

export const createLocationHistory = (record: string | undefined): LocationHistory => ({
  parents: 0,
  seen: 0,
  types: new Map(),
  forms: new Map(),
  values: new Map(),
  otherValues: 0,
  mostParents: 0,
  record,
});

export const createRecordHistory = (): RecordHistory => ({ sketch: createSketch(), objects: 0 });

export const addRecords = (past: RecordHistory, sketch: CardinalitySketch, objects: number): void => {
  mergeSketch(past.sketch, sketch);
  past.objects += objects;
};

/** The sum of all counts. */
export const totalOf = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

export const typedCount = (past: LocationHistory): number => totalOf(past.types);

/** How often a type was seen before; a number with a fraction implies that whole ones may occur, too. */
export const pastOfType = ({ types }: LocationHistory, type: JsonType): number =>
  (types.get(type) ?? 0) + (type === "integer" ? (types.get("number") ?? 0) : 0);

export const textCount = (past: LocationHistory): number => totalOf(past.forms);

/**
 * The fraction of a count that is due to different records. Reading the same records in every run adds no knowledge
 * about others.
 */
export const distinctShare = (past: LocationHistory, records: RecordHistory | undefined): number => {
  if (records !== undefined && records.objects > 0)
    return Math.min(1, distinctCount(records.sketch) / records.objects);
  return past.parents === 0 ? 1 : past.mostParents / past.parents;
};

/** The parts of a run at a location that stay out of its past because they were reported as drift. */
export interface Withheld {
  readonly presence: boolean;
  readonly types: ReadonlySet<string>;
  readonly forms: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

const addCounts = <Key extends string | number>(
  into: Map<Key, number>,
  counts: Iterable<readonly [Key, number]>,
  withheld: ReadonlySet<string>,
): void => {
  for (const [key, count] of counts)
    if (!withheld.has(String(key))) into.set(key, (into.get(key) ?? 0) + count);
};

const entriesOf = <Key extends string>(
  counts: Readonly<Partial<Record<Key, number>>>,
): readonly (readonly [Key, number])[] =>
  // The record's keys have this type.
  Object.entries(counts) as [Key, number][];

export const otherValue = "another value";

/** Adds digests of texts, unless they have ever had many values: then they are no longer compared. */
const addDigests = (past: LocationHistory, entry: LocationEntry, isWithheld: boolean): void => {
  if (isWithheld) {
    const known = [...entry.values].filter(([digest]) => past.values.has(digest));
    return addCounts(past.values, known, new Set());
  }
  past.otherValues += entry.otherValues;
  addCounts(past.values, entry.values, new Set());
  if (past.otherValues === 0 && past.values.size <= mostValues) return;
  past.otherValues += totalOf(past.values);
  past.values.clear();
};

export const addLocation = (past: LocationHistory, entry: LocationEntry, withheld: Withheld): void => {
  if (!withheld.presence) {
    past.parents += entry.parents;
    past.seen += entry.seen;
    past.mostParents = Math.max(past.mostParents, entry.parents);
  }
  addCounts(past.types, entriesOf(entry.types), withheld.types);
  addCounts(past.forms, entriesOf(entry.textForms), withheld.forms);
  if (entry.documented?.values === undefined) return addDigests(past, entry, withheld.values.has(otherValue));
  addCounts(past.values, entry.values, withheld.values);
  if (!withheld.values.has(otherValue)) past.otherValues += entry.otherValues;
};
