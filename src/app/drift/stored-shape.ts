import type { DriftStore } from "../../harness/drift/drift-store.ts";
import { type SettingStore } from "../../harness/drift/setting-store.ts";
import { type ShapeFile, shapeFileOf } from "../../harness/drift/shape-file.ts";
import type { DriftTarget } from "../../harness/model/drift.ts";
import { withSettings } from "../../harness/model/settings.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { plural } from "../../harness/output/plural.ts";
import { version } from "../version.ts";

export interface StoredShapeOptions {
  readonly drift: DriftStore;
  readonly settings: SettingStore;
  /** Where the store is, for messages. */
  readonly location: string;
  /** Only targets of this organization; default: all there are. */
  readonly organization?: string | undefined;
  /** Only the targets at these addresses; default: all there are. */
  readonly addresses?: readonly string[] | undefined;
}

const chosen = ({ drift, organization, addresses, location }: StoredShapeOptions): readonly DriftTarget[] => {
  const targets = drift
    .targets()
    .filter((one) => organization === undefined || one.organization === organization)
    .filter(({ address }) => addresses === undefined || addresses.includes(address));
  if (targets.length === 0)
    throw new UsageError("the store has no run of such a target", {
      location,
      hint: "run tripact drift first, or name another store with --store",
    });
  const twice = [...Map.groupBy(targets, (one) => one.interface)].find(([, all]) => all.length > 1);
  if (twice !== undefined)
    throw new UsageError(`the store has ${plural(twice[1].length, "target")} of ${twice[0]}`, {
      location,
      hint: `choose one: tripact drift --export-shape FILE with --organization (${twice[1].map((one) => one.organization).join(", ")}) or --config`,
    });
  return targets;
};

/**
 * What the runs of one target of each interface saw.
 * @throws UsageError where the store has none, or several of one interface.
 */
export const storedShape = (options: StoredShapeOptions): ShapeFile => {
  const targets = chosen(options);
  const entries = targets.flatMap((target) => [...options.drift.shapesOf(target).entries()]);
  const { settings = {} } = withSettings(...targets.map((target) => options.settings.settings(target)));
  return shapeFileOf(entries, { settings, version: version() });
};
