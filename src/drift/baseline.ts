import type { InterfaceName } from "../model/interface-name.ts";
import {
  addTo,
  type AnswerNight,
  type AnswerPast,
  byOperationAndStatus,
  ofInterface,
  createAnswerPast,
  createHeaderPast,
  type HeaderPast,
  isTransient,
  probeKey,
  type ProbePast,
} from "./answer-past.ts";
import { formSignals, headerSignals, latencySignals, rateSignals, statusSignals } from "./answer-signals.ts";
import type { DocumentedPlace } from "../model/documented-place.ts";
import { hiddenName, isDoubtful, isHiddenName, maskedName } from "./field-name.ts";
import type { NoticedChange } from "./noticed-change.ts";
import {
  absorbPlace,
  absorbRecords,
  createPlacePast,
  createRecordPast,
  distinctShare,
  otherValue,
  type PlacePast,
  type RecordPast,
  type Withheld,
} from "./place-past.ts";
import { placeSignals } from "./place-signals.ts";
import type { AnswerEntry, PlaceEntry, ProbeEntry } from "./shape-entry.ts";
import type { Shapes } from "./shapes.ts";
import type { Noticed, Signal } from "./signal.ts";
import type { Subject } from "./subject.ts";

/** One night of one interface, sorted. */
export interface SortedNight {
  readonly places: ReadonlyMap<string, PlaceEntry>;
  readonly answers: ReadonlyMap<string, AnswerNight>;
  /** All answers together. */
  readonly whole: AnswerNight | undefined;
  readonly probes: readonly ProbeEntry[];
  /** Operations with a successful answer. */
  readonly operations: ReadonlySet<string>;
}

/** All that a baseline holds, as plain values. */
export interface BaselineState {
  readonly places: Map<string, PlacePast>;
  readonly records: Map<string, RecordPast>;
  readonly answers: Map<string, AnswerPast>;
  readonly whole: HeaderPast;
  readonly probes: ProbePast;
  readonly operations: Set<string>;
}

const emptyState = (): BaselineState => ({
  places: new Map(),
  records: new Map(),
  answers: new Map(),
  whole: createHeaderPast(),
  probes: new Map(),
  operations: new Set(),
});

/** What the nights so far have shown, without what was told as drift and not accepted. */
export interface Baseline extends Omit<BaselineState, "records" | "operations"> {
  isEmpty(): boolean;
  read(shapes: Shapes): SortedNight;
  signals(night: SortedNight, noticed: Noticed, changes: Iterable<NoticedChange>): Iterable<Signal>;
  /** Takes in what agrees. */
  absorb(night: SortedNight, noticed: Noticed): void;
  notSampled(night: SortedNight): readonly string[];
  /** What it holds, not a copy of it. */
  readonly state: BaselineState;
}

const groupKey = ({
  operation,
  status,
  variant,
}: Pick<PlaceEntry, "operation" | "status" | "variant">): string => `${operation} ${status} ${variant}`;

/** Key of a place: no pointer holds a line break. */
export const placeKey = (place: Pick<PlaceEntry, "operation" | "status" | "variant" | "pointer">): string =>
  `${groupKey(place)}\n${place.pointer}`;

const parentPointer = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

/** Where the names that a recorder has kept to itself stand, beside a place of a night or of the past. */
const maskedKey = (key: string): string => `${parentPointer(key)}/${maskedName}`;

/** Whether a place is that of a name that is kept by kept-names.ts alone. */
const isDoubtfulPlace = (pointer: string, documented: DocumentedPlace | undefined): boolean =>
  documented === undefined && isDoubtful(pointer.slice(pointer.lastIndexOf("/") + 1));

/** Objects with a masked name do not tell that a field is absent: it may be that one. */
const passOver = (places: Map<string, PlaceEntry>, parent: string, masked: number): void => {
  for (const [key, entry] of places)
    if (parentPointer(key) === parent && isDoubtfulPlace(entry.pointer, entry.documented))
      places.set(key, { ...entry, parents: Math.max(entry.seen, entry.parents - masked) });
};

