import { childPointer } from "../formats/json-pointer.ts";
import type { AnswerCounts, NameCounts } from "./answer-counts.ts";
import { distinctCount } from "./cardinality-sketch.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import { bodyForms } from "./error-form.ts";
import { anyName, isMask } from "../privacy/masked-names.ts";
import type { LocationCounts } from "./location-counts.ts";
import { jsonTypes, type LocationEntry, type ShapeEntry } from "./shape-entry.ts";
import type { AnswerGroup, ProbeGroup, Shapes } from "./shapes.ts";
import { textClasses } from "./text-class.ts";

/** The nonzero counters by name. */
const named = <Name extends string>(
  names: readonly Name[],
  counts: readonly number[] | undefined,
): Partial<Record<Name, number>> => {
  const found: Partial<Record<Name, number>> = {};
  if (counts === undefined) return found;
  for (let at = 0; at < counts.length; at += 1) {
    const name = names[at];
    const count = counts[at] ?? 0;
    if (count > 0 && name !== undefined) found[name] = count;
  }
  return found;
};

const noCounts: ReadonlyMap<never, number> = new Map<never, number>();

const byIndex = (counts: readonly number[] | undefined): ReadonlyMap<number, number> => {
  if (counts === undefined) return noCounts;
  const found = new Map<number, number>();
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at] ?? 0;
    if (count > 0) found.set(at, count);
  }
  return found;
};

const typeCounts = (node: LocationCounts): readonly number[] => [
  node.nulls,
  node.booleans,
  node.integers,
  node.fractions,
  node.texts,
  node.arrays,
  node.objects,
];

interface Position {
  readonly node: LocationCounts;
  readonly pointer: string;
  readonly parents: number;
  /** The records around it. */
  readonly around: (NonNullable<LocationEntry["record"]> & { readonly records: number }) | undefined;
  readonly isAny: boolean;
  readonly parent: DocumentedLocation | undefined;
}

const locationEntry = (group: AnswerGroup, position: Position): LocationEntry => {
  const { node, around } = position;
  return {
    kind: "location",
    interface: group.interface,
    operation: group.operation,
    status: group.status,
    variant: group.variant,
    pointer: position.pointer,
    parents: position.parents,
    seen: node.seen,
    types: named(jsonTypes, typeCounts(node)),
    textForms: named(textClasses, node.textForms),
    lengths: byIndex(node.lengths),
    sizes: byIndex(node.sizes),
    numbers: byIndex(node.numbers),
    values: node.keptValues ?? noCounts,
    otherValues: node.otherValues,
    records: around?.records,
    record: around,
    isAny: position.isAny,
    documented: node.documented,
    parent: position.parent,
  };
};

const aroundOf = ({ node, around, pointer }: Position): Position["around"] =>
  node.records === undefined
    ? around
    : { records: distinctCount(node.records), objects: node.objects, pointer, sketch: node.records };

/** Appends to a list, because nested generators are slow for so many locations. */
const addLocations = (into: LocationEntry[], group: AnswerGroup, position: Position): void => {
  into.push(locationEntry(group, position));
  const { node, pointer } = position;
  const around = aroundOf(position);
  if (node.items !== undefined)
    addLocations(into, group, {
      node: node.items,
      pointer: childPointer(pointer, anyName),
      parents: node.items.seen,
      around,
      isAny: true,
      parent: undefined,
    });
  for (const [name, inner] of node.fields)
    addLocations(into, group, {
      node: inner,
      pointer: childPointer(pointer, name),
      parents: node.objects,
      around,
      isAny: isMask(name),
      parent: node.documented,
    });
};

const answerEntry = (group: AnswerGroup, counts: AnswerCounts): ShapeEntry => ({
  kind: "answer",
  interface: group.interface,
  operation: group.operation,
  status: group.status,
  variant: group.variant,
  answers: counts.answers,
  headers: counts.headers.counts,
  rates: counts.rates.counts,
  forms: named(bodyForms, counts.forms),
  latencies: byIndex(counts.latencies),
});

const statusesByProbe = (counts: NameCounts): ReadonlyMap<string, Map<number, number>> => {
  const found = new Map<string, Map<number, number>>();
  if (counts.folded) return found;
  for (const [name, count] of counts.counts) {
    const at = name.lastIndexOf(" ");
    const probe = name.slice(0, at);
    const statuses = found.get(probe) ?? new Map<number, number>();
    found.set(probe, statuses.set(Number(name.slice(at + 1)), count));
  }
  return found;
};

const probeEntries = function* (group: ProbeGroup): Generator<ShapeEntry> {
  for (const [probe, statuses] of statusesByProbe(group.counts))
    yield { kind: "probe", interface: group.interface, operation: group.operation, probe, statuses };
};

/** All contents of shapes, flattened. */
export const shapeEntries = function* (shapes: Pick<Shapes, "groups" | "probes">): Generator<ShapeEntry> {
  for (const group of shapes.groups.values()) {
    const { counts } = group;
    yield answerEntry(group, counts);
    const { body } = counts;
    const root = { node: body, pointer: "", parents: body.seen, around: undefined, parent: undefined };
    const locations: LocationEntry[] = [];
    if (body.seen > 0) addLocations(locations, group, { ...root, isAny: true });
    yield* locations;
  }
  for (const group of shapes.probes.values()) yield* probeEntries(group);
};
