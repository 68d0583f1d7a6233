import { probeKey } from "./answer-history.ts";
import type { History } from "./history.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import { createLocationHistory, otherValue, type LocationHistory } from "./location-history.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { JsonType } from "../../core/shapes/shape-entry.ts";
import type { TextClass } from "../../core/shapes/text-class.ts";
import { locationKey, parentPointer } from "./sorted-run.ts";
import { variants } from "../../core/shapes/variant.ts";

const isWhole = ({ since }: ChangeCandidate): boolean => since.count === since.of;

/** If every sample since the change shows the new value, it replaces the old ones; otherwise it joins them. */
const put = <Key>(counts: Map<Key, number>, key: Key, change: ChangeCandidate): void => {
  if (isWhole(change)) counts.clear();
  counts.set(key, Math.max(1, change.since.count));
};

const acceptPresence = (past: LocationHistory, { subject, since }: ChangeCandidate): void => {
  past.parents = since.of;
  past.mostParents = since.of;
  if (subject.kind === "field-added") past.seen = since.count;
  else past.seen = subject.kind === "field-removed" ? 0 : since.of - since.count;
};

const valuesAt = (
  { subject: { operation, status = 0, pointer } }: ChangeCandidate,
  documentation: Documentation,
) => documentation.at(operation, status, pointer)?.values;

/** The detail of this kind is one of the documented values, as text. */
const listedValue = (change: ChangeCandidate, documentation: Documentation) => {
  const { detail } = change.subject;
  return valuesAt(change, documentation)?.find((value) => String(value) === detail) ?? detail;
};

const acceptAt = (past: LocationHistory, change: ChangeCandidate, documentation: Documentation): void => {
  const { kind, detail } = change.subject;
  if (kind === "type-changed" || kind === "null-appeared")
    // The detail of these kinds is a type.
    put(past.types, kind === "null-appeared" ? "null" : (detail as JsonType), change);
  else if (kind === "format-changed")
    // The detail of this kind is a form of text.
    put(past.forms, detail as TextClass, change);
  else if (kind === "value-added" && valuesAt(change, documentation) === undefined)
    // The next runs show which values are usual now.
    past.values.clear();
  else if (kind === "value-added" && detail === otherValue)
    past.otherValues = Math.max(1, change.since.count);
  else if (kind === "value-added")
    past.values.set(listedValue(change, documentation), Math.max(1, change.since.count));
  else acceptPresence(past, change);
};

/** Inserts a new field after its predecessor, because fields are ordered by their locations. */
const putInOrder = (
  locations: Map<string, LocationHistory>,
  key: string,
  { traits }: ChangeCandidate,
): void => {
  const parent = parentPointer(key);
  const { after = "" } = traits?.order ?? {};
  const before = after === "" ? parent : `${parent}/${after}`;
  const known = [...locations];
  const position = known.findIndex(([one]) => one === before) + 1;
  if (position === 0) return void locations.set(key, createLocationHistory(undefined));
  for (const [one] of known.slice(position)) locations.delete(one);
  locations.set(key, createLocationHistory(undefined));
  for (const [one, past] of known.slice(position)) locations.set(one, past);
};

const acceptLocation = (history: History, change: ChangeCandidate, documentation: Documentation): void => {
  const { operation, status = 0, pointer } = change.subject;
  for (const variant of variants) {
    const key = locationKey({ operation, status, variant, pointer });
    const wasSeen = change.variants.has(variant) && change.subject.kind === "field-added";
    if (wasSeen && !history.locations.has(key)) putInOrder(history.locations, key, change);
    const past = history.locations.get(key);
    if (past !== undefined) acceptAt(past, change, documentation);
  }
};

/** A body of another form has other locations, which start without a history. */
const acceptForm = (history: History, change: ChangeCandidate): void => {
  const group = `${change.subject.operation} ${change.subject.status ?? 0}`;
  const past = history.answers.get(group);
  if (isWhole(change))
    for (const key of history.locations.keys())
      if (key.startsWith(`${group} `)) history.locations.delete(key);
  // The detail of this kind is a form of body.
  if (past !== undefined) put(past.forms as Map<string, number>, change.subject.detail, change);
};

const acceptHeader = (history: History, { subject, since }: ChangeCandidate): void => {
  const past = history.whole;
  if (subject.kind === "header-appeared") past.headers.set(subject.detail, Math.max(1, since.count));
  else {
    const header = subject.detail.slice(0, subject.detail.indexOf(":") + 1);
    for (const figure of past.rates.keys()) if (figure.startsWith(header)) past.rates.delete(figure);
    past.rates.set(subject.detail, Math.max(1, since.count));
  }
};

const acceptStatus = (history: History, change: ChangeCandidate): void => {
  const { subject } = change;
  const [from = 0, to = 0] = subject.detail.split(" > ").map(Number);
  const prefix = probeKey({
    kind: "probe",
    interface: subject.interface,
    operation: subject.operation,
    probe: "",
    statuses: new Map(),
  });
  for (const [key, statuses] of history.probes)
    if (key.startsWith(prefix) && statuses.has(from)) put(statuses, to, change);
};

/** Forgets the operation's earlier answers, as if it had never been requested. */
const acceptRemoval = (history: History, { subject: { operation } }: ChangeCandidate): void => {
  history.operations.delete(operation);
  for (const part of [history.locations, history.records, history.answers, history.probes])
    for (const key of part.keys()) if (key.startsWith(`${operation} `)) part.delete(key);
};

/** Makes a change part of the history: its new state is usual from now on. */
export const accept = (history: History, change: ChangeCandidate, documentation: Documentation): void => {
  const { kind, pointer, operation, status } = change.subject;
  if (kind === "operation-removed") acceptRemoval(history, change);
  else if (kind === "status-changed") acceptStatus(history, change);
  else if (kind === "error-form-changed" || (kind === "type-changed" && pointer === ""))
    acceptForm(history, change);
  else if (kind === "header-appeared" || kind === "rate-changed") acceptHeader(history, change);
  else if (kind === "latency-changed") history.answers.get(`${operation} ${status ?? 0}`)?.latencies.clear();
  else acceptLocation(history, change, documentation);
};
