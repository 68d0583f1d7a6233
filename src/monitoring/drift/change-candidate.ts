import type { Acceptance, DriftConfidence, Share } from "../../core/model/drift.ts";
import { type Impact, impacts } from "../../core/model/impact.ts";
import { chanceOfNone } from "./chance.ts";
import { chanceWithoutChange, confidenceOf, type Evidence, isRemarkable } from "./confidence.ts";
import { allFresh, freshShares, keptRecords, ofDifferent, withMoreRecords } from "./sampled-records.ts";
import type { Signal } from "./signal.ts";
import type { RunMark } from "./stored-run.ts";

/** A possible change shown by some run, with the evidence of all runs since. */
export interface ChangeCandidate extends Pick<
  Signal,
  "subject" | "nature" | "impact" | "before" | "now" | "past" | "records" | "traits"
> {
  readonly fingerprint: string;
  readonly variants: ReadonlySet<string>;
  readonly documented: string | undefined;
  readonly since: Share;
  readonly chance: number;
  readonly confidence: DriftConfidence;
  /** `reported` as drift, or `inconclusive` while the evidence is too weak. */
  readonly state: "inconclusive" | "reported" | "gone" | "accepted";
  /** Samples since the last one that showed it. */
  readonly samplesSinceSeen: number;
  readonly first: RunMark;
  readonly last: RunMark;
  readonly reported: RunMark | undefined;
  readonly runs: number;
  /** The last earlier run that requested its operation. */
  readonly lastGood?: RunMark;
  /** If it has an end day, the change is not part of the history. */
  readonly acceptance?: Acceptance;
}

/** Whether it is accepted, permanently or for now. */
export const isAccepted = ({ state, acceptance }: ChangeCandidate): boolean =>
  state === "accepted" || acceptance !== undefined;

/** Effect of a run on a candidate. `dropped` forgets it; `quiet` does not mention that it is still gone. */
export type Transition = "inconclusive" | "reported" | "standing" | "gone" | "back" | "quiet" | "dropped";

/** A candidate after a run, with the run's effect. */
export interface CandidateUpdate {
  readonly change: ChangeCandidate;
  readonly transition: Transition;
}

/** The run being judged. */
export interface JudgedRun {
  readonly mark: RunMark;
  /** How many features of the target vary with the data. */
  readonly varying: number;
}

/** A reported change is gone if its absence since has at most this chance without a change. */
const goneBelow = 0.05;

const sumOf = (a: Share, b: Share): Share => ({ count: a.count + b.count, of: a.of + b.of });

export const candidateEvidence = ({
  subject,
  nature,
  past,
  since,
  chance,
  records,
}: ChangeCandidate): Evidence => ({
  kind: subject.kind,
  nature,
  before: { all: past.of, different: records?.before.different ?? past.of },
  since: nature === "structural" || records === undefined ? since : ofDifferent(records, since),
  freshShares: records === undefined ? allFresh : freshShares(records),
  chance,
});

/**
 * Weighs the evidence. A first sight keeps all of it, because later runs are compared with a history that may include
 * this change. A reported change stays at least likely, a confirmed one confirmed.
 */
const weighed = (change: ChangeCandidate, ofRun: number | undefined, varying: number): ChangeCandidate => {
  const isFirstSight = change.past.count === 0 || ofRun === undefined;
  const fresh = isFirstSight ? chanceWithoutChange(candidateEvidence(change)) : ofRun;
  const chance = change.state === "inconclusive" ? fresh : Math.min(fresh, change.chance);
  const confidence = confidenceOf({ ...candidateEvidence(change), chance }, varying);
  const isLess = confidence === "inconclusive" || change.confidence === "confirmed";
  return {
    ...change,
    chance,
    confidence: change.state !== "inconclusive" && isLess ? change.confidence : confidence,
  };
};

const settled = (change: ChangeCandidate, mark: RunMark): CandidateUpdate => {
  if (change.confidence === "inconclusive") return { change, transition: "inconclusive" };
  return { change: { ...change, state: "reported", reported: mark }, transition: "reported" };
};

const heavier = (one: Impact, other: Impact): Impact =>
  impacts.indexOf(one) < impacts.indexOf(other) ? one : other;

