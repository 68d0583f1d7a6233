import type { DriftConfidence, Share } from "../model/drift.ts";
import type { Impact } from "../model/impact.ts";
import { chanceOfNone } from "./chance.ts";
import { chanceWithoutChange, confidenceOf, type Evidence, isRemarkable, type Nature } from "./confidence.ts";
import type { Signal } from "./signal.ts";
import type { Subject } from "./subject.ts";

/** Which night it is: its number in the store and when it began, ISO 8601. */
export interface NightMark {
  readonly night: number;
  readonly startedAt: string;
}

/** A possible change that some night showed, with the evidence of all nights since. */
export interface NoticedChange {
  readonly fingerprint: string;
  readonly subject: Subject;
  readonly variants: ReadonlySet<string>;
  readonly nature: Nature;
  readonly impact: Impact;
  readonly documented: string | undefined;
  readonly before: string;
  readonly now: string;
  /** Samples before the change, as they were when it was noticed. */
  readonly past: Share;
  readonly since: Share;
  readonly chance: number;
  readonly confidence: DriftConfidence;
  /** `told` as drift, or not yet. */
  readonly state: "unsettled" | "told" | "gone" | "accepted";
  /** Samples without a sight since the last one. */
  readonly silent: number;
  readonly first: NightMark;
  readonly last: NightMark;
  readonly told: NightMark | undefined;
  readonly nights: number;
}

/** What a night made of a change. */
export type Turn = "noticed" | "told" | "standing" | "gone" | "back" | "quiet" | "dropped";

export interface Turned {
  readonly change: NoticedChange;
  readonly turn: Turn;
}

/** So unlikely must a silence be for what stood to be gone. */
const goneBelow = 0.05;

const sumOf = (a: Share, b: Share): Share => ({ count: a.count + b.count, of: a.of + b.of });

export const evidenceOf = ({ subject, nature, past, since, chance }: NoticedChange): Evidence => ({
  kind: subject.kind,
  nature,
  before: past.of,
  since,
  chance,
});

/** Weighs the evidence; what was told stays at least likely, and what was confirmed stays so. */
const weighed = (change: NoticedChange, override: number | undefined): NoticedChange => {
  const fresh = override ?? chanceWithoutChange(change.nature, change.past.of, change.since);
  const chance = change.state === "unsettled" ? fresh : Math.min(fresh, change.chance);
  const confidence = confidenceOf({ ...evidenceOf(change), chance });
  const isLess = confidence === "unsettled" || change.confidence === "confirmed";
  return {
    ...change,
    chance,
    confidence: change.state !== "unsettled" && isLess ? change.confidence : confidence,
  };
};

const settled = (change: NoticedChange, mark: NightMark): Turned => {
  if (change.confidence === "unsettled") return { change, turn: "noticed" };
  return { change: { ...change, state: "told", told: mark }, turn: "told" };
};

/** A change at its first sight; undefined where it is nothing that samples so few would not show anyway. */
export const notice = (fingerprint: string, signal: Signal, mark: NightMark): Turned | undefined => {
  const change: NoticedChange = {
    fingerprint,
    subject: signal.subject,
    variants: new Set([signal.variant]),
    nature: signal.nature,
    impact: signal.impact,
    documented: signal.documented,
    before: signal.before,
    now: signal.now,
    past: signal.past,
    since: signal.tonight,
    chance: 1,
    confidence: "unsettled",
    state: "unsettled",
    silent: 0,
    first: mark,
    last: mark,
    told: undefined,
    nights: 1,
  };
  const judged = weighed(change, signal.chance);
  return isRemarkable(judged.nature, judged.chance) ? settled(judged, mark) : undefined;
};

const withSight = (change: NoticedChange, signal: Signal, mark: NightMark): NoticedChange => ({
  ...change,
  variants: new Set([...change.variants, signal.variant]),
  now: signal.now,
  since: sumOf(change.since, signal.tonight),
  silent: 0,
  last: mark,
  nights: change.nights + 1,
});

const withoutSight = (change: NoticedChange, of: number): NoticedChange => ({
  ...change,
  since: { ...change.since, of: change.since.of + of },
  silent: change.silent + of,
});

const whileShown = ({ since, silent }: NoticedChange): Share => ({
  count: since.count,
  of: since.of - silent,
});

/** What is seen now and then among many more samples than there were before was only too rare to be seen then. */
const isOrdinary = ({ past, since }: NoticedChange): boolean =>
  since.count < since.of && since.of > 3 * past.of + 30;

const silentTurn = (change: NoticedChange): Turned => {
  const isGone = chanceOfNone(whileShown(change), change.silent) <= goneBelow;
  if (change.state === "told")
    return isGone ? { change: { ...change, state: "gone" }, turn: "gone" } : { change, turn: "standing" };
  return { change, turn: isGone || isOrdinary(change) ? "dropped" : "noticed" };
};

/** What another night makes of a change that was noticed before. */
export const follow = (change: NoticedChange, signal: Signal, mark: NightMark): Turned => {
  const { count, of } = signal.tonight;
  if (change.state === "gone") {
    if (count === 0) return { change, turn: "quiet" };
    const shown = { ...withSight(change, signal, mark), since: sumOf(whileShown(change), signal.tonight) };
    return { change: { ...shown, state: "told" }, turn: "back" };
  }
  if (of === 0) return { change, turn: change.state === "told" ? "standing" : "noticed" };
  if (count === 0) return silentTurn(withoutSight(change, of));
  const seen = weighed(withSight(change, signal, mark), signal.chance);
  if (change.state === "told") return { change: seen, turn: "standing" };
  const turned = settled(seen, mark);
  return turned.turn === "noticed" && isOrdinary(seen) ? { change: seen, turn: "dropped" } : turned;
};
