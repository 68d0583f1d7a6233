import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config, FileReference } from "../../harness/config/config.ts";
import { printable } from "../../harness/output/escape.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { type Baseline, emptyBaseline, loadBaseline } from "../../harness/config/baseline.ts";
import type { FileUse } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { readTextFile } from "./read-file.ts";
import { dialectPath, withDialect } from "./with-dialect.ts";

const usualNames = ["tripact.config.yaml", "tripact.config.yml", "tripact.config.json"];

/** The configuration of the working directory; undefined when it has none. */
export const usualFile = (cwd: string): string | undefined =>
  usualNames.find((name) => existsSync(resolve(cwd, name)));

/** How a command looks for its configuration. */
export interface ConfigSearch {
  /** What becomes of the command without one; shown where the named one is missing. */
  readonly without?: string;
  /** Replaces an environment variable that is not set; without it, that is an error. */
  readonly standIn?: string;
}

/** For commands that ask the embedded sandbox where they are given no configuration. */
export const orSandbox: ConfigSearch = { without: "without --config the embedded sandbox is tested" };

/**
 * The configuration of `--config`, or of the usual file in the working directory, with the dialect that it names;
 * undefined when there is none.
 * @throws UsageError when it cannot be read or is not valid.
 */
export const findConfig = async (
  option: string | undefined,
  io: CliIo,
  search: ConfigSearch = {},
): Promise<Config | undefined> => {
  const config = await findPlainConfig(option, io, search);
  return config === undefined ? undefined : withDialect(config, io);
};

/**
 * The same without the dialect, whose file need not be there yet.
 * @throws UsageError as `findConfig`.
 */
export const findPlainConfig = async (
  option: string | undefined,
  io: CliIo,
  { without = "name a file that is there", standIn }: ConfigSearch = {},
): Promise<Config | undefined> => {
  const file = option ?? usualFile(io.cwd);
  if (file === undefined) return undefined;
  const text = await readTextFile(resolve(io.cwd, file), {
    location: option === undefined ? printable(file) : `--config ${printable(file)}`,
    hint: without,
    signal: io.signal,
  });
  const { loadConfig } = await import("../../harness/config/load-config.ts");
  const { contract } = await import("../../contract/contract.ts");
  return loadConfig(text, { contract, file, env: io.env, ...(standIn === undefined ? {} : { standIn }) });
};

/** For commands that ask nothing but live targets. */
export const namesNoSandbox = "add interfaces with a baseUrl";

/**
 * Keeps a command from its fallback, the embedded sandbox, when it was given a configuration: that names a target.
 * @throws UsageError when the configuration of `--config` names none.
 */
export const assertNamesTarget = (
  option: string | undefined,
  config: Config | undefined,
  hint = "add interfaces with a baseUrl, or omit --config to check the embedded sandbox",
): void => {
  if (option === undefined || config === undefined || config.interfaces.length > 0) return;
  throw new UsageError("names no target", { location: `--config ${printable(option)}`, hint });
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
  const baseline = config?.baseline;
  if (baseline === undefined) return emptyBaseline();
  const path = resolve(io.cwd, baseline.path);
  if (path === toWrite?.path && !existsSync(path)) return emptyBaseline();
  const location = `${baseline.location}: baseline ${baseline.path}`;
  const text = await readTextFile(path, {
    location,
    hint: "tripact check --write-baseline FILE writes one; or remove the key",
    signal: io.signal,
  });
  return loadBaseline(text, { file: baseline.path });
};
