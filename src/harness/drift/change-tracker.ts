import {
  type Acceptance,
  type Drift,
  type DriftCounts,
  type DriftState,
  type DriftTarget,
  type DriftGroup,
  isOpenState,
} from "../model/drift.ts";
import { accept } from "./acceptance.ts";
import {
  type CandidateUpdate,
  type ChangeCandidate,
  createCandidate,
  isAccepted,
  type JudgedRun,
  type Transition,
  updateCandidate,
} from "./change-candidate.ts";
import { fieldOf } from "./owner.ts";
import { byState, describeGroup, type StateOf } from "./describe-group.ts";
import { driftOf } from "./describe-drift.ts";
import type { Documentation } from "./documentation.ts";
import { type ChangeGroup, groupChanges } from "./group-changes.ts";
import {
  emptyHistory,
  type History,
  isEmpty,
  type KeyedLocation,
  lastRunOf,
  locationsOf,
  notSampled,
  varyingFeatures,
} from "./history.ts";
import { historySignals } from "./history-signals.ts";
import { updateHistory } from "./history-update.ts";
import { removalSignals, removedOperations } from "./removed-operations.ts";
import type { Shapes } from "./shapes.ts";
import type { KnownChanges, Signal } from "./signal.ts";
import type { RunMark } from "./stored-run.ts";
import { sortRun, type SortedRun } from "./sorted-run.ts";
import { driftFingerprint, type Subject, subjectKey } from "./subject.ts";

/** What a run shows against the runs before it. */
export interface RunVerdict {
  readonly isBaseline: boolean;
  /** New, standing, back and gone in this run, and what is inconclusive. */
  readonly drift: readonly Drift[];
  /** The same by what caused it. */
  readonly groups: readonly DriftGroup[];
  readonly counts: DriftCounts;
  /** Operations that were answered before and not in this run. */
  readonly notSampled: readonly string[];
}

/** What a tracker holds, as plain values. */
export interface ChangeTrackerState {
  readonly history: History;
  readonly changes: Map<string, ChangeCandidate>;
  /** Groups that were accepted, by fingerprint: what joins them is accepted, too. */
  readonly acceptedGroups: Map<string, Acceptance>;
}

export const emptyTrackerState = (): ChangeTrackerState => ({
  history: emptyHistory(),
  changes: new Map(),
  acceptedGroups: new Map(),
});

/**
 * Tracks what changes at one target from run to run. Its state follows from the runs and from what was accepted, in
 * the order in which they came, and from nothing else.
 */
export interface ChangeTracker {
  /** Compares a run with those before and adds what agrees with them to the history. */
  judge(shapes: Shapes, mark: RunMark): RunVerdict;
  /**
   * Accepts a change, or a group with all that joins it: for good it becomes part of the history, until a day it stays
   * out of it. False when nothing of this fingerprint is open.
   */
  accept(fingerprint: string, acceptance: Acceptance): boolean;
  /** Fingerprints of what may be accepted, or for longer: changes, and groups of them. */
  open(): readonly string[];
  /** Every candidate in its present state, oldest first. */
  drift(): readonly Drift[];
  /** The same by what caused it. */
  groups(): readonly DriftGroup[];
  /** What it holds, not a copy of it. */
  readonly state: ChangeTrackerState;
}

const stateOf: Readonly<Record<ChangeCandidate["state"], DriftState>> = {
  inconclusive: "inconclusive",
  reported: "standing",
  gone: "gone",
  accepted: "accepted",
};

const presentState = (change: ChangeCandidate): DriftState =>
  isAccepted(change) ? "accepted" : stateOf[change.state];

const stateAfter: Readonly<Record<Transition, DriftState | undefined>> = {
  inconclusive: "inconclusive",
  reported: "new",
  standing: "standing",
  gone: "gone",
  back: "back",
  quiet: undefined,
  dropped: undefined,
};

/** Whether a reported change fails the run: breaking, confirmed, there and not accepted. */
export const isFailing = ({ severity, state }: Drift): boolean => severity === "error" && isOpenState(state);

