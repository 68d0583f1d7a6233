import type { FleetFile } from "../file/fleet-file.ts";
import type { DatedChange, FleetChange, FleetProblem } from "../repository/run-repository.ts";

/** How widely a change shows: a release of the platform, some organizations, or one organization's own. */
export type Breadth = "release" | "some" | "own";

/** What a change is, by the organizations that show it and those that sampled what it is about. */
export const breadthOf = (
  { organizations, sampledBy }: Pick<FleetChange, "organizations" | "sampledBy">,
  { share, atLeast }: FleetFile["breadth"],
): Breadth => {
  if (organizations === 1) return "own";
  return sampledBy >= atLeast && organizations >= share * sampledBy ? "release" : "some";
};

/** A problem, and how widely it shows. */
export interface BroadProblem extends FleetProblem {
  readonly breadth: Breadth;
}

/** A change, and how widely it shows. */
export interface BroadChange extends DatedChange {
  readonly breadth: Breadth;
}

export const withBreadth = (
  changes: readonly DatedChange[],
  { breadth }: Pick<FleetFile, "breadth">,
): readonly BroadChange[] => changes.map((change) => ({ ...change, breadth: breadthOf(change, breadth) }));
