import { grouped } from "../../../core/output/grouped.ts";
import { plural } from "../../../core/output/plural.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import type { FleetChange } from "../../history/run-repository.ts";

/** How widespread a change is: a release of the platform, some organizations, or a single one. */
export type Breadth = "release" | "some" | "own";

/** The breadth of a change, from the organizations that have it and those that sampled its subject. */
export const breadthOf = (
  { organizations, sampledBy }: Pick<FleetChange, "organizations" | "sampledBy">,
  { share, atLeast }: FleetFile["breadth"],
): Breadth => {
  if (organizations === 1) return "own";
  return sampledBy >= atLeast && organizations >= share * sampledBy ? "release" : "some";
};

/** `700 of 1,000 organizations`. */
export const shareText = ({
  organizations,
  sampledBy,
}: Pick<FleetChange, "organizations" | "sampledBy">): string =>
  `${grouped(organizations)} of ${plural(sampledBy, "organization")}`;

/** `north, south and 698 more`. */
export const namesWithRest = (names: readonly string[], all: number): string =>
  `${names.join(", ")}${all > names.length ? ` and ${grouped(all - names.length)} more` : ""}`;

/** A change or problem with its breadth. */
export type Broad<Item> = Item & { readonly breadth: Breadth };

export const withBreadth = <Item extends Pick<FleetChange, "organizations" | "sampledBy">>(
  items: readonly Item[],
  { breadth }: Pick<FleetFile, "breadth">,
): readonly Broad<Item>[] => items.map((item) => ({ ...item, breadth: breadthOf(item, breadth) }));