export const countsOf = (drift: readonly Drift[]): DriftCounts => {
  const count = (state: DriftState): number => drift.filter((one) => one.state === state).length;
  return {
    new: count("new"),
    standing: count("standing"),
    back: count("back"),
    gone: count("gone"),
    inconclusive: count("inconclusive"),
    breaking: drift.filter(isFailing).length,
  };
};

const driftAfter = (updates: readonly CandidateUpdate[], target: DriftTarget): readonly Drift[] =>
  updates
    .flatMap(({ change, transition }) => {
      const state = stateAfter[transition];
      return state === undefined ? [] : [driftOf(change, target, state)];
    })
    .toSorted(byState);

/** Of several signals of one change (plain lists and those with details) the strongest. */
const isStronger = (a: Signal, b: Signal): boolean => {
  if (a.current.count > 0 !== b.current.count > 0) return a.current.count > 0;
  return a.current.of > b.current.of;
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

/** A field that some answers lack and others have is not gone from those that lack it, of whatever variant they are. */
const withoutPartlyGone = function* (
  signals: ReadonlyMap<string, Signal>,
  known: KnownChanges,
): Generator<readonly [string, Signal]> {
  for (const [fingerprint, signal] of signals) {
    const { subject, current } = signal;
    const partly = signals.get(driftFingerprint({ ...subject, kind: "presence-dropped" }));
    const isFirst = subject.kind === "field-removed" && current.count > 0 && !known.has(subject);
    if (!isFirst || (partly?.current.count ?? 0) === 0) yield [fingerprint, signal];
  }
};

/** Whether what a change shows is usual at other targets, so that it may be here, too. */
export type IsUsualElsewhere = (subject: Subject) => boolean;

/** What is likely and usual elsewhere says too little: it is reported once it is confirmed. */
const heldBack = (update: CandidateUpdate, isUsualElsewhere: IsUsualElsewhere): CandidateUpdate => {
  const { change, transition } = update;
  if (transition !== "reported" || change.confidence !== "likely" || !isUsualElsewhere(change.subject))
    return update;
  return {
    change: { ...change, state: "inconclusive", confidence: "inconclusive", reported: undefined },
    transition: "inconclusive",
  };
};

const opposites: Readonly<Partial<Record<Subject["kind"], readonly Subject["kind"][]>>> = {
  "field-added": ["field-removed", "presence-dropped"],
  "field-removed": ["field-added"],
  "presence-dropped": ["field-added"],
};

class Tracker implements ChangeTracker {
  readonly state: ChangeTrackerState;
  private readonly target: DriftTarget;
  private readonly documentation: Documentation;
  private readonly isUsualElsewhere: IsUsualElsewhere;
  /** States of the candidates by their subjects: they are asked for at every location of every run. */
  private readonly states = new Map<string, ChangeCandidate["state"]>();
  /** Where there is any candidate: spares the key of a subject at most locations. */
  private readonly pointers = new Set<string>();
  /** Changes that were accepted and that a run has shown as new since. */
  private readonly reappeared = new Set<string>();
  private readonly known: KnownChanges = {
    has: (subject) => {
      const state = this.candidateState(subject);
      return state !== undefined && state !== "accepted";
    },
    isReported: (subject) => this.candidateState(subject) === "reported",
    isAnyAt: (pointer) => this.pointers.has(pointer),
  };

  constructor(
    target: DriftTarget,
    documentation: Documentation,
    state: ChangeTrackerState,
    isUsualElsewhere: IsUsualElsewhere,
  ) {
    this.target = target;
    this.documentation = documentation;
    this.isUsualElsewhere = isUsualElsewhere;
    this.state = state;
    for (const change of state.changes.values()) this.noteState(change);
  }

  judge(shapes: Shapes, mark: RunMark): RunVerdict {
    const { history } = this.state;
    const isBaseline = isEmpty(history);
    const expired = this.expire(mark);
    const whole = sortRun(shapes, this.target.interface);
    const removed = removedOperations(whole, history);
    const run = removed.size === 0 ? whole : sortRun(shapes, this.target.interface, removed);
    const locations = locationsOf(history, run);
    const seen = isBaseline
      ? []
      : this.updatesOf([...this.removals(whole, removed), ...this.signals(run, locations)], {
          mark,
          varying: varyingFeatures(history, this.target.interface, this.documentation),
        });
    const updates = [...seen, ...this.notJudged(seen)];
    for (const update of updates) this.keep(update);
    const missing = notSampled(history, run).filter((operation) => !removed.has(operation));
    updateHistory(history, run, locations, mark, this.known);
    this.acceptJoined(mark);
    const open = this.openAfter(updates, expired);
    const drift = driftAfter(open, this.target);
    return {
      isBaseline,
      drift,
      groups: this.groupsAfter(open),
      counts: countsOf(drift),
      notSampled: missing,
    };
  }

  accept(fingerprint: string, acceptance: Acceptance): boolean {
    const change = this.state.changes.get(fingerprint);
    if (change !== undefined) return this.acceptChange(change, acceptance);
    const group = this.groupsOfChanges().find((one) => one.fingerprint === fingerprint);
    const accepted = group?.changes.filter((one) => this.acceptChange(one, acceptance)) ?? [];
    if (accepted.length > 0) this.state.acceptedGroups.set(fingerprint, acceptance);
    return accepted.length > 0;
  }

  open(): readonly string[] {
    const isOpen = ({ state }: ChangeCandidate): boolean => state !== "accepted";
    const changes = [...this.state.changes.values()].filter(isOpen);
    const groups = this.groupsOfChanges().filter((group) => group.changes.some(isOpen));
    return [...changes, ...groups].map(({ fingerprint }) => fingerprint);
  }

  drift(): readonly Drift[] {
    return [...this.state.changes.values()].map((change) =>
      driftOf(change, this.target, presentState(change)),
    );
  }

  groups(): readonly DriftGroup[] {
    return this.groupsBy(presentState);
  }

  /** Groups of this run: those that it moved or could have moved. */
  private groupsAfter(updates: readonly CandidateUpdate[]): readonly DriftGroup[] {
    const states = new Map(
      updates.map(({ change, transition }) => [change.fingerprint, stateAfter[transition]]),
    );
    const groups = this.groupsBy((change) =>
      isAccepted(change) ? "accepted" : states.get(change.fingerprint),
    );
    return groups.filter(({ state }) => state !== "accepted");
  }

  private groupsBy(state: StateOf): readonly DriftGroup[] {
    return this.groupsOfChanges()
      .flatMap((group) => describeGroup(group, state, this.documentation) ?? [])
      .toSorted(byState);
  }

  private groupsOfChanges(): readonly ChangeGroup[] {
    return groupChanges(this.state.changes.values(), this.documentation);
  }

  private acceptChange(change: ChangeCandidate, acceptance: Acceptance): boolean {
    if (change.state === "accepted") return false;
    if (acceptance.until !== undefined) this.set({ ...change, acceptance });
    else {
      accept(this.state.history, change, this.documentation);
      this.set({ ...change, state: "accepted", acceptance });
    }
    return true;
  }

  /** Ends what was accepted until a day that has come; returns the changes that were. */
  private expire({ startedAt }: RunMark): ReadonlySet<string> {
    const isOver = ({ until }: Acceptance): boolean => until !== undefined && until <= startedAt;
    for (const [fingerprint, acceptance] of this.state.acceptedGroups)
      if (isOver(acceptance)) this.state.acceptedGroups.delete(fingerprint);
    const expired = new Set<string>();
    for (const { acceptance, ...change } of this.state.changes.values())
      if (acceptance !== undefined && isOver(acceptance)) {
        this.set(change);
        expired.add(change.fingerprint);
      }
    return expired;
  }

  /** Accepts what this run has added to groups that are accepted; one that is there again is accepted no more. */
  private acceptJoined({ run }: RunMark): void {
    const { acceptedGroups } = this.state;
    if (acceptedGroups.size === 0) return;
    for (const { fingerprint, changes } of this.groupsOfChanges()) {
      const acceptance = acceptedGroups.get(fingerprint);
      if (acceptance === undefined) continue;
      if (changes.some((one) => this.reappeared.has(one.fingerprint))) acceptedGroups.delete(fingerprint);
      else
        for (const change of changes)
          if (change.first.run === run && !isAccepted(change)) this.acceptChange(change, acceptance);
    }
  }

  /** What a run moved, without what is accepted. What is accepted no longer is back where it is still there. */
  private openAfter(
    updates: readonly CandidateUpdate[],
    expired: ReadonlySet<string>,
  ): readonly CandidateUpdate[] {
    return updates.flatMap(({ change, transition }): readonly CandidateUpdate[] => {
      const now = this.state.changes.get(change.fingerprint) ?? change;
      if (isAccepted(now)) return [];
      const isBack = transition === "standing" && expired.has(now.fingerprint);
      return [{ change: now, transition: isBack ? "back" : transition }];
    });
  }

  private removals(run: SortedRun, removed: ReadonlySet<string>): Iterable<Signal> {
    const { history, changes } = this.state;
    const known = [...changes.values()].filter(({ state }) => state !== "accepted");
    const subjects = known.map(({ subject }) => subject).filter(({ kind }) => kind === "operation-removed");
    return removalSignals(run, removed, history, subjects);
  }

  private signals(run: SortedRun, locations: readonly KeyedLocation[]): Iterable<Signal> {
    const { history, changes } = this.state;
    return historySignals({ history, run, locations, known: this.known, candidates: [...changes.values()] });
  }

  private updatesOf(signals: Iterable<Signal>, run: JudgedRun): readonly CandidateUpdate[] {
    return [...withoutPartlyGone(strongest(signals), this.known)].flatMap(([fingerprint, signal]) => {
      const update = this.updateOf(fingerprint, signal, run);
      return update === undefined ? [] : [heldBack(update, this.isUsualElsewhere)];
    });
  }

  private updateOf(fingerprint: string, signal: Signal, run: JudgedRun): CandidateUpdate | undefined {
    const change = this.state.changes.get(fingerprint);
    if (change !== undefined && change.state !== "accepted") return updateCandidate(change, signal, run);
    if (signal.current.count === 0 || (change === undefined && this.isReturn(signal.subject)))
      return undefined;
    if (change !== undefined) this.reappeared.add(fingerprint);
    const lastGood = lastRunOf(this.state.history, signal.subject.operation);
    return createCandidate(fingerprint, signal, run, lastGood);
  }

  /**
   * Whether a field only comes back or goes again, of which another location has shown the opposite that nobody has
   * accepted: this one was sampled first while that was so.
   */
  private isReturn(subject: Subject): boolean {
    const opposite = opposites[subject.kind];
    if (opposite === undefined) return false;
    const field = fieldOf(subject, this.documentation);
    return [...this.state.changes.values()].some(
      (one) =>
        (one.state === "reported" || one.state === "gone") &&
        opposite.includes(one.subject.kind) &&
        fieldOf(one.subject, this.documentation) === field,
    );
  }

  /** What no signal of this run is about stays as it was. */
  private notJudged(seen: readonly CandidateUpdate[]): readonly CandidateUpdate[] {
    const judged = new Set(seen.map(({ change }) => change.fingerprint));
    return [...this.state.changes.values()].flatMap((change): readonly CandidateUpdate[] => {
      if (judged.has(change.fingerprint)) return [];
      if (change.state === "reported") return [{ change, transition: "standing" }];
      return change.state === "inconclusive" ? [{ change, transition: "inconclusive" }] : [];
    });
  }

  private keep({ change, transition }: CandidateUpdate): void {
    if (transition !== "dropped") return this.set(change);
    this.state.changes.delete(change.fingerprint);
    this.states.delete(subjectKey(change.subject));
  }

  private set(change: ChangeCandidate): void {
    this.state.changes.set(change.fingerprint, change);
    this.noteState(change);
  }

  private noteState({ subject, state }: ChangeCandidate): void {
    this.states.set(subjectKey(subject), state);
    this.pointers.add(subject.pointer);
  }

  private candidateState(subject: Subject): ChangeCandidate["state"] | undefined {
    return this.pointers.has(subject.pointer) ? this.states.get(subjectKey(subject)) : undefined;
  }
}

/** Begins without a run, or goes on from `state`, which it changes. */
export const createChangeTracker = (
  target: DriftTarget,
  documentation: Documentation,
  state: ChangeTrackerState = emptyTrackerState(),
  isUsualElsewhere: IsUsualElsewhere = () => false,
): ChangeTracker => new Tracker(target, documentation, state, isUsualElsewhere);
