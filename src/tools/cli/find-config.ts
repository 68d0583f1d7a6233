import { resolve } from "node:path";
import type { ConfigReading } from "../../app/config-reading.ts";
import { openConfig, type OpenedConfig, usualFile } from "../../app/open-config.ts";
import type { FileReference } from "../../harness/config/config.ts";
import { printable } from "../../harness/output/escape.ts";
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
): Promise<OpenedConfig | undefined> =>
  option === undefined
    ? openConfig(usualFile(io.cwd), io, { ...reading, isFound: true })
    : openConfig(option, io, reading);

const useOf = ({ path, location }: FileReference, what: string, io: CliIo): FileUse => ({
  path: resolve(io.cwd, path),
  name: `the ${what} ${printable(path)}`,
  location,
});

/** The files that a configuration is read from: itself, and those that it names; not a dialect that is not read. */
export const usesOfOpened = (
  { file, references: { baseline, dialect } }: OpenedConfig,
  { isPlain = false }: ConfigReading,
  io: CliIo,
): readonly FileUse[] => [
  ...(file === undefined
    ? []
    : [useOf({ path: file, location: `--config ${printable(file)}` }, "configuration", io)]),
  ...(baseline === undefined ? [] : [{ ...useOf(baseline, "baseline", io), role: "baseline" as const }]),
  ...(dialect === undefined || isPlain ? [] : [useOf(dialect, "dialect", io)]),
];
