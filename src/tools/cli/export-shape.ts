import { resolve } from "node:path";
import type { Config } from "../../harness/config/config.ts";
import type { DriftStore } from "../../harness/drift/drift-store.ts";
import { openSettingStore } from "../../harness/drift/setting-store.ts";
import { printShapeFile } from "../../harness/drift/shape-file.ts";
import { withSettings } from "../../harness/model/settings.ts";
import { printable } from "../../harness/output/escape.ts";
import { plural } from "../../harness/output/plural.ts";
import { safe } from "../../harness/output/safe-text.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { Store } from "../../harness/store/store.ts";
import { settingsOfDialect } from "../../sandbox/likeness/dialect-settings.ts";
import type { DriftOptions } from "./definitions/drift.ts";
import { type DriftRunResult, hasFailed } from "../../app/drift/drift-run.ts";
import { assertApart, useOfOperand } from "./file-uses.ts";
import { findConfig, usesOfConfig } from "./find-config.ts";
import type { CliIo } from "./io.ts";
import { useOfStore } from "./run-store.ts";
import { storedShape } from "../../app/drift/stored-shape.ts";
import { dialectOf } from "../../app/with-dialect.ts";
import { writeFileWhole } from "../../app/write-file.ts";

/** Keeps what a run observed of the open questions, with what the configuration's dialect says of queries. */
export const saveSettings = async (
  { report, suiteReport }: DriftRunResult,
  store: Store,
  config: Config,
  io: CliIo,
): Promise<void> => {
  const dialect = await dialectOf(config, io);
  const { settings } = withSettings(
    ...(suiteReport?.unknowns.map((one) => one.settings) ?? []),
    dialect === undefined ? undefined : settingsOfDialect(dialect),
  );
  if (settings === undefined) return;
  const kept = openSettingStore(store);
  for (const result of report.results) if (!hasFailed(result)) kept.save(result.target, settings);
};

/**
 * `tripact drift --export-shape`: writes what the runs in the store saw.
 * @throws UsageError where the store has no run of a target, or runs of several.
 */
export const exportShape = async (
  options: DriftOptions & { readonly file: string },
  drift: DriftStore,
  store: Store,
  io: CliIo,
): Promise<number> => {
  const { file, organization } = options;
  const config = options.config === undefined ? undefined : await findConfig(options.config, io);
  assertApart(
    {
      outputs: [{ ...useOfOperand(file, io), location: `--export-shape ${printable(file)}` }],
      inputs: config === undefined ? [] : usesOfConfig(options.config, config, io),
      store: useOfStore(options.store, io),
    },
    io,
  );
  const shape = storedShape({
    drift,
    settings: openSettingStore(store),
    location: store.path,
    organization,
    addresses: config === undefined ? undefined : Object.values(config.baseUrls),
  });
  await writeFileWhole(resolve(io.cwd, file), printShapeFile(shape));
  const settings = plural(Object.keys(shape.settings).length, "setting");
  if (options.quiet !== true)
    io.stdout.write(safe`wrote ${file}: ${plural(shape.answers.length, "kind")} of answers, ${settings}\n`);
  return exitCodes.conformant;
};
