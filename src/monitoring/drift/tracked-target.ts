import type { DriftTarget } from "../../core/model/drift.ts";
import {
  type ChangeTrackerState,
  ChangeTracker,
  emptyTrackerState,
  type IsUsualElsewhere,
  type DriftVerdict,
} from "./change-tracker.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { outcomeOf, type RunOutcome } from "./run-outcome.ts";
import type { StoredEndedRun, StoredAcceptance } from "./stored-run.ts";

/** The state after all runs of a target, as plain values: sufficient for the next run. */
export interface TrackedState {
  readonly tracker: ChangeTrackerState;
  /** Undocumented names that the runs have shown to be fields (privacy/kept-names.ts). */
  readonly fields: ReadonlySet<string>;
  /** Position of its last run; 0 before the first. */
  readonly run: number;
  /** Id of its last acceptance; 0 before the first. */
  readonly acceptance: number;
}

export const emptyTrackedState = (): TrackedState => ({
  tracker: emptyTrackerState(),
  fields: new Set(),
  run: 0,
  acceptance: 0,
});

/** The result of an added run. */
export interface AddedRun {
  /** Its position. */
  readonly run: number;
  /** Undefined for a failed run. */
  readonly verdict: DriftVerdict | undefined;
  readonly outcome: RunOutcome | undefined;
}

/** Continues from `state`, which it changes. */
export const createTrackedTarget = (
  target: DriftTarget,
  documentation: Documentation,
  state: TrackedState = emptyTrackedState(),
  isUsualElsewhere?: IsUsualElsewhere,
) => {
  const tracker = new ChangeTracker(target, documentation, state.tracker, isUsualElsewhere);
  let { fields, run: position, acceptance: accepted } = state;

  return {
    get state() {
      return { tracker: tracker.state, fields, run: position, acceptance: accepted };
    },
    /** Adds the next run. */
    add(run: StoredEndedRun) {
      position = run.run;
      if (run.state !== "sampled") return { run: position, verdict: undefined, outcome: undefined };
      const shapes = run.shapes();
      // Shapes stored by an earlier version may hold names that this one hides.
      fields = shapes.hideNames(fields);
      const verdict = tracker.judge(shapes, { run: run.run, startedAt: run.startedAt });
      return { run: position, verdict, outcome: outcomeOf(shapes, verdict) };
    },
    /** Accepts a change or a group; false if nothing of this fingerprint is open. */
    accept({ id, fingerprint, ...acceptance }: Omit<StoredAcceptance, "after">) {
      accepted = Math.max(accepted, id);
      return tracker.accept(fingerprint, acceptance);
    },
    /** Fingerprints that can be accepted. */
    open: () => tracker.open(),
    /** Every candidate in its present state, oldest first. */
    drift: () => tracker.drift(),
    /** The same by cause. */
    groups: () => tracker.groups(),
  };
};

/** Tracks a target from run to run. */
export type TrackedTarget = ReturnType<typeof createTrackedTarget>;

/** Adds runs and acceptances in their order: an acceptance follows the run that it names. */
export const addAll = (
  tracked: TrackedTarget,
  runs: Iterable<StoredEndedRun>,
  acceptances: readonly StoredAcceptance[],
): readonly AddedRun[] => {
  const added: AddedRun[] = [];
  const acceptAfter = (run: number): void => {
    for (const one of acceptances)
      if (one.after === run && one.id > tracked.state.acceptance) {
        const { after: _, ...acceptance } = one;
        tracked.accept(acceptance);
      }
  };
  acceptAfter(tracked.state.run);
  for (const run of runs) {
    added.push(tracked.add(run));
    acceptAfter(run.run);
  }
  return added;
};