/** A candidate at first sight; undefined if chance alone explains so few samples. */
export const createCandidate = (
  fingerprint: string,
  signal: Signal,
  { mark, varying }: JudgedRun,
  lastGood?: RunMark,
): CandidateUpdate | undefined => {
  const change: ChangeCandidate = {
    fingerprint,
    subject: signal.subject,
    variants: new Set([signal.variant]),
    nature: signal.nature,
    impact: signal.impact,
    documented: signal.documented,
    before: signal.before,
    now: signal.now,
    past: signal.past,
    since: signal.current,
    chance: 1,
    confidence: "inconclusive",
    state: "inconclusive",
    samplesSinceSeen: 0,
    first: mark,
    last: mark,
    reported: undefined,
    runs: 1,
    ...(signal.records === undefined ? {} : { records: keptRecords(signal.records) }),
    ...(signal.traits === undefined ? {} : { traits: signal.traits }),
    ...(lastGood === undefined ? {} : { lastGood }),
  };
  const judged = weighed(change, signal.chance, varying);
  if (!isRemarkable(judged.nature, judged.chance)) return undefined;
  return settled(signal.isPassing === true ? { ...judged, confidence: "inconclusive" } : judged, mark);
};

const sampledSince = (
  { since, records }: ChangeCandidate,
  signal: Signal,
): Pick<ChangeCandidate, "since" | "records"> => ({
  since: sumOf(since, signal.current),
  ...(records === undefined || signal.records === undefined
    ? {}
    : { records: withMoreRecords(records, signal.records) }),
});

const seenAgain = (change: ChangeCandidate, signal: Signal, mark: RunMark): ChangeCandidate => ({
  ...change,
  variants: new Set([...change.variants, signal.variant]),
  now: signal.now,
  impact: heavier(change.impact, signal.impact),
  ...sampledSince(change, signal),
  samplesSinceSeen: 0,
  last: mark,
  runs: change.runs + 1,
});

const notSeen = (change: ChangeCandidate, signal: Signal): ChangeCandidate => ({
  ...change,
  ...sampledSince(change, signal),
  samplesSinceSeen: change.samplesSinceSeen + signal.current.of,
});

/** Its share up to the last sample that showed it. */
const whileSeen = ({ since, samplesSinceSeen }: ChangeCandidate): Share => ({
  count: since.count,
  of: since.of - samplesSinceSeen,
});

/** Seen occasionally among many more samples than before: it was just too rare to be seen earlier. */
const isOrdinary = ({ past, since }: ChangeCandidate): boolean =>
  since.count < since.of && since.of > 3 * past.of + 30;

const afterAbsence = (change: ChangeCandidate): CandidateUpdate => {
  const isGone = chanceOfNone(whileSeen(change), change.samplesSinceSeen) <= goneBelow;
  if (change.state !== "reported")
    return { change, transition: isGone || isOrdinary(change) ? "dropped" : "inconclusive" };
  return isGone
    ? { change: { ...change, state: "gone" }, transition: "gone" }
    : { change, transition: "standing" };
};

const afterGone = (change: ChangeCandidate, signal: Signal, mark: RunMark): CandidateUpdate => {
  if (signal.current.count === 0) return { change, transition: "quiet" };
  const since = sumOf(whileSeen(change), signal.current);
  return {
    change: { ...seenAgain(change, signal, mark), since, state: "reported" },
    transition: "back",
  };
};

/** The effect of a further run on a candidate. */
export const updateCandidate = (
  change: ChangeCandidate,
  signal: Signal,
  { mark, varying }: JudgedRun,
): CandidateUpdate => {
  if (change.state === "gone") return afterGone(change, signal, mark);
  const { count, of } = signal.current;
  const isReported = change.state === "reported";
  if (of === 0) return { change, transition: isReported ? "standing" : "inconclusive" };
  if (count === 0) return afterAbsence(notSeen(change, signal));
  const seen = weighed(seenAgain(change, signal, mark), signal.chance, varying);
  if (isReported) return { change: seen, transition: "standing" };
  const update = settled(seen, mark);
  return update.transition === "inconclusive" && isOrdinary(seen)
    ? { change: seen, transition: "dropped" }
    : update;
};
