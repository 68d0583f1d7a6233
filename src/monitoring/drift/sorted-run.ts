import type { DocumentedLocation } from "../../core/model/documented-location.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { isGood, isTransient } from "../../core/model/exchange.ts";
import { byOperationAndStatus, ofInterface, type RunAnswers } from "./answer-history.ts";
import { maskedName } from "../../core/privacy/masked-names.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { AnswerEntry, LocationEntry, ProbeEntry } from "../../core/shapes/shape-entry.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";

/** What one run saw of one interface, indexed for comparison. */
export interface SortedRun {
  /** By `locationKey`. */
  readonly locations: ReadonlyMap<string, LocationEntry>;
  /** By operation and status. */
  readonly answers: ReadonlyMap<string, RunAnswers>;
  /** All answers together. */
  readonly whole: RunAnswers | undefined;
  readonly probes: readonly ProbeEntry[];
  /** Operations with a successful answer. */
  readonly operations: ReadonlySet<string>;
  readonly documentation: Documentation;
}

/** Identifies a location; pointers contain no line break. */
export const locationKey = ({
  operation,
  status,
  variant,
  pointer,
}: {
  readonly operation: string;
  readonly status: number;
  readonly variant: string;
  readonly pointer: string;
}): string => `${operation} ${status} ${variant}\n${pointer}`;

/** The parts of a `locationKey`; operation ids contain no space. */
export const partsOfKey = (
  key: string,
): {
  readonly group: string;
  readonly pointer: string;
  readonly operation: string;
  readonly status: number;
} => {
  const [group = "", pointer = ""] = key.split("\n");
  const [operation = "", status = ""] = group.split(" ");
  return { group, pointer, operation, status: Number(status) };
};

export const parentPointer = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

/** The last token of a pointer, still escaped. */
export const lastToken = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

/** Key of the names masked by a recorder, beside the location of `key`. */
export const maskedKey = (key: string): string => `${parentPointer(key)}/${maskedName}`;

/** Whether only privacy/kept-names.ts decides about a location's name. */
export const isDoubtfulLocation = (
  { documentation: { names } }: Pick<SortedRun, "documentation">,
  { pointer, documented }: Pick<LocationEntry, "pointer" | "documented">,
): boolean => documented === undefined && names.isDoubtful(lastToken(pointer));

/** An object with a masked name does not prove a field's absence: the masked name may be that field. */
const withoutMasked = (locations: Map<string, LocationEntry>, of: Pick<Shapes, "documentation">): void => {
  for (const [maskedAt, { seen: masked }] of locations) {
    if (!maskedAt.endsWith(`/${maskedName}`)) continue;
    const parent = parentPointer(maskedAt);
    for (const [key, entry] of locations)
      if (parentPointer(key) === parent && isDoubtfulLocation(of, entry))
        locations.set(key, { ...entry, parents: Math.max(entry.seen, entry.parents - masked) });
  }
};

/** @param except operations to leave out, as if never requested */
export const sortRun = (
  shapes: Shapes,
  name: InterfaceName,
  except: ReadonlySet<string> = new Set(),
): SortedRun => {
  const answers: AnswerEntry[] = [];
  const locations = new Map<string, LocationEntry>();
  const probes: ProbeEntry[] = [];
  for (const entry of shapes.entries()) {
    if (entry.interface !== name || except.has(entry.operation)) continue;
    if (entry.kind === "answer") answers.push(entry);
    else if (entry.kind === "probe") probes.push(entry);
    else if (!isTransient(entry.status)) locations.set(locationKey(entry), entry);
  }
  withoutMasked(locations, shapes);
  const lasting = answers.filter(({ status }) => !isTransient(status));
  const good = lasting.filter(({ status }) => isGood(status));
  return {
    locations,
    answers: byOperationAndStatus(lasting),
    whole: ofInterface(lasting),
    probes,
    operations: new Set(good.map(({ operation }) => operation)),
    documentation: shapes.documentation,
  };
};

const absentEntry = (
  parent: LocationEntry,
  parents: number,
  pointer: string,
  documented: DocumentedLocation | undefined,
): LocationEntry => ({
  ...parent,
  pointer,
  parents,
  seen: 0,
  types: {},
  textForms: {},
  lengths: new Map(),
  sizes: new Map(),
  numbers: new Map(),
  values: new Map(),
  otherValues: 0,
  isAny: false,
  documented,
  parent: parent.documented,
});

/** The entry of a missing location whose possible parents were seen in this run. */
export const absentBelow = function* (
  run: SortedRun,
  parent: LocationEntry,
  pointer: string,
): Generator<LocationEntry> {
  const documented = run.documentation.at(parent.operation, parent.status, pointer);
  const masked = isDoubtfulLocation(run, { pointer, documented })
    ? (run.locations.get(maskedKey(locationKey({ ...parent, pointer })))?.seen ?? 0)
    : 0;
  const parents = (parent.types.object ?? 0) - masked;
  if (parents > 0) yield absentEntry(parent, parents, pointer, documented);
};
