import type { FleetFile } from "../file/fleet-file.ts";
import type { FleetChange } from "../../../harness/history/run-repository.ts";

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

/** A change or a problem, and how widely it shows. */
export type Broad<Item> = Item & { readonly breadth: Breadth };

export const withBreadth = <Item extends Pick<FleetChange, "organizations" | "sampledBy">>(
  items: readonly Item[],
  { breadth }: Pick<FleetFile, "breadth">,
): readonly Broad<Item>[] => items.map((item) => ({ ...item, breadth: breadthOf(item, breadth) }));
