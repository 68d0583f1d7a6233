import {
  type Acceptance,
  type Drift,
  type DriftCounts,
  type DriftState,
  type DriftTarget,
  type DriftGroup,
  isOpenState,
} from "../../core/model/drift.ts";
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
import { fieldKey } from "./owner.ts";
import { byState, describeGroup, type StateOf } from "./describe-group.ts";
import { driftOf } from "./describe-drift.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
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
import type { Shapes } from "../../core/shapes/shapes.ts";
import type { KnownChanges, Signal } from "./signal.ts";
import type { RunMark } from "./stored-run.ts";
import { sortRun, type SortedRun } from "./sorted-run.ts";
import { driftFingerprint, type Subject, subjectKey } from "./subject.ts";

/** The result of a run compared with earlier ones. */
export interface DriftVerdict {
  readonly isBaseline: boolean;
  /** Changes that are new, standing, back, gone or inconclusive in this run. */
  readonly drift: readonly Drift[];
  /** The same by cause. */
  readonly groups: readonly DriftGroup[];
  readonly counts: DriftCounts;
  /** Operations answered before but not in this run. */
  readonly notSampled: readonly string[];
}

/** The tracker's data, as plain values. */
export interface ChangeTrackerState {
  readonly history: History;
  readonly changes: Map<string, ChangeCandidate>;
  /** Accepted groups by fingerprint; changes that join them are accepted, too. */
  readonly acceptedGroups: Map<string, Acceptance>;
}

export const emptyTrackerState = (): ChangeTrackerState => ({
  history: emptyHistory(),
  changes: new Map(),
  acceptedGroups: new Map(),
});

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

/** Whether a reported change fails the run: breaking, confirmed, present and not accepted. */
export const isFailingDrift = ({ severity, state }: Drift): boolean =>
  severity === "error" && isOpenState(state);

export const countsOf = (drift: readonly Drift[]): DriftCounts => {
  const count = (state: DriftState): number => drift.filter((one) => one.state === state).length;
  return {
    new: count("new"),
    standing: count("standing"),
    back: count("back"),
    gone: count("gone"),
    inconclusive: count("inconclusive"),
    breaking: drift.filter(isFailingDrift).length,
  };
};

const driftAfter = (updates: readonly CandidateUpdate[], target: DriftTarget): readonly Drift[] =>
  updates
    .flatMap(({ change, transition }) => {
      const state = stateAfter[transition];
      return state === undefined ? [] : [driftOf(change, target, state)];
    })
    .toSorted(byState);

/** Prefers the stronger signal of one change, for example of plain and detailed lists. */
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

/** Drops removals of a field that only some answers lack, whatever their variant. */
const withoutPartlyGone = function* (
  signals: ReadonlyMap<string, Signal>,
  known: KnownChanges,
): Generator<readonly [string, Signal]> {
  for (const [fingerprint, signal] of signals) {
    const { subject, current } = signal;
    const isFirst = subject.kind === "field-removed" && current.count > 0 && !known.has(subject);
    const partly = isFirst
      ? signals.get(driftFingerprint({ ...subject, kind: "presence-dropped" }))
      : undefined;
    if ((partly?.current.count ?? 0) === 0) yield [fingerprint, signal];
  }
};

/** Whether a change's state is usual at other targets, and may thus be usual here. */
export type IsUsualElsewhere = (subject: Subject) => boolean;

/** Holds back a likely change that is usual elsewhere until it is confirmed. */
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

/**
 * Tracks the changes of one target from run to run. Its state depends only on the runs and acceptances, in their order.
 */
export class ChangeTracker {
  /** The tracker's own data, not a copy. */
  readonly state: ChangeTrackerState;
  private readonly target: DriftTarget;
  private readonly documentation: Documentation;
  private readonly isUsualElsewhere: IsUsualElsewhere;
  /** Candidate states by subject, for a lookup at every location of every run. */
  private readonly states = new Map<string, ChangeCandidate["state"]>();
  /** Pointers with any candidate; saves building subject keys at most locations. */
  private readonly pointers = new Set<string>();
  /** Accepted changes that a run has shown as new again. */
  private readonly reappeared = new Set<string>();
  private readonly known: KnownChanges = {
    has: (subject) => {
      const state = this.candidateState(subject);
      return state !== undefined && state !== "accepted";
    },
    isReported: (subject) => this.candidateState(subject) === "reported",
    isAnyAt: (pointer) => this.pointers.has(pointer),
  };

  /** Starts without a run, or continues from `state`, which it changes. */
  constructor(
    target: DriftTarget,
    documentation: Documentation,
    state: ChangeTrackerState = emptyTrackerState(),
    isUsualElsewhere: IsUsualElsewhere = () => false,
  ) {
    this.target = target;
    this.documentation = documentation;
    this.isUsualElsewhere = isUsualElsewhere;
    this.state = state;
    for (const change of state.changes.values()) this.noteState(change);
  }

  /** Compares a run with earlier ones and adds whatever agrees with them to the history. */
  judge(shapes: Shapes, mark: RunMark): DriftVerdict {
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

  /**
   * Accepts a change, or a group and everything that joins it: permanently as part of the history, or until a day
   * outside of it. False if nothing of this fingerprint is open.
   */
  accept(fingerprint: string, acceptance: Acceptance): boolean {
    const change = this.state.changes.get(fingerprint);
    if (change !== undefined) return this.acceptChange(change, acceptance);
    const group = this.groupsOfChanges().find((one) => one.fingerprint === fingerprint);
    const accepted = group?.changes.filter((one) => this.acceptChange(one, acceptance)) ?? [];
    if (accepted.length > 0) this.state.acceptedGroups.set(fingerprint, acceptance);
    return accepted.length > 0;
  }

  /** Fingerprints that can be accepted, or accepted for longer: changes and groups. */
  open(): readonly string[] {
    const isOpen = ({ state }: ChangeCandidate): boolean => state !== "accepted";
    const changes = [...this.state.changes.values()].filter(isOpen);
    const groups = this.groupsOfChanges().filter((group) => group.changes.some(isOpen));
    return [...changes, ...groups].map(({ fingerprint }) => fingerprint);
  }

  /** Every candidate in its present state, oldest first. */
  drift(): readonly Drift[] {
    return [...this.state.changes.values()].map((change) =>
      driftOf(change, this.target, presentState(change)),
    );
  }

  /** The same by cause. */
  groups(): readonly DriftGroup[] {
    return this.groupsBy(presentState);
  }

  /** The groups this run affected or could have affected. */
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

  /** Ends acceptances whose day has come; returns their changes. */
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

  /** Accepts this run's additions to accepted groups; a group with a reappeared change is no longer accepted. */
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

  /** The changes this run affected, without accepted ones; a change that outlives its acceptance is back. */
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
   * Whether a field merely returns or disappears again: another location, sampled earlier, has shown the opposite,
   * which nobody has accepted.
   */
  private isReturn(subject: Subject): boolean {
    const opposite = opposites[subject.kind];
    if (opposite === undefined) return false;
    const field = fieldKey(subject, this.documentation);
    return [...this.state.changes.values()].some(
      (one) =>
        (one.state === "reported" || one.state === "gone") &&
        opposite.includes(one.subject.kind) &&
        fieldKey(one.subject, this.documentation) === field,
    );
  }

  /** Candidates without a signal in this run stay unchanged. */
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
