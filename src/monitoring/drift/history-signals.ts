import { createAnswerHistory } from "./answer-history.ts";
import { formSignals, headerSignals, latencySignals, rateSignals, statusSignals } from "./answer-signals.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import { traitsOfAdded, traitsOfRemoved } from "./field-traits.ts";
import { hiddenName, isHiddenName } from "../../core/privacy/masked-names.ts";
import { type History, type KeyedLocation, recordKeyOf } from "./history.ts";
import { distinctShare, type RecordHistory } from "./location-history.ts";
import { isAsBefore, locationSignals } from "./location-signals.ts";
import type { LocationEntry } from "../../core/shapes/shape-entry.ts";
import type { KnownChanges, Signal } from "./signal.ts";
import {
  absentBelow,
  isDoubtfulLocation,
  locationKey,
  maskedKey,
  parentPointer,
  type SortedRun,
} from "./sorted-run.ts";
import type { Subject, SubjectOf } from "./subject.ts";

/** A run and its past. */
export interface RunComparison {
  readonly history: History;
  /** Without removed operations. */
  readonly run: SortedRun;
  /** The result of `locationsOf` for both. */
  readonly locations: readonly KeyedLocation[];
  readonly known: KnownChanges;
  readonly candidates: readonly ChangeCandidate[];
}

/**
 * A name may have been hidden in earlier runs if hidden names were more frequent than this fraction of its present
 * frequency.
 */
const hiddenPart = 0.1;

/** Whether a name that is new in this run may have been masked before. */
const mayBeHidden = (
  { history, run, known }: RunComparison,
  entry: LocationEntry,
  parentsBefore: number,
): boolean => {
  if (!isDoubtfulLocation(run, entry)) return false;
  const hidden = { ...entry, pointer: `${parentPointer(entry.pointer)}/${hiddenName}` };
  if (known.isReported({ ...hidden, kind: "field-added" })) return true;
  const share = Math.min(1, entry.seen / entry.parents);
  const seenAt = (key: string): number => history.locations.get(key)?.seen ?? 0;
  const seen = seenAt(locationKey(hidden)) + seenAt(maskedKey(locationKey(entry)));
  return seen > hiddenPart * share * parentsBefore;
};

const recordsAt = ({ records }: History, key: string | undefined): RecordHistory | undefined =>
  key === undefined ? undefined : records.get(key);

/** A signal with the traits of its field, if it is the first of an added or removed field. */
const withTraits = ({ history, run, known }: RunComparison, entry: LocationEntry, signal: Signal): Signal => {
  const { kind } = signal.subject;
  if ((kind !== "field-added" && kind !== "field-removed") || known.has(signal.subject)) return signal;
  const traits = (kind === "field-added" ? traitsOfAdded : traitsOfRemoved)(entry, history, run);
  return traits === undefined ? signal : { ...signal, traits };
};

/** Filters and columns select what is seen, so they say little about other answers. */
const withOrWithoutDetails = (variant: string): string | undefined =>
  variant === "" ? "details" : variant === "details" ? "" : undefined;

const signalsAt = function* (comparison: RunComparison, [key, entry]: KeyedLocation): Generator<Signal> {
  const { history, known } = comparison;
  const past = history.locations.get(key);
  // The common case, tested first because there are many locations.
  if (past !== undefined && !known.isAnyAt(entry.pointer) && isAsBefore(entry, past)) return;
  const records = recordsAt(history, past?.record);
  const parentsBefore = () => {
    const parent = history.locations.get(parentPointer(key));
    const all = parent?.types.get("object") ?? 0;
    const around = records ?? recordsAt(history, recordKeyOf(entry));
    return { all, different: parent === undefined ? 0 : Math.round(all * distinctShare(parent, around)) };
  };
  const mayBeKnown = () => mayBeHidden(comparison, entry, parentsBefore().all);
  const other = () => {
    const variant = withOrWithoutDetails(entry.variant);
    return variant === undefined ? undefined : history.locations.get(locationKey({ ...entry, variant }));
  };
  for (const signal of locationSignals({ entry, past, records, other, parentsBefore, mayBeKnown, known }))
    yield withTraits(comparison, entry, signal);
};

const answerSignals = function* ({ history, run, known, candidates }: RunComparison): Generator<Signal> {
  for (const [key, answer] of run.answers) {
    const past = history.answers.get(key) ?? createAnswerHistory();
    yield* formSignals(answer, past, known, run.documentation);
    yield* latencySignals(answer, past, known);
  }
  const subjects = candidates.filter(({ state }) => state !== "accepted").map(({ subject }) => subject);
  const named = <Kind extends Subject["kind"]>(kind: Kind) =>
    subjects.filter((one): one is SubjectOf<Kind> => one.kind === kind);
  if (run.whole !== undefined) {
    const { headers, rates } = run.whole;
    const whole = { whole: run.whole, answers: run.answers };
    const knownHeaders = named("header-appeared").map(({ header }) => header);
    yield* headerSignals(whole, history, known, new Set([...headers.keys(), ...knownHeaders]));
    const knownFigures = named("rate-changed").map(({ figure }) => figure);
    yield* rateSignals(run.whole, history.whole, known, new Set([...rates.keys(), ...knownFigures]));
  }
  yield* statusSignals(run, history.probes, named("status-changed"));
};

/** Operations and statuses with another form of body: only the form is reported, not its effect on locations. */
const withAnotherForm = ({ history, run, known }: RunComparison): ReadonlySet<string> => {
  const changed = [...run.answers].filter(([key, answer]) => {
    const past = history.answers.get(key);
    return (
      past !== undefined &&
      [...formSignals(answer, past, known, run.documentation)].some(({ current }) => current.count > 0)
    );
  });
  return new Set(changed.map(([key]) => key));
};

/** Whether a field that was hidden under a parent may now appear by name. */
const hasDoubtful = (run: SortedRun, parentKey: string): boolean =>
  [...run.locations].some(
    ([key, entry]) => parentPointer(key) === parentKey && isDoubtfulLocation(run, entry),
  );

/** Fields reported as new are not in the history, so their absence from this run must be found separately. */
const absentAdded = function* ({ run, candidates }: RunComparison): Generator<KeyedLocation> {
  for (const { subject, state, variants } of candidates) {
    if (subject.kind !== "field-added" || state !== "reported") continue;
    const { operation, status = 0, pointer } = subject;
    for (const variant of variants) {
      const key = locationKey({ operation, status, variant, pointer });
      const parent = run.locations.get(parentPointer(key));
      if (parent === undefined || run.locations.has(key)) continue;
      if (isHiddenName(pointer) && hasDoubtful(run, parentPointer(key))) continue;
      for (const entry of absentBelow(run, parent, pointer)) yield [key, entry];
    }
  }
};

const locationsToCompare = function* (comparison: RunComparison): Generator<KeyedLocation> {
  for (const location of comparison.locations) if (location[1].pointer !== "") yield location;
  yield* absentAdded(comparison);
};

/** Everything in a run that its history lacks, and what it shows about candidate changes. */
export const historySignals = function* (comparison: RunComparison): Generator<Signal> {
  yield* answerSignals(comparison);
  const changed = withAnotherForm(comparison);
  for (const location of locationsToCompare(comparison)) {
    const [, { operation, status }] = location;
    if (changed.size === 0 || !changed.has(`${operation} ${status}`)) yield* signalsAt(comparison, location);
  }
};
