import type { FieldNames } from "../model/field-names.ts";
import { isMask } from "./masked-names.ts";

/** Statistics of one location in bodies: number of objects, and their names. */
export interface SeenLocation {
  /** How often a value was there. */
  readonly seen: number;
  readonly objects: number;
  /** Number of different records by id; undefined if they have no ids. */
  readonly differentRecords: number | undefined;
  readonly items: SeenLocation | undefined;
  readonly fields: ReadonlyMap<string, SeenLocation>;
  isDocumented(name: string): boolean;
  /** Replaces these names by `{name}`. */
  hide(names: readonly string[]): void;
}

/** With fewer different objects, nothing can be said about most of them. */
const fewestObjects = 3;

/** Number of different records around a location; undefined if none has an id. */
type RecordsAround = number | undefined;

const none: ReadonlySet<string> = new Set();

/**
 * Doubtful names at a location that are schema, not data, and may be kept: they occur in more than half of the objects
 * of at least three different records, and field names outnumber them. A map keyed by people's names has other keys in
 * each record, or hardly any others. Without ids it is unknown whether the same record came twice, so none is kept.
 */
export const keptNames = (
  location: SeenLocation,
  { isDoubtful }: Pick<FieldNames, "isDoubtful">,
  around: RecordsAround = undefined,
): ReadonlySet<string> => {
  const different = Math.min(location.objects, location.differentRecords ?? around ?? 0);
  if (different < fewestObjects) return none;
  const usual = [...location.fields]
    .filter(([, { seen }]) => seen >= fewestObjects && seen > location.objects / 2)
    .map(([name]) => name);
  const doubtful = usual.filter((name) => isDoubtful(name) && !location.isDocumented(name));
  const fields = usual.filter((name) => !isMask(name) && !doubtful.includes(name));
  return doubtful.length < fields.length ? new Set(doubtful) : none;
};

/** Adds such names at a location and everywhere below it. */
export const addKeptNames = (
  into: Set<string>,
  location: SeenLocation,
  names: FieldNames,
  around?: RecordsAround,
): void => {
  const { items, fields } = location;
  if (items === undefined && fields.size === 0) return;
  for (const name of keptNames(location, names, around)) into.add(name);
  const inner = location.differentRecords ?? around;
  if (items !== undefined) addKeptNames(into, items, names, inner);
  for (const field of fields.values()) addKeptNames(into, field, names, inner);
};

/** Hides every doubtful name at a location and below it, except those kept. */
export const hideNames = (location: SeenLocation, names: FieldNames, kept: ReadonlySet<string>): void => {
  const hidden = [...location.fields.keys()].filter(
    (name) => !kept.has(name) && names.isDoubtful(name) && !location.isDocumented(name),
  );
  if (hidden.length > 0) location.hide(hidden);
  if (location.items !== undefined) hideNames(location.items, names, kept);
  for (const field of location.fields.values()) hideNames(field, names, kept);
};
