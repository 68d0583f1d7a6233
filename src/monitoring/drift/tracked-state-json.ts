import type { Acceptance } from "../../core/model/drift.ts";
import { unchecked, aList, listOfLength, misfitOf, anObject, aText } from "../../core/source/rules.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { AnswerHistory, HeaderHistory } from "./answer-history.ts";
import type { CardinalitySketch } from "../../core/shapes/cardinality-sketch.ts";
import type { SampledRecords } from "./sampled-records.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import type { History } from "./history.ts";
import type { LocationHistory, RecordHistory } from "./location-history.ts";
import { pack, unpackStored } from "./packed.ts";
import type { RunMark } from "./stored-run.ts";
import { detailOf, featureFrom, type Place, type Subject } from "./subject.ts";
import type { TrackedState } from "./tracked-target.ts";

/** Form 2 adds when each operation was last requested, which is unknown in form 1. */
const withRunsOfOperations = (json: unknown): unknown => {
  if (!isObject(json) || !isObject(json["history"])) return json;
  const { operations } = json["history"];
  if (!Array.isArray(operations)) return json;
  const unknownRun = { run: 0, startedAt: "" } satisfies RunMark;
  return {
    ...json,
    history: { ...json["history"], operations: operations.map((operation) => [operation, unknownRun]) },
  };
};

/**
 * Migrations of the stored form: the first converts form 1 to form 2, and so on. To change the form, change the types
 * below and append a migration; never change a released one.
 */
const migrations: readonly ((json: unknown) => unknown)[] = [withRunsOfOperations];

/** The number of the present form. */
export const stateForm = migrations.length + 1;

type Entries<Key, Value> = readonly (readonly [Key, Value])[];

type EntriesOf<Counts> = Counts extends ReadonlyMap<infer Key, infer Value> ? Entries<Key, Value> : never;

/** One location; keys are short because there are many. Empty parts are left out. */
interface LocationJson {
  /** Parents, how often it was seen, the most parents in one run. */
  readonly n: readonly [parents: number, seen: number, mostParents: number];
  readonly t?: EntriesOf<LocationHistory["types"]>;
  readonly f?: EntriesOf<LocationHistory["forms"]>;
  readonly v?: EntriesOf<LocationHistory["values"]>;
  readonly o?: number;
  readonly r?: string;
}

interface HeaderJson {
  readonly answers: number;
  readonly headers: Entries<string, number>;
  readonly rates: Entries<string, number>;
}

interface AnswerJson {
  readonly answers: number;
  readonly forms: EntriesOf<AnswerHistory["forms"]>;
  readonly latencies: Entries<number, number>;
}

interface HistoryJson {
  readonly locations: Entries<string, LocationJson>;
  /** Sketch in base64, and how many times any record was seen. */
  readonly records: Entries<string, readonly [sketch: string, objects: number]>;
  readonly answers: Entries<string, AnswerJson>;
  readonly whole: HeaderJson;
  readonly probes: Entries<string, Entries<number, number>>;
  readonly operations: Entries<string, RunMark>;
}

/** Sketches in base64. */
type RecordsJson = Omit<SampledRecords, "sketch" | "before"> & {
  readonly sketch?: string;
  readonly before: { readonly different: number; readonly sketch?: string };
};

/** The new state as text. */
type SubjectJson = Place & { readonly kind: Subject["kind"]; readonly detail: string };

type ChangeJson = Omit<ChangeCandidate, "subject" | "variants" | "documented" | "reported" | "records"> &
  Partial<Pick<ChangeCandidate, "documented" | "reported">> & {
    readonly subject: SubjectJson;
    readonly variants: readonly string[];
    /** Absent in states of earlier versions, which assumed a different record for every sample. */
    readonly records?: RecordsJson;
  };

/** The state of a target as JSON. The positions of the last run and acceptance are stored beside it. */
export interface TrackedStateJson {
  readonly history: HistoryJson;
  readonly changes: readonly ChangeJson[];
  readonly fields: readonly string[];
  /** Accepted groups; absent if there are none. */
  readonly acceptedGroups?: Entries<string, Acceptance>;
}

const locationJson = (past: LocationHistory): LocationJson => ({
  n: [past.parents, past.seen, past.mostParents],
  ...(past.types.size === 0 ? {} : { t: [...past.types] }),
  ...(past.forms.size === 0 ? {} : { f: [...past.forms] }),
  ...(past.values.size === 0 ? {} : { v: [...past.values] }),
  ...(past.otherValues === 0 ? {} : { o: past.otherValues }),
  ...(past.record === undefined ? {} : { r: past.record }),
});

const locationFrom = ({
  n: [parents, seen, mostParents],
  t,
  f,
  v,
  o = 0,
  r,
}: LocationJson): LocationHistory => ({
  parents,
  seen,
  types: new Map(t),
  forms: new Map(f),
  values: new Map(v),
  otherValues: o,
  mostParents,
  record: r,
});

const entriesOf = <Value, Json>(
  map: ReadonlyMap<string, Value>,
  jsonOf: (value: Value) => Json,
): Entries<string, Json> => [...map].map(([key, value]) => [key, jsonOf(value)]);

const mapOf = <Value, Json>(
  entries: Entries<string, Json>,
  valueOf: (json: Json) => Value,
): Map<string, Value> => new Map(entries.map(([key, json]) => [key, valueOf(json)]));

const sketchJson = (sketch: CardinalitySketch): string => Buffer.from(sketch).toString("base64");

