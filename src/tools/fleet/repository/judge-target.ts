import { countsOf, type RunVerdict } from "../../../harness/drift/change-tracker.ts";
import type { Documentation } from "../../../harness/drift/documentation.ts";
import type { RunResult } from "../../../harness/drift/drift-store.ts";
import { packShapes } from "../../../harness/drift/packed.ts";
import type { RunOutcome } from "../../../harness/drift/run-outcome.ts";
import type { EndedRun } from "../../../harness/drift/stored-run.ts";
import { createTrackedTarget, type TrackedTarget } from "../../../harness/drift/tracked-target.ts";
import type { DriftState } from "../../../harness/model/drift.ts";
import type { JudgedTarget, RunOrder, TargetPast } from "./run-repository.ts";

const noShapes = (): never => {
  throw new Error("a run that failed has no shapes");
};

const isOpen = (state: DriftState): boolean => state === "new" || state === "standing" || state === "back";

/** What a run shows without what was accepted since. */
const verdictWithout = (verdict: RunVerdict, accepted: readonly string[]): RunVerdict => {
  const drift = verdict.drift.filter(({ fingerprint }) => !accepted.includes(fingerprint));
  const groups = verdict.groups.filter(({ changes }) => changes.some((one) => !accepted.includes(one)));
  return { ...verdict, drift, groups, counts: countsOf(drift) };
};

const outcomeWithout = (
  outcome: RunOutcome,
  { counts }: RunVerdict,
  accepted: readonly string[],
): RunOutcome => ({
  ...outcome,
  drift: counts,
  operations: outcome.operations.map((one) => ({
    ...one,
    changes: one.changes.filter((fingerprint) => !accepted.includes(fingerprint)),
  })),
});

/** Fingerprints of the single changes that are open and belong to one of these groups. */
const openIn = (tracked: TrackedTarget, groups: ReadonlySet<string>): readonly string[] => {
  const open = new Set(tracked.drift().flatMap((one) => (isOpen(one.state) ? [one.fingerprint] : [])));
  return tracked
    .groups()
    .filter(({ fingerprint }) => groups.has(fingerprint))
    .flatMap(({ changes }) => changes.filter((one) => open.has(one)));
};

/**
 * Judges what a run saw of one target by what was known before. Pure but for `past.state` and the shapes, in which names
 * that may be data are hidden for good.
 */
export const judgeTarget = (
  { target, state, knownFields, acceptedEverywhere }: TargetPast,
  { shapes, reason, requests, findings }: RunResult,
  { startedAt, seed, version }: RunOrder,
  documentation: Documentation,
): JudgedTarget => {
  const fields = new Set([...state.fields, ...knownFields]);
  // Before anything is written or reported, and with it.
  shapes?.hideNames(fields);
  const packed = shapes === undefined ? undefined : packShapes(shapes);
  const tracked = createTrackedTarget(target, documentation, { ...state, fields });
  const run: EndedRun = {
    run: state.run + 1,
    state: shapes === undefined ? "failed" : "sampled",
    ...(reason === undefined ? {} : { reason }),
    startedAt,
    seed,
    version,
    requests,
    findings,
    shapes: () => shapes ?? noShapes(),
  };
  const { verdict, outcome } = tracked.add(run);
  const accepted = openIn(tracked, acceptedEverywhere);
  for (const fingerprint of accepted)
    tracked.accept({ id: tracked.state.acceptance, fingerprint, at: startedAt });
  const kept = verdict === undefined ? undefined : verdictWithout(verdict, accepted);
  const { state: next } = tracked;
  return {
    target,
    run,
    verdict: kept,
    outcome:
      outcome === undefined || kept === undefined ? undefined : outcomeWithout(outcome, kept, accepted),
    shapes: packed,
    state: { ...next, fields: new Set([...next.fields].filter((name) => !knownFields.has(name))) },
    groups: tracked.groups(),
    accepted,
  };
};
