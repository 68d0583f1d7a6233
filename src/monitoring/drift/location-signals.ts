import type { Share } from "../../core/model/drift.ts";
import type { Impact } from "../../core/model/impact.ts";
import { chanceOfAtLeast, samplesForAbsence } from "./chance.ts";
import { isRemarkable, type Nature } from "./confidence.ts";
import type { DocumentedLocation } from "../../core/model/documented-location.ts";
import { kindsOfDrift } from "./kinds.ts";
import { isBelowHiddenName, isHiddenName } from "../../core/privacy/masked-names.ts";
import {
  distinctShare,
  otherValue,
  pastOfType,
  type LocationHistory,
  type RecordHistory,
  textCount,
  typedCount,
} from "./location-history.ts";
import { type JsonType, jsonTypes, type LocationEntry } from "../../core/shapes/shape-entry.ts";
import { distinctCount } from "../../core/shapes/cardinality-sketch.ts";
import type { SampledRecords } from "./sampled-records.ts";
import type { KnownChanges, Signal } from "./signal.ts";
import type { Feature, Subject } from "./subject.ts";
import { type TextClass, textClasses } from "../../core/shapes/text-class.ts";

/** A run at a location, and its past. */
export interface LocationComparison {
  readonly entry: LocationEntry;
  /** Undefined if nothing was ever there. */
  readonly past: LocationHistory | undefined;
  readonly records: RecordHistory | undefined;
  /** The past of the same location in answers with details, if this one has none, or the reverse. */
  other(): LocationHistory | undefined;
  /** How many objects that could have held it were seen before, different ones and in all. */
  parentsBefore(): { readonly different: number; readonly all: number };
  /** Whether it may have been masked before, or reported by name and is masked now. */
  mayBeKnown(): boolean;
  readonly known: KnownChanges;
}

type Sketch = Omit<Signal, "subject" | "variant" | "documented"> & { readonly feature: Feature };

const subjectOf = ({ entry }: LocationComparison, feature: Feature): Subject => ({
  interface: entry.interface,
  operation: entry.operation,
  status: entry.status,
  pointer: entry.pointer,
  ...feature,
});

const statedTypes = (documented: DocumentedLocation | undefined): string | undefined =>
  documented?.types === undefined ? undefined : documented.types.join(" or ");

const documentedOf = ({ entry }: LocationComparison): string | undefined => {
  const stated = statedTypes(entry.documented);
  if (entry.documented === undefined || stated === undefined) return undefined;
  const { format } = entry.documented;
  return format === undefined ? stated : `${stated} (${format})`;
};

const allows = (documented: DocumentedLocation | undefined, type: JsonType): boolean =>
  documented?.types?.includes(type) === true ||
  (type === "integer" && documented?.types?.includes("number") === true);

/** Whether the OpenAPI documents require the field. */
const isRequired = ({ entry }: LocationComparison): boolean =>
  entry.parent?.required?.includes(entry.pointer.slice(entry.pointer.lastIndexOf("/") + 1)) === true;

const wasNoticed = (comparison: LocationComparison, feature: Feature): boolean =>
  comparison.known.has(subjectOf(comparison, feature));

/** If records repeat more often than this ratio, they are parts of others: one donor of many gifts. */
const clustered = 1.25;

/**
 * Samples of the data, each record once. For records that are parts of others, all sights may be of the most frequent
 * one.
 */
const onceEach = ({ entry: { record } }: LocationComparison, current: Share): Share => {
  if (record === undefined || current.count === 0) return current;
  const different = distinctCount(record.sketch);
  if (record.objects <= clustered * different) return current;
  const again = record.objects - different;
  return { count: Math.max(1, current.count - again), of: Math.max(1, current.of - again) };
};

/**
 * The records of this run and of earlier ones. Repeated parts of one record count once, because they tend to look
 * alike.
 */
const sampledAt = (comparison: LocationComparison, past: Share, current: Share): SampledRecords => {
  const { records } = comparison;
  const { record, parents } = comparison.entry;
  const different =
    comparison.past === undefined
      ? comparison.parentsBefore().different
      : Math.round(past.of * distinctShare(comparison.past, records));
  const most = record === undefined ? parents : distinctCount(record.sketch);
  const isClustered = record !== undefined && record.objects > clustered * most;
  return {
    ...(record === undefined
      ? { objects: parents, most }
      : {
          sketch: record.sketch,
          objects: isClustered ? Math.max(most, current.of) : Math.max(record.objects, current.of),
          most,
        }),
    before:
      records === undefined
        ? { different }
        : { sketch: records.sketch, different: Math.min(different, distinctCount(records.sketch)) },
  };
};

