import { probeKey } from "./answer-past.ts";
import { type Baseline, placeKey } from "./baseline.ts";
import { isHiddenName } from "./field-name.ts";
import type { NoticedChange } from "./noticed-change.ts";
import { createPlacePast, otherValue, type PlacePast } from "./place-past.ts";
import type { JsonType } from "./shape-entry.ts";
import type { TextClass } from "./text-class.ts";
import { variants } from "./variant.ts";

const isWhole = ({ since }: NoticedChange): boolean => since.count === since.of;

/** What was always so since the change takes the place of what was so before; else it stands beside it. */
const put = <Key>(counts: Map<Key, number>, key: Key, change: NoticedChange): void => {
  if (isWhole(change)) counts.clear();
  counts.set(key, Math.max(1, change.since.count));
};

const acceptPresence = (past: PlacePast, { subject, since }: NoticedChange): void => {
  past.parents = since.of;
  past.mostParents = since.of;
  if (subject.kind === "field-added") past.seen = since.count;
  else past.seen = subject.kind === "field-removed" ? 0 : since.of - since.count;
};

const acceptAt = (past: PlacePast, change: NoticedChange): void => {
  const { kind, detail } = change.subject;
  if (kind === "type-changed" || kind === "null-appeared")
    // The detail of such a change is a type.
    put(past.types, kind === "null-appeared" ? "null" : (detail as JsonType), change);
  else if (kind === "format-changed")
    // The detail of such a change is a form of text.
    put(past.forms, detail as TextClass, change);
  else if (kind === "value-added" && detail === otherValue)
    past.otherValues = Math.max(1, change.since.count);
  else if (kind === "value-added") past.values.set(detail, Math.max(1, change.since.count));
  else acceptPresence(past, change);
};

const acceptPlace = (baseline: Baseline, change: NoticedChange): void => {
  const { operation, status = 0, pointer } = change.subject;
  for (const variant of variants) {
    const key = placeKey({ operation, status, variant, pointer });
    const wasSeen = change.variants.has(variant) && change.subject.kind === "field-added";
    const past =
      baseline.places.get(key) ??
      (wasSeen
        ? createPlacePast(undefined, { isAny: isHiddenName(pointer), documented: undefined })
        : undefined);
    if (past === undefined) continue;
    baseline.places.set(key, past);
    acceptAt(past, change);
  }
};

/** With another form, the places of the body are others: they begin anew. */
const acceptForm = (baseline: Baseline, change: NoticedChange): void => {
  const group = `${change.subject.operation} ${change.subject.status ?? 0}`;
  const past = baseline.answers.get(group);
  if (isWhole(change))
    for (const key of baseline.places.keys()) if (key.startsWith(`${group} `)) baseline.places.delete(key);
  // The detail of such a change is a form of body.
  if (past !== undefined) put(past.forms as Map<string, number>, change.subject.detail, change);
};

const acceptHeader = (baseline: Baseline, { subject, since }: NoticedChange): void => {
  const past = baseline.whole;
  if (subject.kind === "header-appeared") past.headers.set(subject.detail, Math.max(1, since.count));
  else {
    const header = subject.detail.slice(0, subject.detail.indexOf(":") + 1);
    for (const figure of past.rates.keys()) if (figure.startsWith(header)) past.rates.delete(figure);
    past.rates.set(subject.detail, Math.max(1, since.count));
  }
};

const acceptStatus = (baseline: Baseline, change: NoticedChange): void => {
  const { subject } = change;
  const [from = 0, to = 0] = subject.detail.split(" > ").map(Number);
  const prefix = probeKey({
    kind: "probe",
    interface: subject.interface,
    operation: subject.operation,
    probe: "",
    statuses: new Map(),
  });
  for (const [key, statuses] of baseline.probes)
    if (key.startsWith(prefix) && statuses.has(from)) put(statuses, to, change);
};

/** Makes a change part of the baseline. */
export const accept = (baseline: Baseline, change: NoticedChange): void => {
  const { kind, pointer, operation, status } = change.subject;
  if (kind === "status-changed") acceptStatus(baseline, change);
  else if (kind === "error-form-changed" || (kind === "type-changed" && pointer === ""))
    acceptForm(baseline, change);
  else if (kind === "header-appeared" || kind === "rate-changed") acceptHeader(baseline, change);
  else if (kind === "latency-changed") baseline.answers.get(`${operation} ${status ?? 0}`)?.latencies.clear();
  else acceptPlace(baseline, change);
};
