import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  assertNamesTarget as assertOpenedNamesTarget,
  baselineOf,
  openConfig,
  OpenedConfig,
  usualFile,
} from "../../app/open-config.ts";
import { type ConfigReading } from "../../app/config-reading.ts";
import type { Config, FileReference } from "../../harness/config/config.ts";
import { printable } from "../../harness/output/escape.ts";
import { type Baseline, emptyBaseline } from "../../harness/config/baseline.ts";
import type { FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";

/**
 * The configuration of `--config`, or of the usual file in the working directory; undefined when there is none.
 * @throws UsageError when it cannot be read or is not valid.
 */
export const findOpened = (
  option: string | undefined,
  io: CliIo,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> => {
  return option === undefined
    ? openConfig(usualFile(io.cwd), io, { ...reading, isFound: true })
    : openConfig(option, io, reading);
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
export const usesOfOpened = (
  { file, references: { baseline, dialect } }: OpenedConfig,
  io: CliIo,
): readonly FileUse[] => [
  ...(file === undefined
    ? []
    : [useOf({ path: file, location: `--config ${printable(file)}` }, "configuration", io)]),
  ...(baseline === undefined ? [] : [{ ...useOf(baseline, "baseline", io), role: "baseline" as const }]),
  ...(dialect === undefined ? [] : [useOf(dialect, "dialect", io)]),
];

/** The same of what was looked for by the usual names, too. */
export const usesOfConfig = (
  option: string | undefined,
  config: Config | undefined,
  io: CliIo,
): readonly FileUse[] => {
  const file = option ?? usualFile(io.cwd);
  return file === undefined || config === undefined ? [] : usesOfOpened(new OpenedConfig(config, file), io);
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
