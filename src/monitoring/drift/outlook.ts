import type { Drift } from "../../core/model/drift.ts";
import { moreSamplesFor } from "./confidence.ts";
import { type ChangeCandidate, candidateEvidence } from "./change-candidate.ts";
import type { ChangeTrackerState } from "./change-tracker.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";

/** What the next run of a target should request, among other things. */
export interface Outlook {
  /** Operations with an inconclusive change; the ones that need the fewest samples come first. */
  readonly inconclusive: readonly string[];
  /** Operations that have succeeded before; the least recently requested come first. */
  readonly known: readonly string[];
}

/** Earlier runs of an interface, for use during a run. */
export interface Past {
  readonly outlook: Outlook;
  /** What a run with these shapes would be the first to show. */
  freshIn(shapes: Shapes): Promise<readonly Drift[]>;
}

const missingSamples = (change: ChangeCandidate): number =>
  moreSamplesFor(candidateEvidence(change)) ?? Infinity;

/** The outlook after the runs so far. */
export const outlookOf = ({ history, changes }: ChangeTrackerState): Outlook => {
  const open = [...changes.values()]
    .filter(({ state, subject }) => state === "inconclusive" && subject.operation !== "*")
    .map((change) => ({ operation: change.subject.operation, missing: missingSamples(change) }))
    .toSorted((a, b) => a.missing - b.missing || (a.operation < b.operation ? -1 : 1));
  return {
    inconclusive: [...new Set(open.map(({ operation }) => operation))],
    known: [...history.operations]
      .toSorted(([a, { run: m }], [b, { run: n }]) => m - n || (a < b ? -1 : 1))
      .map(([operation]) => operation),
  };
};
