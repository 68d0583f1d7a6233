import { countsOf, type RunVerdict } from "../../../harness/drift/change-tracker.ts";
import type { Documentation } from "../../../harness/drift/documentation.ts";
import { packShapes } from "../../../harness/drift/packed.ts";
import { outcomeOf } from "../../../harness/drift/run-outcome.ts";
import { endedRun, type RunResult } from "../../../harness/drift/stored-run.ts";
import { createTrackedTarget, type TrackedTarget } from "../../../harness/drift/tracked-target.ts";
import type { DriftGroup } from "../../../harness/model/drift.ts";
import type { JudgedTarget, RunOrder, TargetPast } from "./run-repository.ts";

/** Accepts what is open and accepted everywhere; returns those groups. */
const acceptIn = (
  tracked: TrackedTarget,
  everywhere: TargetPast["acceptedEverywhere"],
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
  { target, state, knownFields, acceptedEverywhere, isUsualElsewhere }: TargetPast,
  result: RunResult,
  { startedAt, seed, version }: RunOrder,
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
    accepted: accepted.map(({ fingerprint }) => fingerprint),
  };
};
