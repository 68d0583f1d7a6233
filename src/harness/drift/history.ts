import {
  type AnswerHistory,
  createHeaderHistory,
  type HeaderHistory,
  type ProbeHistory,
} from "./answer-history.ts";
import { fieldOf } from "./owner.ts";
import type { Documentation } from "./documentation.ts";
import { isMask } from "../privacy/masked-names.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { LocationHistory, RecordHistory } from "./location-history.ts";
import type { LocationEntry } from "./shape-entry.ts";
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
 * What the runs so far have shown of one target: the first run, and of later ones everything but what was reported as
 * drift and not accepted. Plain values; history-signals.ts compares a run with it, history-update.ts adds one.
 */
export interface History {
  /** By `locationKey`. */
  readonly locations: Map<string, LocationHistory>;
  /** By the `locationKey` of the location at which the records are. */
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

/** The same for a store with another key: which values texts take, its runs show again. */
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

/** No run has been added yet. */
export const isEmpty = ({ answers }: History): boolean => answers.size === 0;

/** Operations that earlier runs saw succeed and this one did not. */
export const notSampled = ({ operations }: History, run: SortedRun): readonly string[] =>
  [...operations.keys()].filter((one) => !run.operations.has(one)).toSorted();

/** What of a location varies with the data: it was there and not, or in several types or forms. */
const varyingAt = ({ parents, seen, types, forms }: LocationHistory): readonly string[] => [
  ...(seen > 0 && seen < parents ? ["presence"] : []),
  ...[...types.keys()].slice(1),
  ...[...forms.keys()].slice(1),
];

/**
 * How many features of the fields that were seen vary with the data. A field counts once, whichever operations show it,
 * as a change of it is reported once.
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
      const field = fieldOf({ interface: of, operation, status, pointer }, documentation);
      for (const feature of varyingAt(past)) found.add(`${field} ${feature}`);
    }
  return found.size;
};

/** The last run that asked an operation, or any of them for `*`; undefined where none is known. */
export const lastRunOf = ({ operations }: History, operation: string): RunMark | undefined => {
  if (operation !== "*") return operations.get(operation);
  return [...operations.values()].reduce<RunMark | undefined>(
    (latest, mark) => (latest === undefined || mark.run > latest.run ? mark : latest),
    undefined,
  );
};

/** Key of the records that an entry belongs to, where they have ids. */
export const recordKeyOf = (entry: LocationEntry): string | undefined =>
  entry.record === undefined ? undefined : locationKey({ ...entry, pointer: entry.record.pointer });

/** Whether a location stands for many names or items, so that its absence says nothing. */
const isAny = (pointer: string): boolean => pointer === "" || isMask(lastToken(pointer));

/** A location with its `locationKey`. */
export type KeyedLocation = readonly [key: string, entry: LocationEntry];

/** Locations of earlier runs that this run did not see, although it saw the objects around them. */
const absentIn = function* (history: History, run: SortedRun): Generator<KeyedLocation> {
  for (const key of history.locations.keys()) {
    if (run.locations.has(key)) continue;
    const parent = run.locations.get(parentPointer(key));
    if (parent === undefined) continue;
    const { pointer } = partsOfKey(key);
    if (!isAny(pointer)) for (const entry of absentBelow(run, parent, pointer)) yield [key, entry];
  }
};

/** Every location that a run says something of: those that it saw, then those that it did not see any more. */
export const locationsOf = (history: History, run: SortedRun): readonly KeyedLocation[] => [
  ...run.locations,
  ...absentIn(history, run),
];
