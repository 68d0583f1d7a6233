import type { Acceptance, Drift, DriftGroup, DriftTarget } from "../../core/model/drift.ts";
import { countsOf, type IsUsualElsewhere, type DriftVerdict } from "./change-tracker.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { packShapes } from "./packed.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";
import { outcomeOf, type RunOutcome } from "./run-outcome.ts";
import { endedRun, type RunResult, type StoredRun } from "./stored-run.ts";
import { createTrackedTarget, type TrackedState, type TrackedTarget } from "./tracked-target.ts";

/** The past of a target before a run. */
export interface TargetPast {
  readonly target: DriftTarget;
  /** Owned by the reader, who may change it. */
  readonly state: TrackedState;
  /** Names shown by at least two organizations to be fields of this interface; empty for a single organization. */
  readonly knownFields?: ReadonlySet<string>;
  /** Changes accepted everywhere, by the fingerprints of their groups. */
  readonly acceptedEverywhere?: ReadonlyMap<string, Acceptance>;
  /** Whether a change's state is usual in other organizations. */
  readonly isUsualElsewhere?: IsUsualElsewhere;
}

/** One target after a run. */
export interface JudgedTarget {
  readonly target: DriftTarget;
  readonly run: StoredRun;
  /** Undefined for a failed target. */
  readonly verdict: DriftVerdict | undefined;
  readonly outcome: RunOutcome | undefined;
  /** Packed by `packShapes`, without names that may be data; undefined for a failed target. */
  readonly shapes: Uint8Array | undefined;
  /** Without the fields known to the fleet. */
  readonly state: TrackedState;
  /** Every change in its present state, by cause. */
  readonly groups: readonly DriftGroup[];
  /** The same one by one. */
  readonly changes: readonly Drift[];
  /** Fingerprints that can be accepted. */
  readonly open: readonly string[];
  /** Fingerprints of open groups now accepted, because they are accepted everywhere. */
  readonly accepted: readonly string[];
}

/** Accepts open groups that are accepted everywhere; returns them. */
const acceptIn = (
  tracked: TrackedTarget,
  everywhere: NonNullable<TargetPast["acceptedEverywhere"]>,
  startedAt: string,
): readonly DriftGroup[] =>
  everywhere.size === 0
    ? []
    : tracked.groups().filter(({ fingerprint, state }) => {
        const acceptance = everywhere.get(fingerprint);
        const isOver = acceptance?.until !== undefined && acceptance.until <= startedAt;
        if (state !== "standing" || acceptance === undefined || isOver) return false;
        return tracked.accept({ id: tracked.state.acceptance, fingerprint, ...acceptance });
      });

/** The result of a run without what was accepted since. */
const verdictWithout = (verdict: DriftVerdict, accepted: readonly DriftGroup[]): DriftVerdict => {
  const names = new Set(accepted.flatMap(({ fingerprint, changes }) => [fingerprint, ...changes]));
  const drift = verdict.drift.filter(({ fingerprint }) => !names.has(fingerprint));
  const groups = verdict.groups.filter(({ fingerprint }) => !names.has(fingerprint));
  return { ...verdict, drift, groups, counts: countsOf(drift) };
};

/**
 * Judges what a run saw of one target by its past. Pure except for `past.state` and the shapes, in which names that may
 * be data are hidden for good.
 */
export const judgeTarget = (
  { target, state, knownFields = new Set(), acceptedEverywhere = new Map(), isUsualElsewhere }: TargetPast,
  result: RunResult,
  { startedAt, seed, version }: Pick<StoredRun, "startedAt" | "seed" | "version">,
  documentation: Documentation,
): JudgedTarget => {
  const { shapes } = result;
  const fields = new Set([...state.fields, ...knownFields]);
  // Together with, and before, anything is written or reported.
  shapes?.hideNames(fields);
  const packed = shapes === undefined ? undefined : packShapes(shapes);
  const tracked = createTrackedTarget(target, documentation, { ...state, fields }, isUsualElsewhere);
  const run = endedRun({ run: state.run + 1, startedAt, seed, version }, result);
  const added = tracked.add(run);
  const accepted = acceptIn(tracked, acceptedEverywhere, startedAt);
  const verdict = added.verdict === undefined ? undefined : verdictWithout(added.verdict, accepted);
  const { state: next } = tracked;
  return {
    target,
    run,
    verdict,
    outcome: shapes === undefined || verdict === undefined ? undefined : outcomeOf(shapes, verdict),
    shapes: packed,
    state: { ...next, fields: new Set([...next.fields].filter((name) => !knownFields.has(name))) },
    groups: tracked.groups(),
    changes: tracked.drift(),
    open: tracked.open(),
    accepted: accepted.map(({ fingerprint }) => fingerprint),
  };
};

/** A change and a run that is not stored. */
export interface TriedOut {
  readonly before: Drift | undefined;
  readonly after: Drift | undefined;
}

/** A change before and after a run with exactly these shapes, which is not stored. Changes `past.state`. */
export const tryOut = (
  fingerprint: string,
  { target, state }: TargetPast,
  shapes: Shapes,
  startedAt: string,
  documentation: Documentation,
): TriedOut => {
  const tracked = createTrackedTarget(target, documentation, state);
  const find = (): Drift | undefined => tracked.drift().find((one) => one.fingerprint === fingerprint);
  const before = find();
  const result = { shapes, requests: 0, findings: { error: 0, warning: 0, info: 0 } };
  tracked.add(endedRun({ run: state.run + 1, startedAt, seed: 0, version: "" }, result));
  return { before, after: find() };
};