const sortNight = (shapes: Shapes, name: InterfaceName): SortedNight => {
  const answers: AnswerEntry[] = [];
  const places = new Map<string, PlaceEntry>();
  const probes: ProbeEntry[] = [];
  for (const entry of shapes.entries()) {
    if (entry.interface !== name) continue;
    if (entry.kind === "answer") answers.push(entry);
    else if (entry.kind === "probe") probes.push(entry);
    else if (!isTransient(entry.status)) places.set(placeKey(entry), entry);
  }
  for (const [key, { seen }] of places)
    if (key.endsWith(`/${maskedName}`)) passOver(places, parentPointer(key), seen);
  const lasting = answers.filter(({ status }) => !isTransient(status));
  const good = lasting.filter(({ status }) => status >= 200 && status < 300);
  return {
    places,
    answers: byOperationAndStatus(lasting),
    whole: ofInterface(lasting),
    probes,
    operations: new Set(good.map(({ operation }) => operation)),
  };
};

/** An entry for a place where nothing stood tonight, although something could have. */
const missingBelow = function* (
  night: SortedNight,
  parent: PlaceEntry,
  pointer: string,
  past: Pick<PlacePast, "isAny" | "documented">,
): Generator<PlaceEntry> {
  const isMaskable = isDoubtfulPlace(pointer, past.documented);
  const masked = isMaskable ? (night.places.get(maskedKey(placeKey({ ...parent, pointer })))?.seen ?? 0) : 0;
  const parents = (parent.types.object ?? 0) - masked;
  if (parents > 0) yield missingEntry(parent, parents, pointer, past);
};

const missingEntry = (
  parent: PlaceEntry,
  parents: number,
  pointer: string,
  past: Pick<PlacePast, "isAny" | "documented">,
): PlaceEntry => ({
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
  isAny: past.isAny,
  documented: past.documented,
  parent: parent.documented,
});

/**
 * A hidden name may be the one at hand where it was more often there than this part of how often that one is there
 * tonight.
 */
const hiddenPart = 0.1;

const withheldAt = (entry: PlaceEntry, noticed: Noticed): Withheld => {
  const isTold = (kind: Subject["kind"], detail: string): boolean =>
    noticed.isTold({ ...entry, kind, detail });
  const presence = (["field-added", "field-removed", "presence-dropped"] as const).some((kind) =>
    isTold(kind, ""),
  );
  return {
    presence,
    types: new Set(
      Object.keys(entry.types).filter((type) =>
        type === "null" ? isTold("null-appeared", "") : isTold("type-changed", type),
      ),
    ),
    forms: new Set(Object.keys(entry.textForms).filter((form) => isTold("format-changed", form))),
    values: new Set(
      [...[...entry.values.keys()].map(String), otherValue].filter((value) => isTold("value-added", value)),
    ),
  };
};

