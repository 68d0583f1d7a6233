import type { FleetFile } from "../file/fleet-file.ts";
import type { FleetChange } from "../repository/run-repository.ts";

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

/** Changes for programs, each with its breadth. */
export const withBreadth = (
  changes: readonly FleetChange[],
  { breadth }: Pick<FleetFile, "breadth">,
): readonly (FleetChange & { readonly breadth: Breadth })[] =>
  changes.map((change) => ({ ...change, breadth: breadthOf(change, breadth) }));