const listOf = (names: readonly string[]): string => names.join(" or ");

/** In one order, whichever was seen first: the text is a part of a problem's identity. */
const listTypes = (isThere: (type: JsonType) => boolean): string =>
  listOf([...jsonTypes.slice(1), jsonTypes[0]].filter(isThere));

const pastTypes = ({ types }: LocationHistory): string => listTypes((type) => (types.get(type) ?? 0) > 0);

/** Errors show what was wrong, and some documented fields exist only then, so presence depends on data. */
const natureOfPresence = ({ entry }: LocationComparison): Nature =>
  entry.status >= 400 ? "data" : "structural";

const added = (comparison: LocationComparison): Sketch | undefined => {
  const { entry, past } = comparison;
  const feature = { kind: "field-added" } as const;
  const isHidden = isHiddenName(entry.pointer);
  // Selected columns decide which fields are present.
  if ((entry.isAny && !isHidden) || entry.variant.includes("columns")) return undefined;
  if (past !== undefined && past.seen > 0 && !wasNoticed(comparison, feature)) return undefined;
  const parentsBefore = comparison.parentsBefore();
  if ((parentsBefore.all === 0 || comparison.mayBeKnown()) && !wasNoticed(comparison, feature))
    return undefined;
  // Several names may be under the mask.
  const current: Share = { count: Math.min(entry.seen, entry.parents), of: entry.parents };
  const isOptional = entry.seen < entry.parents || natureOfPresence(comparison) === "data";
  return {
    feature,
    nature: isOptional ? "data" : "structural",
    impact: "additive",
    past: { count: 0, of: parentsBefore.all },
    current,
    before: "absent",
    now: listTypes((type) => (entry.types[type] ?? 0) > 0),
  };
};

/** Such a growth of the share of absences is reported even if there were some before. */
const growsMuch = (before: Share, now: Share): boolean =>
  before.count <= before.of / 2 && now.count >= 0.9 * now.of;

const veryUnlikely = 1e-6;

/** Absences before and in this run; undefined if absence says nothing. */
const absences = (comparison: LocationComparison): { before: Share; current: Share } | undefined => {
  const { entry, past } = comparison;
  // Selected columns decide which fields are absent.
  if (entry.isAny || past === undefined || past.seen === 0 || entry.variant.includes("columns"))
    return undefined;
  const count = past.parents - past.seen;
  return {
    before: { count, of: past.parents },
    current: { count: entry.parents - entry.seen, of: entry.parents },
  };
};

/** Whether absence is new, or has grown too much for chance. */
const isInformative = (before: Share, current: Share): boolean =>
  before.count === 0 || (growsMuch(before, current) && chanceOfAtLeast(before, current) <= veryUnlikely);

const removed = (comparison: LocationComparison): Sketch | undefined => {
  const feature = { kind: "field-removed" } as const;
  const nature = natureOfPresence(comparison);
  const found = absences(comparison);
  if (found === undefined) return undefined;
  const { before, current } = found;
  // If it is known to be absent in some records, a few more are no news.
  const isPartly = wasNoticed(comparison, { kind: "presence-dropped" });
  const isGone = comparison.entry.seen === 0 && current.of >= (isPartly ? samplesForAbsence : 1);
  if (!(isGone && isInformative(before, current)) && !wasNoticed(comparison, feature)) return undefined;
  return {
    feature,
    nature,
    impact: "breaking",
    past: before,
    current: isGone ? current : { count: 0, of: current.of },
    ...(before.count === 0 ? {} : { chance: chanceOfAtLeast(before, current) }),
    before: before.count === 0 ? "always there" : "there in some records",
    now: "absent",
  };
};

const dropped = (comparison: LocationComparison): Sketch | undefined => {
  const feature = { kind: "presence-dropped" } as const;
  const found = absences(comparison);
  if (found === undefined) return undefined;
  const { before, current } = found;
  const isPartly = comparison.entry.seen > 0 && current.count > 0;
  if (!(isPartly && isInformative(before, current)) && !wasNoticed(comparison, feature)) return undefined;
  return {
    feature,
    nature: "data",
    impact: impactOfAbsence(comparison, before.count === 0),
    past: before,
    current,
    ...(before.count === 0 ? {} : { chance: chanceOfAtLeast(before, current) }),
    before: before.count === 0 ? "always there" : "there in some records",
    now: "absent in some records",
  };
};

