import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  assertNamesTarget as assertOpenedNamesTarget,
  baselineOf,
  type ConfigReading,
  openConfig,
  OpenedConfig,
} from "../../app/open-config.ts";
import { dialectPath } from "../../app/with-dialect.ts";
import type { Config, FileReference } from "../../harness/config/config.ts";
import { printable } from "../../harness/output/escape.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { type Baseline, emptyBaseline } from "../../harness/config/baseline.ts";
import type { FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";

const usualNames = ["tripact.config.yaml", "tripact.config.yml", "tripact.config.json"];

/** The configuration of the working directory; undefined when it has none. */
export const usualFile = (cwd: string): string | undefined =>
  usualNames.find((name) => existsSync(resolve(cwd, name)));

/**
 * The configuration of `--config`, or of the usual file in the working directory; undefined when there is none.
 * @throws UsageError when it cannot be read or is not valid.
 */
export const findOpened = async (
  option: string | undefined,
  io: CliIo,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> => {
  if (option !== undefined) return openConfig(option, io, reading);
  try {
    return await openConfig(usualFile(io.cwd), io, reading);
  } catch (error) {
    // Nobody named the file.
    if (!(error instanceof UsageError) || error.option === undefined) throw error;
    const { message, location, hint, others } = error;
    throw new UsageError(message, { location, hint, others });
  }
};

/**
 * The same for a command that asks a target or the embedded sandbox: undefined where nobody named the file and it names no
 * target.
 * @throws UsageError
 */
export const findTarget = async (
  option: string | undefined,
  io: CliIo,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> => {
  const opened = await findOpened(option, io, reading);
  return option === undefined && opened?.config.interfaces.length === 0 ? undefined : opened;
};

/** The same as it was read, with the dialect that it names. @throws UsageError */
export const findConfig = async (
  option: string | undefined,
  io: CliIo,
  reading: ConfigReading = {},
): Promise<Config | undefined> => (await findOpened(option, io, reading))?.config;

/**
 * Keeps a command from its fallback, the embedded sandbox, when it was given a configuration: that names a target.
 * @throws UsageError when the configuration of `--config` names none.
 */
export const assertNamesTarget = (
  option: string | undefined,
  config: Config | undefined,
  hint?: string,
): void => {
  if (option !== undefined && config !== undefined)
    assertOpenedNamesTarget(new OpenedConfig(config, option), hint);
};

const useOf = ({ path, location }: FileReference, what: string, io: CliIo): FileUse => ({
  path: resolve(io.cwd, path),
  name: `the ${what} ${printable(path)}`,
  location,
});

/** The files that a configuration is read from: itself, and those that it names. */
export const usesOfConfig = (
  option: string | undefined,
  config: Pick<Config, "baseline" | "file"> | undefined,
  io: CliIo,
): readonly FileUse[] => {
  const file = option ?? usualFile(io.cwd);
  if (file === undefined) return [];
  const baseline = config?.baseline;
  const dialect = config?.file(dialectPath);
  return [
    useOf({ path: file, location: `--config ${printable(file)}` }, "configuration", io),
    ...(baseline === undefined ? [] : [useOf(baseline, "baseline", io)]),
    ...(dialect === undefined ? [] : [useOf(dialect, "dialect", io)]),
  ];
};

/**
 * The fingerprints of the baseline that the configuration names; none without one.
 * @param toWrite the file that this run writes: it need not be there yet
 * @throws UsageError when the file is missing or not valid.
 */
export const findBaseline = async (
  config: Config | undefined,
  io: CliIo,
  toWrite?: FileUse,
): Promise<Baseline> => {
  const path = config?.baseline && resolve(io.cwd, config.baseline.path);
  return path !== undefined && path === toWrite?.path && !existsSync(path)
    ? emptyBaseline()
    : baselineOf(config, io);
};
