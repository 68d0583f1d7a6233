import type { Acceptance, Drift, DriftGroup, DriftTarget } from "../model/drift.ts";
import { countsOf, type IsUsualElsewhere, type RunVerdict } from "./change-tracker.ts";
import type { Documentation } from "./documentation.ts";
import { packShapes } from "./packed.ts";
import type { Shapes } from "./shapes.ts";
import { outcomeOf, type RunOutcome } from "./run-outcome.ts";
import { endedRun, type RunResult, type StoredRun } from "./stored-run.ts";
import { createTrackedTarget, type TrackedState, type TrackedTarget } from "./tracked-target.ts";

/** What was known of a target before a run. */
export interface TargetPast {
  readonly target: DriftTarget;
  /** Its own: whoever reads it may change it. */
  readonly state: TrackedState;
  /** Names that at least two organizations have shown to be fields of this interface; none where one is alone. */
  readonly knownFields?: ReadonlySet<string>;
  /** What is accepted wherever it appears, by the fingerprints of the groups. */
  readonly acceptedEverywhere?: ReadonlyMap<string, Acceptance>;
  /** Whether what a change shows is usual in other organizations. */
  readonly isUsualElsewhere?: IsUsualElsewhere;
}

/** One target after a run. */
export interface JudgedTarget {
  readonly target: DriftTarget;
  readonly run: StoredRun;
  /** Undefined for a target that failed. */
  readonly verdict: RunVerdict | undefined;
  readonly outcome: RunOutcome | undefined;
  /** As `packShapes` gives them, without names that may be data; undefined for a target that failed. */
  readonly shapes: Uint8Array | undefined;
  /** Without the fields that the fleet knows. */
  readonly state: TrackedState;
  /** Every change in its present state. */
  readonly groups: readonly DriftGroup[];
  /** Fingerprints of what may be accepted. */
  readonly open: readonly string[];
  /** What was open and is accepted everywhere, so that it is accepted now: fingerprints of groups. */
  readonly accepted: readonly string[];
}

/** Accepts what is open and accepted everywhere; returns those groups. */
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

/** What a run shows without what was accepted since. */
const verdictWithout = (verdict: RunVerdict, accepted: readonly DriftGroup[]): RunVerdict => {
  const names = new Set(accepted.flatMap(({ fingerprint, changes }) => [fingerprint, ...changes]));
  const drift = verdict.drift.filter(({ fingerprint }) => !names.has(fingerprint));
  const groups = verdict.groups.filter(({ fingerprint }) => !names.has(fingerprint));
  return { ...verdict, drift, groups, counts: countsOf(drift) };
};

/**
 * Judges what a run saw of one target by what was known before. Pure but for `past.state` and the shapes, in which names
 * that may be data are hidden for good.
 */
export const judgeTarget = (
  { target, state, knownFields = new Set(), acceptedEverywhere = new Map(), isUsualElsewhere }: TargetPast,
  result: RunResult,
  { startedAt, seed, version }: Pick<StoredRun, "startedAt" | "seed" | "version">,
  documentation: Documentation,
): JudgedTarget => {
  const { shapes } = result;
  const fields = new Set([...state.fields, ...knownFields]);
  // Before anything is written or reported, and with it.
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
    open: tracked.open(),
    accepted: accepted.map(({ fingerprint }) => fingerprint),
  };
};

/** A change beside a run that is not kept. */
export interface TriedOut {
  readonly before: Drift | undefined;
  readonly after: Drift | undefined;
}

/** A change before and after a run of which these shapes are all, and which is not kept. Changes `past.state`. */
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
