import { environmentOf } from "../inputs/app-options.ts";
import { shapeOptions, type ShapeOptions } from "./options.ts";
import { resolve } from "node:path";
import { documentation } from "../builtin/documents.ts";
import { openHistory } from "../monitoring/history/sqlite.ts";
import { openSettingStore } from "../monitoring/drift/setting-store.ts";
import { printShapeFile, type ShapeFile, shapeFileOf } from "../core/shapes/shape-file.ts";
import type { ShapeEntry } from "../core/shapes/shape-entry.ts";
import { createShapes } from "../core/shapes/shapes.ts";
import type { DriftTarget } from "../core/model/drift.ts";
import { withSettings } from "../core/model/settings.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { plural } from "../core/output/plural.ts";
import type { Store } from "../core/store/store.ts";
import { openKeptStore } from "../core/store/kept-store.ts";
import { openConfig } from "../inputs/open-config.ts";
import { version } from "../core/model/version.ts";
import { writeFileWhole } from "../core/output/write-file.ts";

/** What was written. */
export interface ShapeResult {
  /** Number of distinct answers. */
  readonly answers: number;
  /** Number of answers to open questions. */
  readonly settings: number;
}

const targetsFor = (
  all: readonly DriftTarget[],
  location: { readonly location?: string },
  organization: string | undefined,
  addresses: readonly string[] | undefined,
): readonly DriftTarget[] => {
  const targets = all
    .filter((one) => organization === undefined || one.organization === organization)
    .filter(({ address }) => addresses === undefined || addresses.includes(address));
  if (targets.length === 0)
    throw new UsageError("the store has no run of such a target", {
      option: "store",
      ...location,
      hint: "run tripact drift first, or name another store with --store",
    });
  const twice = [...Map.groupBy(targets, (one) => one.interface)].find(([, all]) => all.length > 1);
  if (twice !== undefined)
    throw new UsageError(`the store has ${plural(twice[1].length, "target")} of ${twice[0]}`, {
      option: "store",
      ...location,
      hint: `choose one: tripact drift --export-shape FILE with --organization (${twice[1].map((one) => one.organization).join(", ")}) or --config`,
    });
  return targets;
};

/**
 * What the runs saw of one target per interface.
 * @throws UsageError if the store has no target, or several of one interface.
 */
export const shapeOfStore = async (
  store: Store,
  {
    organization,
    addresses,
  }: { readonly organization?: string; readonly addresses?: readonly string[] } = {},
): Promise<ShapeFile> => {
  const runs = await openHistory(store, documentation);
  const kept = openSettingStore(store);
  const isKept = store.path !== ":memory:";
  const location = { ...(isKept && { location: store.path }) };
  const targets = targetsFor(await runs.targets(), location, organization, addresses);
  const { settings = {} } = withSettings(...targets.map((target) => kept.settings(target)));
  const entries: ShapeEntry[] = [];
  for (const target of targets) {
    const sum = createShapes(documentation);
    for (const { shapes } of await runs.seen(target)) sum.merge(shapes);
    entries.push(...sum.entries());
  }
  return shapeFileOf(entries, { settings, version: version() });
};

/** Implements `exportShape`. @throws UsageError */
export const writeShape = async (options: ShapeOptions): Promise<ShapeResult> => {
  const around = environmentOf(options, shapeOptions);
  const { organization } = options;
  const opened = await openConfig(options.config, around);
  const store = openKeptStore(options, around);
  try {
    const shape = await shapeOfStore(store, {
      ...(organization === undefined ? {} : { organization }),
      ...(opened === undefined ? {} : { addresses: Object.values(opened.config.shownUrls) }),
    });
    await writeFileWhole(resolve(around.cwd, options.file), printShapeFile(shape));
    return { answers: shape.answers.length, settings: Object.keys(shape.settings).length };
  } finally {
    store.close();
  }
};
