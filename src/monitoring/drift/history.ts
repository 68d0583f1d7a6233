import {
  type AnswerHistory,
  createHeaderHistory,
  type HeaderHistory,
  type ProbeHistory,
} from "./answer-history.ts";
import { fieldKey } from "./owner.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { isMask } from "../../core/privacy/masked-names.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { LocationHistory, RecordHistory } from "./location-history.ts";
import type { LocationEntry } from "../../core/shapes/shape-entry.ts";
import type { RunMark } from "./stored-run.ts";
import {
  absentBelow,
  lastToken,
  locationKey,
  parentPointer,
  partsOfKey,
  type SortedRun,
} from "./sorted-run.ts";

/**
 * What the runs so far have shown of one target: the first run, and everything in later ones except unaccepted drift.
 * Plain values; history-signals.ts compares a run with it, history-update.ts adds one.
 */
export interface History {
  /** By `locationKey`. */
  readonly locations: Map<string, LocationHistory>;
  /** By the `locationKey` of the records' location. */
  readonly records: Map<string, RecordHistory>;
  /** By operation and status. */
  readonly answers: Map<string, AnswerHistory>;
  readonly whole: HeaderHistory;
  readonly probes: ProbeHistory;
  /** Operations with a successful answer, and the last run that had one. */
  readonly operations: Map<string, RunMark>;
}

export const emptyHistory = (): History => ({
  locations: new Map(),
  records: new Map(),
  answers: new Map(),
  whole: createHeaderHistory(),
  probes: new Map(),
  operations: new Map(),
});

/** The same for a store with another key, whose runs have to show the values of texts again. */
export const withoutDigests = (history: History, documentation: Documentation): History => ({
  ...history,
  locations: new Map(
    [...history.locations].map(([key, past]) => {
      const { operation, status, pointer } = partsOfKey(key);
      const isListed = documentation.at(operation, status, pointer)?.values !== undefined;
      return [key, isListed ? past : { ...past, values: new Map(), otherValues: 0 }];
    }),
  ),
});

/** Whether no run has been added yet. */
export const isEmpty = ({ answers }: History): boolean => answers.size === 0;

/** Operations that succeeded in earlier runs and not in this one. */
export const notSampled = ({ operations }: History, run: SortedRun): readonly string[] =>
  [...operations.keys()].filter((one) => !run.operations.has(one)).toSorted();

/** Features of a location that vary with the data: presence, or several types or forms. */
const varyingAt = ({ parents, seen, types, forms }: LocationHistory): readonly string[] => [
  ...(seen > 0 && seen < parents ? ["presence"] : []),
  ...[...types.keys()].slice(1),
  ...[...forms.keys()].slice(1),
];

/**
 * How many features of the known fields vary with the data. A field counts once for all operations, because its changes
 * are reported once.
 */
export const varyingFeatures = (
  { locations }: History,
  of: InterfaceName,
  documentation: Documentation,
): number => {
  const found = new Set<string>();
  for (const [key, past] of locations)
    if (past.types.size > 1 || past.forms.size > 1 || past.seen < past.parents) {
      const { operation, status, pointer } = partsOfKey(key);
      const field = fieldKey({ interface: of, operation, status, pointer }, documentation);
      for (const feature of varyingAt(past)) found.add(`${field} ${feature}`);
    }
  return found.size;
};

/** The last run that requested an operation, or any for `*`; undefined if unknown. */
export const lastRunOf = ({ operations }: History, operation: string): RunMark | undefined => {
  if (operation !== "*") return operations.get(operation);
  return [...operations.values()].reduce<RunMark | undefined>(
    (latest, mark) => (latest === undefined || mark.run > latest.run ? mark : latest),
    undefined,
  );
};

/** Key of the records that an entry belongs to, if they have ids. */
export const recordKeyOf = (entry: LocationEntry): string | undefined =>
  entry.record === undefined ? undefined : locationKey({ ...entry, pointer: entry.record.pointer });

/** Whether a location covers many names or items, so that its absence says nothing. */
const isAny = (pointer: string): boolean => pointer === "" || isMask(lastToken(pointer));

/** A location with its `locationKey`. */
export type KeyedLocation = readonly [key: string, entry: LocationEntry];

/** Locations of earlier runs that are missing in this run although it saw the objects around them. */
const absentIn = function* (history: History, run: SortedRun): Generator<KeyedLocation> {
  for (const key of history.locations.keys()) {
    if (run.locations.has(key)) continue;
    const parent = run.locations.get(parentPointer(key));
    if (parent === undefined) continue;
    const { pointer } = partsOfKey(key);
    if (!isAny(pointer)) for (const entry of absentBelow(run, parent, pointer)) yield [key, entry];
  }
};

/** Every location that a run gives evidence on: first those it saw, then those that are missing. */
export const locationsOf = (history: History, run: SortedRun): readonly KeyedLocation[] => [
  ...run.locations,
  ...absentIn(history, run),
];
