import { isTransient } from "../../core/model/exchange.ts";
import { addTo, createAnswerHistory, probeKey, type RunAnswers } from "./answer-history.ts";
import { type History, type KeyedLocation, recordKeyOf } from "./history.ts";
import {
  addLocation,
  addRecords,
  createLocationHistory,
  createRecordHistory,
  type LocationHistory,
  otherValue,
  type Withheld,
} from "./location-history.ts";
import { jsonTypes, type LocationEntry, type ProbeEntry } from "../../core/shapes/shape-entry.ts";
import { textClasses } from "../../core/shapes/text-class.ts";
import type { KnownChanges } from "./signal.ts";
import { parentPointer, type SortedRun } from "./sorted-run.ts";
import type { RunMark } from "./stored-run.ts";
import { directions, type Feature } from "./subject.ts";

const nothing: Withheld = { presence: false, types: new Set(), forms: new Set(), values: new Set() };

/** The parts of an entry reported as drift, which stay out of the history until accepted. */
const withheldAt = (entry: LocationEntry, known: KnownChanges): Withheld => {
  if (!known.isAnyAt(entry.pointer)) return nothing;
  const isReported = (feature: Feature): boolean => known.isReported({ ...entry, ...feature });
  const presence = (["field-added", "field-removed", "presence-dropped"] as const).some((kind) =>
    isReported({ kind }),
  );
  const types = jsonTypes.filter(
    (type) =>
      entry.types[type] !== undefined &&
      isReported(type === "null" ? { kind: "null-appeared" } : { kind: "type-changed", type }),
  );
  const forms = textClasses.filter(
    (text) => entry.textForms[text] !== undefined && isReported({ kind: "format-changed", text }),
  );
  const values = [...[...entry.values.keys()].map(String), otherValue].filter((value) =>
    isReported({ kind: "value-added", value }),
  );
  return { presence, types: new Set(types), forms: new Set(forms), values: new Set(values) };
};

/** Every record counts once per run, in any number of locations. */
const updateRecords = (history: History, locations: readonly KeyedLocation[]): void => {
  const done = new Set<LocationEntry["record"]>();
  for (const [, entry] of locations) {
    if (entry.record === undefined || done.has(entry.record)) continue;
    done.add(entry.record);
    const key = recordKeyOf(entry) ?? "";
    const records = history.records.get(key) ?? createRecordHistory();
    history.records.set(key, records);
    addRecords(records, entry.record.sketch, entry.record.objects);
  }
};

/** The past of a location first seen in this run: absent from all earlier objects. */
const firstPast = (history: History, [key, entry]: KeyedLocation): LocationHistory => {
  const past = createLocationHistory(recordKeyOf(entry));
  const parent = entry.pointer === "" || entry.isAny ? undefined : history.locations.get(parentPointer(key));
  past.parents = parent?.types.get("object") ?? 0;
  return past;
};

const isNew = (entry: LocationEntry, known: KnownChanges): boolean =>
  known.isAnyAt(entry.pointer) && known.isReported({ ...entry, kind: "field-added" });

const updateLocations = (
  history: History,
  locations: readonly KeyedLocation[],
  known: KnownChanges,
): void => {
  updateRecords(history, locations);
  const kept = locations.filter(([, entry]) => !isNew(entry, known));
  // Before their parents include this run.
  const fresh = kept
    .filter(([key]) => !history.locations.has(key))
    .map((location) => [location[0], firstPast(history, location)] as const);
  for (const [key, past] of fresh) history.locations.set(key, past);
  for (const [key, entry] of kept) {
    const past = history.locations.get(key);
    if (past !== undefined) addLocation(past, entry, withheldAt(entry, known));
  }
};

const updateAnswers = (history: History, run: SortedRun, known: KnownChanges): void => {
  for (const [key, answer] of run.answers) {
    const isReported = (feature: Feature): boolean =>
      known.isReported({ ...answer, pointer: "", ...feature });
    const past = history.answers.get(key) ?? createAnswerHistory();
    history.answers.set(key, past);
    past.answers += answer.answers;
    const kind = answer.status >= 400 ? "error-form-changed" : "type-changed";
    for (const [form, count] of answer.forms) if (!isReported({ kind, form })) addTo(past.forms, form, count);
    const isTimed = directions.some((direction) => isReported({ kind: "latency-changed", direction }));
    if (!isTimed) for (const [at, count] of answer.latencies) addTo(past.latencies, at, count);
  }
};

const updateWhole = ({ whole }: History, answers: RunAnswers, known: KnownChanges): void => {
  const isReported = (feature: Feature): boolean =>
    known.isReported({ interface: answers.interface, operation: "*", pointer: "", ...feature });
  whole.answers += answers.answers;
  for (const [header, count] of answers.headers)
    if (!isReported({ kind: "header-appeared", header })) addTo(whole.headers, header, count);
  for (const [figure, count] of answers.rates)
    if (!isReported({ kind: "rate-changed", figure })) addTo(whole.rates, figure, count);
};

const updateProbe = (history: History, probe: ProbeEntry, known: KnownChanges): void => {
  const key = probeKey(probe);
  const past = history.probes.get(key) ?? new Map<number, number>();
  const usual = [...past.keys()];
  const { interface: name, operation } = probe;
  const subject = { interface: name, operation, pointer: "", kind: "status-changed" } as const;
  const isReported = (to: number): boolean =>
    usual.some((from) => known.isReported({ ...subject, from, to }));
  for (const [status, count] of probe.statuses)
    if (!isTransient(status) && !isReported(status)) addTo(past, status, count);
  if (past.size > 0) history.probes.set(key, past);
};

/** Adds what a run saw, except what was reported as drift. */
export const updateHistory = (
  history: History,
  run: SortedRun,
  locations: readonly KeyedLocation[],
  mark: RunMark,
  known: KnownChanges,
): void => {
  updateLocations(history, locations, known);
  updateAnswers(history, run, known);
  if (run.whole !== undefined) updateWhole(history, run.whole, known);
  for (const probe of run.probes) updateProbe(history, probe, known);
  for (const operation of run.operations) history.operations.set(operation, mark);
};
