import { tokensOf } from "../../core/formats/json-pointer.ts";
import type { FieldHistory, FieldRun } from "../../core/model/drift.ts";
import { anyName, isMask } from "../../core/privacy/masked-names.ts";
import { jsonTypes, type LocationEntry } from "../../core/shapes/shape-entry.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";
import { parentPointer } from "./sorted-run.ts";
import type { RunMark } from "./stored-run.ts";

/** A field of the answers of an operation. */
export type FieldLocation = Pick<FieldHistory, "operation" | "status" | "pointer">;

/** Selected fields. */
export interface WantedFields {
  readonly operations: ReadonlySet<string>;
  /** Which of their fields. */
  isWanted(location: FieldLocation): boolean;
}

/** What a sampled run saw. */
export interface SeenRun {
  readonly mark: RunMark;
  readonly shapes: Shapes;
}

interface Tally extends FieldLocation {
  parents: number;
  seen: number;
  readonly types: Map<string, number>;
}

/** Names contain no line break. */
const keyOf = ({ operation, status, pointer }: FieldLocation): string => `${operation} ${status}\n${pointer}`;

/** If columns were selected, absent fields were not requested. */
const isWhole = ({ variant }: LocationEntry): boolean => !variant.includes("columns");

const add = (tallies: Map<string, Tally>, entry: LocationEntry): void => {
  const { operation, status, pointer } = entry;
  const key = keyOf(entry);
  const tally = tallies.get(key) ?? { operation, status, pointer, parents: 0, seen: 0, types: new Map() };
  tallies.set(key, tally);
  tally.parents += entry.parents;
  tally.seen += entry.seen;
  for (const type of jsonTypes) {
    const count = entry.types[type] ?? 0;
    if (count > 0) tally.types.set(type, (tally.types.get(type) ?? 0) + count);
  }
};

/** Excludes wildcards for items and names. */
const isField = ({ pointer }: FieldLocation): boolean =>
  pointer !== "" && !isMask(pointer.slice(pointer.lastIndexOf("/") + 1));

const runOf = (
  tallies: ReadonlyMap<string, Tally>,
  location: FieldLocation,
  mark: RunMark,
): readonly FieldRun[] => {
  const about = { night: mark.run, startedAt: mark.startedAt };
  const tally = tallies.get(keyOf(location));
  if (tally !== undefined) {
    const { parents, seen, types } = tally;
    return [{ ...about, parents: Math.max(parents, seen), seen, types: Object.fromEntries(types) }];
  }
  // If no object had it, the objects say how many there were.
  const around = tallies.get(keyOf({ ...location, pointer: parentPointer(location.pointer) }));
  const parents = around?.types.get("object") ?? 0;
  return parents === 0 ? [] : [{ ...about, parents, seen: 0, types: {} }];
};

const locationOf = ({ operation, status, pointer, documented }: LocationEntry) => ({
  operation,
  status,
  pointer,
  ...(documented?.types === undefined ? {} : { documented: documented.types.join(" or ") }),
});

/** Each field in every run that saw objects which could have held it, ordered by first sight. */
export const fieldHistories = (
  runs: Iterable<SeenRun>,
  { operations, isWanted }: WantedFields,
): readonly FieldHistory[] => {
  const seen: { readonly mark: RunMark; readonly tallies: ReadonlyMap<string, Tally> }[] = [];
  const locations = new Map<string, FieldLocation & Pick<FieldHistory, "documented">>();
  for (const { mark, shapes } of runs) {
    const tallies = new Map<string, Tally>();
    for (const entry of shapes.entries())
      if (entry.kind === "location" && operations.has(entry.operation) && isWhole(entry)) {
        add(tallies, entry);
        const key = keyOf(entry);
        if (!locations.has(key) && isField(entry) && isWanted(entry)) locations.set(key, locationOf(entry));
      }
    seen.push({ mark, tallies });
  }
  return [...locations.values()].map((location) => ({
    ...location,
    nights: seen.flatMap(({ mark, tallies }) => runOf(tallies, location, mark)),
  }));
};

const namesIn = (pointer: string): readonly string[] =>
  tokensOf(pointer).filter((token) => token !== anyName);

/** Whether a field matches a user's name for it: `lastGiftDate`, `donor.email`, or `/items/*\/donor/email`. */
export const isCalled = ({ pointer }: FieldLocation, name: string): boolean => {
  if (name.startsWith("/")) return pointer === name;
  const wanted = name.split(".");
  return namesIn(pointer).slice(-wanted.length).join(".") === name;
};

/** The names a field matches: its own, those with parents, its pointer. */
export const callsOf = ({ pointer }: FieldLocation): readonly string[] => {
  const names = namesIn(pointer);
  return [...names.map((_, at) => names.slice(at).join(".")).toReversed(), pointer];
};