const impactOfAbsence = (comparison: LocationComparison, wasAlways: boolean): Impact =>
  isRequired(comparison) || (wasAlways && comparison.entry.documented === undefined)
    ? "breaking"
    : "informational";

/** Fractions among whole numbers, and texts after nothing but nulls, come with the data. */
const natureOfType = (comparison: LocationComparison, past: LocationHistory, type: JsonType): Nature => {
  const { documented } = comparison.entry;
  if (allows(documented, type)) return "data";
  const onlyNulls = [...past.types].every(([known, count]) => known === "null" || count === 0);
  const isFraction = type === "number" && (past.types.get("integer") ?? 0) > 0 && documented === undefined;
  return onlyNulls || isFraction ? "data" : "structural";
};

const impactOfType = (comparison: LocationComparison, past: LocationHistory, type: JsonType): Impact => {
  const { documented } = comparison.entry;
  if (allows(documented, type)) return "informational";
  if (type === "null" || documented?.types !== undefined) return "breaking";
  return natureOfType(comparison, past, type) === "data" ? "informational" : "breaking";
};

const featureOfType = (type: JsonType): Feature =>
  type === "null" ? { kind: "null-appeared" } : { kind: "type-changed", type };

const typed = function* (comparison: LocationComparison): Generator<Sketch> {
  const { entry, past } = comparison;
  if (past === undefined || typedCount(past) === 0) return;
  for (const type of jsonTypes) {
    const feature = featureOfType(type);
    const isFirst = (entry.types[type] ?? 0) > 0 && pastOfType(past, type) === 0;
    if (!isFirst && !wasNoticed(comparison, feature)) continue;
    const nature = type === "null" ? "data" : natureOfType(comparison, past, type);
    yield {
      feature,
      nature,
      impact: impactOfType(comparison, past, type),
      past: { count: 0, of: typedCount(past) },
      current: { count: entry.types[type] ?? 0, of: entry.seen },
      before: pastTypes(past),
      now: type,
    };
  }
};

/** The only structured form of all nonempty texts so far; undefined if there were several or none. */
const soleForm = (past: LocationHistory): TextClass | undefined => {
  const forms = [...past.forms]
    .filter(([form, count]) => form !== "empty" && count > 0)
    .map(([form]) => form);
  const [only] = forms;
  return forms.length === 1 && only !== "text" ? only : undefined;
};

const formed = function* (comparison: LocationComparison): Generator<Sketch> {
  const { entry, past } = comparison;
  if (past === undefined) return;
  const sole = soleForm(past);
  const texts = entry.types.string ?? 0;
  for (const form of textClasses) {
    const feature = { kind: "format-changed", text: form } as const;
    const count = entry.textForms[form] ?? 0;
    const isFirst = sole !== undefined && count > 0 && (past.forms.get(form) ?? 0) === 0;
    if (!isFirst && !wasNoticed(comparison, feature)) continue;
    yield {
      feature,
      nature: count === texts && form !== "empty" ? "structural" : "data",
      impact: "breaking",
      past: { count: 0, of: textCount(past) },
      current: { count, of: texts },
      before: sole ?? "other texts",
      now: form,
    };
  }
};

const valueTotal = (values: ReadonlyMap<unknown, number>, others: number): number =>
  [...values.values()].reduce((sum, count) => sum + count, others);

const valued = function* (comparison: LocationComparison): Generator<Sketch> {
  const { entry, past } = comparison;
  const listed = entry.documented?.values;
  if (past === undefined || listed === undefined) return;
  const total = valueTotal(past.values, past.otherValues);
  const of = valueTotal(entry.values, entry.otherValues);
  if (total === 0) return;
  const isClosed = entry.documented?.closed === true;
  const known = [...past.values].filter(([, count]) => count > 0).map(([value]) => String(value));
  const candidates = [
    ...(isClosed ? [] : listed).map((value) => ({
      value: String(value),
      count: entry.values.get(value) ?? 0,
      before: past.values.get(value) ?? 0,
      impact: "informational" as const,
    })),
    {
      value: otherValue,
      count: entry.otherValues,
      before: past.otherValues,
      impact: isClosed ? ("breaking" as const) : ("additive" as const),
    },
  ];
  for (const { value, count, before, impact } of candidates) {
    const feature = { kind: "value-added", value } as const;
    const isFirst = count > 0 && before === 0;
    if (!isFirst && !wasNoticed(comparison, feature)) continue;
    yield {
      feature,
      nature: "data",
      impact,
      past: { count: 0, of: total },
      current: { count, of },
      before: known.length === 0 ? otherValue : listOf(known),
      now: value,
    };
  }
};

