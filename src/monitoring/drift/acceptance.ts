import { probeKey } from "./answer-history.ts";
import type { History } from "./history.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import { createLocationHistory, otherValue, type LocationHistory } from "./location-history.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { BodyForm } from "../../core/shapes/error-form.ts";
import { headerIn } from "../../core/shapes/rate-figures.ts";
import type { SubjectOf } from "./subject.ts";
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

const acceptValue = (
  past: LocationHistory,
  value: string,
  change: ChangeCandidate,
  documentation: Documentation,
): void => {
  const listed = valuesAt(change, documentation);
  const count = Math.max(1, change.since.count);
  // The next runs show which values are usual now.
  if (listed === undefined) past.values.clear();
  else if (value === otherValue) past.otherValues = count;
  else past.values.set(listed.find((one) => String(one) === value) ?? value, count);
};

const acceptAt = (past: LocationHistory, change: ChangeCandidate, documentation: Documentation): void => {
  const { subject } = change;
  if (subject.kind === "null-appeared") put(past.types, "null", change);
  else if (subject.kind === "type-changed" && "type" in subject) put(past.types, subject.type, change);
  else if (subject.kind === "format-changed") put(past.forms, subject.text, change);
  else if (subject.kind === "value-added") acceptValue(past, subject.value, change, documentation);
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
const acceptForm = (history: History, form: BodyForm, change: ChangeCandidate): void => {
  const group = `${change.subject.operation} ${change.subject.status ?? 0}`;
  const past = history.answers.get(group);
  if (isWhole(change))
    for (const key of history.locations.keys())
      if (key.startsWith(`${group} `)) history.locations.delete(key);
  if (past !== undefined) put(past.forms, form, change);
};

/** The limit of a header replaces its earlier ones. */
const acceptRate = ({ whole: { rates } }: History, figure: string, { since }: ChangeCandidate): void => {
  for (const one of rates.keys()) if (headerIn(one) === headerIn(figure)) rates.delete(one);
  rates.set(figure, Math.max(1, since.count));
};

const acceptStatus = (
  history: History,
  subject: SubjectOf<"status-changed">,
  change: ChangeCandidate,
): void => {
  const { from, to } = subject;
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
  const { subject, since } = change;
  if ("form" in subject) return acceptForm(history, subject.form, change);
  switch (subject.kind) {
    case "operation-removed":
      return acceptRemoval(history, change);
    case "status-changed":
      return acceptStatus(history, subject, change);
    case "header-appeared":
      return void history.whole.headers.set(subject.header, Math.max(1, since.count));
    case "rate-changed":
      return acceptRate(history, subject.figure, change);
    case "latency-changed":
      return history.answers.get(`${subject.operation} ${subject.status ?? 0}`)?.latencies.clear();
    default:
      return acceptLocation(history, change, documentation);
  }
};
