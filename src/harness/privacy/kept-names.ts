import type { FieldNames } from "../model/field-names.ts";
import { isMask } from "./masked-names.ts";

/** What was seen at one location of bodies: how many objects, and under which names. */
export interface SeenLocation {
  /** How often anything was there. */
  readonly seen: number;
  readonly objects: number;
  /** How many different records there were, by their ids; undefined where they have none. */
  readonly differentRecords: number | undefined;
  readonly items: SeenLocation | undefined;
  readonly fields: ReadonlyMap<string, SeenLocation>;
  isDocumented(name: string): boolean;
  /** Puts `{name}` in place of these names. */
  hide(names: readonly string[]): void;
}

/** Of fewer different objects nobody can say what most of them have. */
const fewestObjects = 3;

/** How many different records are known of around a location, or undefined where none has an id. */
type RecordsAround = number | undefined;

const none: ReadonlySet<string> = new Set();

/**
 * Of the doubtful names at a location those that are schema and not data, so that they may be kept: they are in more
 * than half of the objects of at least three different records, and there are more names of fields than of such names.
 * A map that has people's names for its keys has other keys in each record, or hardly any but such. Where nothing
 * around has an id, it is not known whether the same thing came again, and none is kept.
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

/** Adds the names of that kind at a location and everywhere below it. */
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

/** Hides every doubtful name at a location and below it that is not among those kept. */
export const hideNames = (location: SeenLocation, names: FieldNames, kept: ReadonlySet<string>): void => {
  const hidden = [...location.fields.keys()].filter(
    (name) => !kept.has(name) && names.isDoubtful(name) && !location.isDocumented(name),
  );
  if (hidden.length > 0) location.hide(hidden);
  if (location.items !== undefined) hideNames(location.items, names, kept);
  for (const field of location.fields.values()) hideNames(field, names, kept);
};