/** Fewer new values, or a smaller share of the texts, are just one more value in the data. */
const fewestFresh = 8;
const leastFresh = 0.25;

/** Texts count as having few values if each occurs in this many different records. */
const recordsOfValue = 10;

/** New values of undocumented texts that had few values so far, by digest. */
const digested = (comparison: LocationComparison): Sketch | undefined => {
  const { entry, past, records } = comparison;
  if (past === undefined || entry.documented?.values !== undefined) return undefined;
  const total = valueTotal(past.values, 0);
  const of = valueTotal(entry.values, 0);
  if (total === 0 || of === 0 || past.otherValues + entry.otherValues > 0) return undefined;
  const feature = { kind: "value-added", value: otherValue } as const;
  const fresh = new Map([...entry.values].filter(([digest]) => !past.values.has(digest)));
  const count = valueTotal(fresh, 0);
  const takesFew = total * distinctShare(past, records) >= recordsOfValue * past.values.size;
  const isFirst = takesFew && count >= Math.max(fewestFresh, leastFresh * of);
  if (!isFirst && !wasNoticed(comparison, feature)) return undefined;
  return {
    feature,
    nature: "data",
    impact: "additive",
    past: { count: 0, of: total },
    current: { count, of },
    before: past.values.size === 1 ? "one value" : `one of ${past.values.size} values`,
    now: otherValue,
  };
};

/** Fewer sights may all belong to the same change. */
const wellKnown = 5;

/**
 * Whether data has shown it as often in answers without these details, or with them. What all records show depends on
 * the details, not on the data.
 */
const isUsual = (comparison: LocationComparison, sketch: Sketch): boolean => {
  if (sketch.nature !== "data" || wasNoticed(comparison, sketch.feature)) return false;
  const other = comparison.other();
  const share = other && kindsOfDrift[sketch.feature.kind].shareAt?.(other, sketch.feature);
  return (
    share !== undefined &&
    share.count >= wellKnown &&
    share.count < share.of &&
    !isRemarkable("data", chanceOfAtLeast(share, sketch.current))
  );
};

/** Filters select records by content: if the data decides, another filter shows something else. */
const isOfSomeOnly = ({ entry }: LocationComparison, { nature }: Sketch): boolean =>
  nature === "data" && entry.variant.includes("filter");

/** Whether a location shows nothing new, so that there can be no signal except for earlier changes. */
export const isAsBefore = (entry: LocationEntry, past: LocationHistory): boolean => {
  if (past.seen === 0 || entry.seen < entry.parents) return false;
  for (const type of jsonTypes)
    if ((entry.types[type] ?? 0) > 0 && pastOfType(past, type) === 0) return false;
  for (const form of textClasses)
    if ((entry.textForms[form] ?? 0) > 0 && (past.forms.get(form) ?? 0) === 0) return false;
  if (entry.otherValues > 0 && past.otherValues === 0) return false;
  const isVaried = entry.documented?.values === undefined && past.otherValues > 0;
  for (const [value, count] of isVaried ? [] : entry.values)
    if (count > 0 && (past.values.get(value) ?? 0) === 0) return false;
  return true;
};

/** Everything that a run shows at a location and its past did not. */
export const locationSignals = function* (comparison: LocationComparison): Generator<Signal> {
  const documented = documentedOf(comparison);
  // The mask may cover another field in every run.
  const isMixture = isBelowHiddenName(comparison.entry.pointer);
  const sketches = isMixture
    ? [added(comparison)]
    : [
        added(comparison),
        removed(comparison),
        dropped(comparison),
        ...typed(comparison),
        ...formed(comparison),
        ...valued(comparison),
        digested(comparison),
      ];
  for (const sketch of sketches) {
    if (sketch === undefined || isOfSomeOnly(comparison, sketch) || isUsual(comparison, sketch)) continue;
    const current = sketch.nature === "data" ? onceEach(comparison, sketch.current) : sketch.current;
    const { feature, ...evidence } = sketch;
    yield {
      ...evidence,
      current,
      subject: subjectOf(comparison, feature),
      variant: comparison.entry.variant,
      records: sampledAt(comparison, sketch.past, current),
      ...(documented === undefined ? {} : { documented }),
    };
  }
};