const sketchFrom = (text: string): CardinalitySketch => new Uint8Array(Buffer.from(text, "base64"));

const historyJson = (history: History): HistoryJson => ({
  locations: entriesOf(history.locations, locationJson),
  records: entriesOf(history.records, ({ sketch, objects }: RecordHistory) => [sketchJson(sketch), objects]),
  answers: entriesOf(history.answers, ({ answers, forms, latencies }) => ({
    answers,
    forms: [...forms],
    latencies: [...latencies],
  })),
  whole: {
    answers: history.whole.answers,
    headers: [...history.whole.headers],
    rates: [...history.whole.rates],
  },
  probes: entriesOf(history.probes, (statuses) => [...statuses]),
  operations: [...history.operations],
});

const headersFrom = ({ answers, headers, rates }: HeaderJson): HeaderHistory => ({
  answers,
  headers: new Map(headers),
  rates: new Map(rates),
});

const historyFrom = (json: HistoryJson): History => ({
  locations: mapOf(json.locations, locationFrom),
  records: mapOf(json.records, ([sketch, objects]) => ({
    sketch: sketchFrom(sketch),
    objects,
  })),
  answers: mapOf(json.answers, ({ answers, forms, latencies }) => ({
    answers,
    forms: new Map(forms),
    latencies: new Map(latencies),
  })),
  whole: headersFrom(json.whole),
  probes: mapOf(json.probes, (statuses) => new Map(statuses)),
  operations: new Map(json.operations),
});

const recordsJson = ({ sketch, before, ...counts }: SampledRecords): RecordsJson => ({
  ...counts,
  ...(sketch === undefined ? {} : { sketch: sketchJson(sketch) }),
  before: {
    different: before.different,
    ...(before.sketch === undefined ? {} : { sketch: sketchJson(before.sketch) }),
  },
});

const recordsFrom = ({ sketch, before, ...counts }: RecordsJson): SampledRecords => ({
  ...counts,
  ...(sketch === undefined ? {} : { sketch: sketchFrom(sketch) }),
  before: {
    different: before.different,
    ...(before.sketch === undefined ? {} : { sketch: sketchFrom(before.sketch) }),
  },
});

const subjectJson = (subject: Subject): SubjectJson => {
  const { interface: name, operation, status, pointer, kind } = subject;
  const stated = status === undefined ? {} : { status };
  return { interface: name, operation, ...stated, pointer, kind, detail: detailOf(subject) };
};

const subjectFrom = ({ kind, detail, ...place }: SubjectJson): Subject => {
  const feature = featureFrom(kind, detail);
  if (feature === undefined) throw new Error(`this is not a stored drift state: ${kind} ${detail}`);
  return { ...place, ...feature };
};

const changeJson = ({ variants, documented, reported, records, ...change }: ChangeCandidate): ChangeJson => ({
  ...change,
  subject: subjectJson(change.subject),
  ...(records === undefined ? {} : { records: recordsJson(records) }),
  variants: [...variants],
  ...(documented === undefined ? {} : { documented }),
  ...(reported === undefined ? {} : { reported }),
});

const changeFrom = ({ variants, documented, reported, records, ...change }: ChangeJson): ChangeCandidate => ({
  ...change,
  subject: subjectFrom(change.subject),
  ...(records === undefined ? {} : { records: recordsFrom(records) }),
  variants: new Set(variants),
  documented,
  reported,
});

export const stateToJson = ({ tracker, fields }: TrackedState): TrackedStateJson => ({
  history: historyJson(tracker.history),
  changes: [...tracker.changes.values()].map(changeJson),
  fields: [...fields],
  ...(tracker.acceptedGroups.size === 0 ? {} : { acceptedGroups: [...tracker.acceptedGroups] }),
});

const stateJson = anObject({
  history: anObject({ locations: aList(listOfLength(unchecked, 2)) }),
  changes: aList(anObject({ fingerprint: aText })),
  fields: aList(aText),
});

/**
 * Reads a state of this form or an earlier one.
 * @throws Error for an unknown form, and for anything but a state.
 */
export const stateFromJson = (
  json: unknown,
  form: number,
  { run, acceptance }: Pick<TrackedState, "run" | "acceptance">,
): TrackedState => {
  if (!Number.isInteger(form) || form < 1 || form > stateForm)
    throw new Error(`there is no form ${form} of a stored drift state`);
  const present = migrations.slice(form - 1).reduce((earlier, migrate) => migrate(earlier), json);
  const misfit = misfitOf(present, stateJson);
  if (misfit !== undefined) throw new Error(`this is not a stored drift state: ${misfit}`);
  // The rule is that of the state.
  const { history, changes, fields, acceptedGroups } = present as TrackedStateJson;
  return {
    tracker: {
      history: historyFrom(history),
      changes: new Map(changes.map((change) => [change.fingerprint, changeFrom(change)])),
      acceptedGroups: new Map(acceptedGroups),
    },
    fields: new Set(fields),
    run,
    acceptance,
  };
};

/** A state in its stored, present form. */
export const packState = (state: TrackedState): Uint8Array => pack(stateToJson(state));

/** A stored state; undefined if unreadable: it is then rebuilt from the runs. */
export const unpackState = (
  packed: unknown,
  form: number,
  at: Pick<TrackedState, "run" | "acceptance">,
): TrackedState | undefined => {
  try {
    return packed instanceof Uint8Array ? stateFromJson(unpackStored(packed), form, at) : undefined;
  } catch {
    return undefined;
  }
};