/** Begins anew, or goes on with what one like it held. */
export const createBaseline = (name: InterfaceName, state: BaselineState = emptyState()): Baseline => {
  const { places, records, answers, whole, probes, operations } = state;

  const recordsOf = (past: PlacePast | undefined): RecordPast | undefined =>
    past?.record === undefined ? undefined : records.get(past.record);

  const signalsAt = function* (entry: PlaceEntry, noticed: Noticed): Generator<Signal> {
    const past = places.get(placeKey(entry));
    const parentsBefore = () => {
      const parent = places.get(placeKey({ ...entry, pointer: parentPointer(entry.pointer) }));
      const all = parent?.types.get("object") ?? 0;
      const records = recordsOf(past) ?? recordAround(entry);
      return { all, different: parent === undefined ? 0 : Math.round(all * distinctShare(parent, records)) };
    };
    const mayBeKnown = () => mayHaveStood(entry, parentsBefore().all, noticed);
    yield* placeSignals({ entry, past, records: recordsOf(past), parentsBefore, mayBeKnown, noticed });
  };

  /** Whether a name that is new tonight may have been there under the mask of hidden ones. */
  const mayHaveStood = (entry: PlaceEntry, parentsBefore: number, noticed: Noticed): boolean => {
    if (!isDoubtfulPlace(entry.pointer, entry.documented)) return false;
    const hidden = { ...entry, pointer: `${parentPointer(entry.pointer)}/${hiddenName}` };
    if (noticed.isTold({ ...hidden, kind: "field-added", detail: "" })) return true;
    const share = Math.min(1, entry.seen / entry.parents);
    const seenAt = (key: string): number => places.get(key)?.seen ?? 0;
    const seen = seenAt(placeKey(hidden)) + seenAt(maskedKey(placeKey(entry)));
    return seen > hiddenPart * share * parentsBefore;
  };

  const recordAround = (entry: PlaceEntry): RecordPast | undefined =>
    entry.record === undefined
      ? undefined
      : records.get(placeKey({ ...entry, pointer: entry.record.pointer }));

  /** Places of the past whose parent was there tonight and they were not. */
  const missing = function* (night: SortedNight): Generator<PlaceEntry> {
    for (const [key, past] of places) {
      if (night.places.has(key) || past.isAny) continue;
      const [group = "", pointer = ""] = key.split("\n");
      if (pointer === "") continue;
      const parent = night.places.get(`${group}\n${parentPointer(pointer)}`);
      if (parent !== undefined) yield* missingBelow(night, parent, pointer, past);
    }
  };

  const answerSignals = function* (
    night: SortedNight,
    noticed: Noticed,
    changes: Iterable<NoticedChange>,
  ): Generator<Signal> {
    for (const [key, answer] of night.answers) {
      const past = answers.get(key) ?? createAnswerPast();
      yield* formSignals(answer, past, noticed);
      yield* latencySignals(answer, past, noticed);
    }
    const known = [...changes].filter(({ state }) => state !== "accepted").map(({ subject }) => subject);
    const names = (kind: Subject["kind"], seen: ReadonlyMap<string, number>): ReadonlySet<string> =>
      new Set([...seen.keys(), ...known.filter((one) => one.kind === kind).map(({ detail }) => detail)]);
    if (night.whole !== undefined) {
      const { headers, rates } = night.whole;
      yield* headerSignals(night.whole, whole, noticed, names("header-appeared", headers));
      yield* rateSignals(night.whole, whole, noticed, names("rate-changed", rates));
    }
    yield* statusSignals(
      night.probes,
      probes,
      known.filter(({ kind }) => kind === "status-changed"),
    );
  };

  /** Where the form of a body changed, its places all did: the form is told, not they. */
  const formChanged = (night: SortedNight, noticed: Noticed): ReadonlySet<string> => {
    const changed = [...night.answers].filter(([key, answer]) => {
      const past = answers.get(key);
      return (
        past !== undefined && [...formSignals(answer, past, noticed)].some(({ tonight }) => tonight.count > 0)
      );
    });
    return new Set(changed.map(([key]) => key));
  };

  /** Whether what was hidden under a place may stand there by its name by now. */
  const hasDoubtful = (night: SortedNight, parent: string): boolean =>
    [...night.places].some(
      ([key, { pointer, documented }]) =>
        parentPointer(key) === parent && isDoubtfulPlace(pointer, documented),
    );

  /** Fields that were told as new have no past yet; where they are not there tonight, that is to be told too. */
  const missingAdded = function* (
    night: SortedNight,
    changes: Iterable<NoticedChange>,
  ): Generator<PlaceEntry> {
    for (const { subject, state, variants } of changes) {
      if (subject.kind !== "field-added" || state !== "told") continue;
      for (const variant of variants) {
        const group = `${subject.operation} ${subject.status ?? 0} ${variant}`;
        const parent = night.places.get(`${group}\n${parentPointer(subject.pointer)}`);
        const isMissing =
          !night.places.has(`${group}\n${subject.pointer}`) &&
          !(
            isHiddenName(subject.pointer) && hasDoubtful(night, `${group}\n${parentPointer(subject.pointer)}`)
          );
        if (isMissing && parent !== undefined)
          yield* missingBelow(night, parent, subject.pointer, { isAny: false, documented: undefined });
      }
    }
  };

  const placesToJudge = function* (
    night: SortedNight,
    changes: readonly NoticedChange[],
  ): Generator<PlaceEntry> {
    for (const entry of night.places.values()) if (entry.pointer !== "") yield entry;
    yield* missing(night);
    yield* missingAdded(night, changes);
  };

  const absorbPlaces = (night: SortedNight, noticed: Noticed): void => {
    const sketched = new Set<string>();
    for (const entry of [...night.places.values(), ...missing(night)]) {
      const key = placeKey(entry);
      const record =
        entry.record === undefined ? undefined : placeKey({ ...entry, pointer: entry.record.pointer });
      if (record !== undefined && entry.record !== undefined && !sketched.has(record)) {
        sketched.add(record);
        const known = records.get(record) ?? createRecordPast();
        records.set(record, known);
        absorbRecords(known, entry.record.sketch, entry.record.objects);
      }
      const known = places.get(key);
      const withheld = withheldAt(entry, noticed);
      const isAdded = noticed.isTold({ ...entry, kind: "field-added", detail: "" });
      if (isAdded) continue;
      const past = known ?? createPlacePast(record, entry);
      places.set(key, past);
      // What stood here for the first time may have been absent before.
      if (known === undefined && entry.pointer !== "" && !entry.isAny) past.parents += parentsBefore(entry);
      absorbPlace(past, entry, withheld);
    }
  };

  /** Objects of earlier nights that could have held a place; read before its parent takes in tonight's. */
  const objectsBefore = new Map<string, number>();
  const parentsBefore = (entry: PlaceEntry): number =>
    objectsBefore.get(placeKey({ ...entry, pointer: parentPointer(entry.pointer) })) ?? 0;

  const absorbAnswers = (night: SortedNight, noticed: Noticed): void => {
    const isTold = (answer: AnswerNight, kind: Subject["kind"], detail: string): boolean =>
      noticed.isTold({ ...answer, pointer: "", kind, detail });
    for (const [key, answer] of night.answers) {
      const past = answers.get(key) ?? createAnswerPast();
      answers.set(key, past);
      past.answers += answer.answers;
      const kind = answer.status >= 400 ? "error-form-changed" : "type-changed";
      for (const [form, count] of answer.forms)
        if (!isTold(answer, kind, form)) addTo(past.forms, form, count);
      const isTimed = ["slower", "faster"].some((detail) => isTold(answer, "latency-changed", detail));
      if (!isTimed) for (const [at, count] of answer.latencies) addTo(past.latencies, at, count);
    }
    if (night.whole !== undefined) absorbWhole(night.whole, noticed);
  };

  const absorbWhole = (night: AnswerNight, noticed: Noticed): void => {
    const isTold = (kind: Subject["kind"], detail: string): boolean =>
      noticed.isTold({ interface: name, operation: "*", pointer: "", kind, detail });
    whole.answers += night.answers;
    for (const [header, count] of night.headers)
      if (!isTold("header-appeared", header)) addTo(whole.headers, header, count);
    for (const [figure, count] of night.rates)
      if (!isTold("rate-changed", figure)) addTo(whole.rates, figure, count);
  };

  const absorbProbes = (night: SortedNight, noticed: Noticed): void => {
    for (const probe of night.probes) {
      const key = probeKey(probe);
      const past = probes.get(key) ?? new Map<number, number>();
      const usual = [...past.keys()];
      const isTold = (to: number): boolean =>
        usual.some((from) =>
          noticed.isTold({
            interface: probe.interface,
            operation: probe.operation,
            pointer: "",
            kind: "status-changed",
            detail: `${from} > ${to}`,
          }),
        );
      for (const [status, count] of probe.statuses)
        if (!isTransient(status) && !isTold(status)) addTo(past, status, count);
      if (past.size > 0) probes.set(key, past);
    }
  };

  return {
    places,
    answers,
    whole,
    probes,
    state,
    isEmpty: () => answers.size === 0,
    read: (shapes) => sortNight(shapes, name),
    *signals(night, noticed, all) {
      const changes = [...all];
      yield* answerSignals(night, noticed, changes);
      const changed = formChanged(night, noticed);
      for (const entry of placesToJudge(night, changes))
        if (!changed.has(`${entry.operation} ${entry.status}`)) yield* signalsAt(entry, noticed);
    },
    absorb(night, noticed) {
      objectsBefore.clear();
      for (const [key, past] of places) objectsBefore.set(key, past.types.get("object") ?? 0);
      absorbPlaces(night, noticed);
      absorbAnswers(night, noticed);
      absorbProbes(night, noticed);
      for (const operation of night.operations) operations.add(operation);
    },
    notSampled: (night) => [...operations].filter((one) => !night.operations.has(one)).toSorted(),
  };
};
