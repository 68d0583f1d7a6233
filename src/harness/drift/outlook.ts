import type { Drift } from "../model/drift.ts";
import { moreSamplesFor } from "./confidence.ts";
import { type ChangeCandidate, evidenceOf } from "./change-candidate.ts";
import type { ChangeTrackerState } from "./change-tracker.ts";
import type { Shapes } from "./shapes.ts";

/** What the next run of a target should ask for, whatever else it asks. */
export interface Outlook {
  /** Operations with a change that is inconclusive, first where the fewest samples would settle it. */
  readonly inconclusive: readonly string[];
  /** Operations that earlier runs saw succeed, first the one that was asked longest ago. */
  readonly known: readonly string[];
}

/** What earlier runs say of an interface, while a run is under way. */
export interface Past {
  readonly outlook: Outlook;
  /** What a run with these shapes would be the first to show. */
  freshIn(shapes: Shapes): Promise<readonly Drift[]>;
}

const missingSamples = (change: ChangeCandidate): number => moreSamplesFor(evidenceOf(change)) ?? Infinity;

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
