import type { Drift, DriftCounts, DriftState, DriftTarget } from "../model/drift.ts";
import { accept } from "./acceptance.ts";
import { type BaselineState, createBaseline } from "./baseline.ts";
import { driftOf } from "./describe-drift.ts";
import {
  follow,
  type NightMark,
  notice,
  type NoticedChange,
  type Turn,
  type Turned,
} from "./noticed-change.ts";
import type { Shapes } from "./shapes.ts";
import type { Noticed, Signal } from "./signal.ts";
import { driftFingerprint, subjectKey } from "./subject.ts";

/** What a night shows against the nights before it. */
export interface NightVerdict {
  readonly isBaseline: boolean;
  /** What is told tonight: new, standing, back, gone, and what is unsettled. */
  readonly drift: readonly Drift[];
  readonly counts: DriftCounts;
  /** Operations that were answered before and not tonight. */
  readonly notSampled: readonly string[];
}

/** All that a chronicle holds, as plain values. */
export interface ChronicleState {
  readonly baseline: BaselineState;
  readonly changes: Map<string, NoticedChange>;
}

/**
 * The history of one target, night by night. Nothing is kept but the nights and what was accepted: from these all
 * else follows, so that two who write at the same time cannot disagree.
 */
export interface Chronicle {
  /** Compares a night with those before and takes in what agrees with them. */
  judge(shapes: Shapes, mark: NightMark): NightVerdict;
  /** Makes a change part of the baseline; false when there is none of this fingerprint to accept. */
  accept(fingerprint: string): boolean;
  /** Everything ever noticed, in its present state, oldest first. */
  drift(): readonly Drift[];
  /** What it holds, not a copy of it. */
  readonly state: ChronicleState;
}

const stateOf: Readonly<Record<NoticedChange["state"], DriftState>> = {
  unsettled: "unsettled",
  told: "standing",
  gone: "gone",
  accepted: "accepted",
};

const stateAfter: Readonly<Record<Turn, DriftState | undefined>> = {
  noticed: "unsettled",
  told: "new",
  standing: "standing",
  gone: "gone",
  back: "back",
  quiet: undefined,
  dropped: undefined,
};

const ranks: Readonly<Record<Drift["severity"], number>> = { error: 0, warning: 1, info: 2 };
const stateRanks: readonly DriftState[] = ["new", "back", "standing", "gone", "unsettled", "accepted"];

const order = (a: Drift, b: Drift): number =>
  stateRanks.indexOf(a.state) - stateRanks.indexOf(b.state) ||
  ranks[a.severity] - ranks[b.severity] ||
  (a.fingerprint < b.fingerprint ? -1 : 1);

/** Whether a drift that is told tonight fails the night: breaking, confirmed, standing and not accepted. */
export const isFailing = ({ severity, state }: Drift): boolean =>
  severity === "error" && (state === "new" || state === "standing" || state === "back");

const countsOf = (drift: readonly Drift[]): DriftCounts => {
  const count = (state: DriftState): number => drift.filter((one) => one.state === state).length;
  return {
    new: count("new"),
    standing: count("standing"),
    back: count("back"),
    gone: count("gone"),
    unsettled: count("unsettled"),
    breaking: drift.filter(isFailing).length,
  };
};

/** Of several signals of one change (plain lists and those with details) the strongest. */
const isStronger = (a: Signal, b: Signal): boolean => {
  if (a.tonight.count > 0 !== b.tonight.count > 0) return a.tonight.count > 0;
  return a.tonight.of > b.tonight.of;
};

const strongest = (signals: Iterable<Signal>): ReadonlyMap<string, Signal> => {
  const best = new Map<string, Signal>();
  for (const signal of signals) {
    const fingerprint = driftFingerprint(signal.subject);
    const known = best.get(fingerprint);
    if (known === undefined || isStronger(signal, known)) best.set(fingerprint, signal);
  }
  return best;
};

/** Begins anew, or goes on with what one like it held. */
export const createChronicle = (target: DriftTarget, earlier?: ChronicleState): Chronicle => {
  const baseline = createBaseline(target.interface, earlier?.baseline);
  const changes = earlier?.changes ?? new Map<string, NoticedChange>();
  /** States of the changes by their subjects, which are asked for at every place of every night. */
  const states = new Map<string, NoticedChange["state"]>(
    changes.values().map(({ subject, state }) => [subjectKey(subject), state] as const),
  );

  const noticed: Noticed = {
    has(subject) {
      if (states.size === 0) return false;
      const state = states.get(subjectKey(subject));
      return state !== undefined && state !== "accepted";
    },
    isTold: (subject) => states.size > 0 && states.get(subjectKey(subject)) === "told",
  };

  const set = (change: NoticedChange): void => {
    changes.set(change.fingerprint, change);
    states.set(subjectKey(change.subject), change.state);
  };

  const turn = (fingerprint: string, signal: Signal, mark: NightMark): Turned | undefined => {
    const change = changes.get(fingerprint);
    if (change !== undefined && change.state !== "accepted") return follow(change, signal, mark);
    return signal.tonight.count === 0 ? undefined : notice(fingerprint, signal, mark);
  };

  const keep = (turned: Turned): void => {
    const { change } = turned;
    if (turned.turn !== "dropped") return set(change);
    changes.delete(change.fingerprint);
    states.delete(subjectKey(change.subject));
  };

  /** What stood and was not looked at tonight still stands. */
  const unseen = (judged: ReadonlySet<string>): readonly Turned[] =>
    [...changes.values()]
      .filter(
        ({ fingerprint, state }) => !judged.has(fingerprint) && (state === "told" || state === "unsettled"),
      )
      .map((change) => ({ change, turn: change.state === "told" ? "standing" : "noticed" }));

  const tell = (turned: readonly Turned[]): readonly Drift[] =>
    turned
      .flatMap(({ change, turn: made }) => {
        const state = stateAfter[made];
        return state === undefined ? [] : [driftOf(change, target, state)];
      })
      .toSorted(order);

  return {
    judge(shapes, mark) {
      const isBaseline = baseline.isEmpty();
      const night = baseline.read(shapes);
      const signals = isBaseline
        ? new Map<string, Signal>()
        : strongest(baseline.signals(night, noticed, changes.values()));
      const turned: Turned[] = [];
      for (const [fingerprint, signal] of signals) {
        const made = turn(fingerprint, signal, mark);
        if (made !== undefined) turned.push(made);
      }
      const judged = new Set(turned.map(({ change }) => change.fingerprint));
      const all = [...turned, ...unseen(judged)];
      for (const one of all) keep(one);
      const notSampled = baseline.notSampled(night);
      baseline.absorb(night, noticed);
      const drift = tell(all);
      return { isBaseline, drift, counts: countsOf(drift), notSampled };
    },
    accept(fingerprint) {
      const change = changes.get(fingerprint);
      if (change === undefined || change.state === "accepted") return false;
      accept(baseline, change);
      set({ ...change, state: "accepted" });
      return true;
    },
    drift: () => [...changes.values()].map((change) => driftOf(change, target, stateOf[change.state])),
    state: { baseline: baseline.state, changes },
  };
};
