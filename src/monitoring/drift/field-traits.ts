import type { Share } from "../../core/model/drift.ts";
import type { History } from "./history.ts";
import type { LocationHistory } from "./location-history.ts";
import type { LocationEntry } from "../../core/shapes/shape-entry.ts";
import { lastToken, locationKey, parentPointer, type SortedRun } from "./sorted-run.ts";

/** Position of a field among the others of its object. */
export interface FieldOrder {
  /** Nearest neighbours that every object has, then and now; empty at an end. */
  readonly after: string;
  readonly before: string;
  /** Its index among the fields added, or removed, between them: `1 of 2`. */
  readonly at: string;
}

/** Traits of an added or removed field; equal for both sides of a renaming. */
export interface FieldTraits {
  /** `string (utc-date-time)`, `array of object {id, name}`. */
  readonly shape: string;
  /** Number of objects with the field. */
  readonly share: Share;
  /** Absent for an optional field, whose order is unknown. */
  readonly order?: FieldOrder;
}

/** The parts of a location that matter for shape and order. */
interface SeenField {
  readonly parents: number;
  readonly seen: number;
  readonly types: ReadonlyMap<string, number>;
  readonly forms: ReadonlyMap<string, number>;
}

/** The locations of a run or of the history, in the order of their fields. */
interface SeenFields {
  at(key: string): SeenField | undefined;
  keys(): Iterable<string>;
}

const inHistory = ({ locations }: History): SeenFields => ({
  at: (key): LocationHistory | undefined => locations.get(key),
  keys: () => locations.keys(),
});

const inRun = ({ locations }: Pick<SortedRun, "locations">): SeenFields => ({
  at(key) {
    const entry = locations.get(key);
    if (entry === undefined) return undefined;
    const { parents, seen, types, textForms } = entry;
    return {
      parents,
      seen,
      types: new Map(Object.entries(types)),
      forms: new Map(Object.entries(textForms)),
    };
  },
  keys: () => locations.keys(),
});

const isAlways = (field: SeenField | undefined): boolean =>
  field !== undefined && field.parents > 0 && field.seen >= field.parents;

const mostOf = (counts: ReadonlyMap<string, number>, except: string): string | undefined =>
  [...counts]
    .filter(([name, count]) => name !== except && count > 0)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];

const childrenOf = (fields: SeenFields, key: string): readonly string[] =>
  [...fields.keys()].filter((one) => one !== key && parentPointer(one) === key);

/** Depth beyond which a shape names no fields. */
const maxDepth = 3;

const namesIn = (fields: SeenFields, key: string): string =>
  childrenOf(fields, key)
    .filter((child) => isAlways(fields.at(child)))
    .map(lastToken)
    .toSorted()
    .join(", ");

/** The most frequent shape at a location. */
const shapeAt = (fields: SeenFields, key: string, depth = 0): string => {
  const field = fields.at(key);
  const type = field === undefined ? undefined : mostOf(field.types, "null");
  if (field === undefined || type === undefined) return "null";
  if (type === "integer" || type === "number") return "number";
  if (type === "string") {
    const form = mostOf(field.forms, "empty") ?? "text";
    return form === "text" ? "string" : `string (${form})`;
  }
  if (depth >= maxDepth) return type;
  if (type === "array") return `array of ${shapeAt(fields, `${key}/*`, depth + 1)}`;
  return type === "object" ? `object {${namesIn(fields, key)}}` : type;
};

const orderOf = (key: string, fields: SeenFields, other: SeenFields): FieldOrder => {
  const siblings = childrenOf(fields, parentPointer(key));
  const isLasting = (one: string): boolean => isAlways(fields.at(one)) && isAlways(other.at(one));
  const position = siblings.indexOf(key);
  const after = siblings.slice(0, position).findLastIndex(isLasting);
  const next = siblings.slice(position + 1).findIndex(isLasting);
  const before = next < 0 ? siblings.length : position + 1 + next;
  const peers = siblings
    .slice(after + 1, before)
    .filter((one) => isAlways(fields.at(one)) && (other.at(one)?.seen ?? 0) === 0);
  return {
    after: lastToken(siblings[after] ?? ""),
    before: lastToken(siblings[before] ?? ""),
    at: `${peers.indexOf(key) + 1} of ${peers.length}`,
  };
};

/** Traits of a field on the side that has it; undefined if neither has. */
const traitsOn = (key: string, fields: SeenFields, other: SeenFields): FieldTraits | undefined => {
  const field = fields.at(key);
  if (field === undefined) return undefined;
  return {
    shape: shapeAt(fields, key),
    share: { count: Math.min(field.seen, field.parents), of: field.parents },
    ...(isAlways(field) ? { order: orderOf(key, fields, other) } : {}),
  };
};

/** Traits of a field that is new in this run. */
export const traitsOfAdded = (
  entry: LocationEntry,
  history: History,
  run: Pick<SortedRun, "locations">,
): FieldTraits | undefined => traitsOn(locationKey(entry), inRun(run), inHistory(history));

/** Traits of a field that this run lacks. */
export const traitsOfRemoved = (
  entry: LocationEntry,
  history: History,
  run: Pick<SortedRun, "locations">,
): FieldTraits | undefined => traitsOn(locationKey(entry), inHistory(history), inRun(run));

const shareOf = ({ count, of }: Share): number => (of === 0 ? 0 : count / of);

/** Whether two shares differ by at most three standard errors. */
const isSameShare = (a: Share, b: Share): boolean => {
  const all = (a.count + b.count) / Math.max(1, a.of + b.of);
  const error = Math.sqrt(all * (1 - all) * (1 / Math.max(1, a.of) + 1 / Math.max(1, b.of)));
  return Math.abs(shareOf(a) - shareOf(b)) <= 3 * error + Number.EPSILON;
};

const isSameOrder = (a: FieldOrder | undefined, b: FieldOrder | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b;
  return a.at === b.at && (a.after === b.after || a.before === b.before);
};

/** Whether a removed and an added field may be the same under another name. */
export const areAlike = (gone: FieldTraits, fresh: FieldTraits): boolean =>
  gone.shape === fresh.shape && isSameShare(gone.share, fresh.share) && isSameOrder(gone.order, fresh.order);
