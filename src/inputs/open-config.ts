import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Baseline, emptyBaseline, loadBaseline } from "../harness/config/baseline.ts";
import type { Config as LoadedConfig, FileReference } from "../harness/config/config.ts";
import { printable } from "../harness/output/escape.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import type { ConfigFile } from "../contract/generated/config/config-types.ts";
import type { ConfigReading } from "./config-reading.ts";
import type { SandboxConfiguration } from "../sandbox/configuration.ts";
import { readTextFile } from "../harness/source/read-file.ts";
import { noEnvironment, type Surroundings } from "../harness/model/surroundings.ts";
import { dialectPath, withDialect } from "./with-dialect.ts";

/** A configuration that was read and is valid. Holds no secret in a property. */
export class OpenedConfig {
  /** Of the file; undefined for one that was in none. */
  readonly file: string | undefined;
  readonly config: LoadedConfig;
  /** Whether somebody named the file. */
  readonly isNamed: boolean;

  constructor(config: LoadedConfig, file?: string, isNamed = true) {
    this.config = config;
    this.file = file;
    this.isNamed = isNamed;
  }

  /** Other files that it is read with. */
  get references(): { readonly baseline?: FileReference; readonly dialect?: FileReference } {
    const { baseline } = this.config;
    const dialect = this.config.file(dialectPath);
    return { ...(baseline && { baseline }), ...(dialect && { dialect }) };
  }

  /** The error that it is no configuration for this. */
  refuse(message: string, hint: string): UsageError {
    return new UsageError(message, {
      option: "config",
      ...(this.file === undefined ? {} : { location: printable(this.file) }),
      hint,
    });
  }
}

/** A configuration as functions of the library take it: the path of a file, what such a file holds, or an opened one. */
export type Config = string | ConfigFile | SandboxConfiguration | OpenedConfig;

/** For functions that ask nothing but live targets. */
export const namesNoSandbox = "add interfaces with a baseUrl";

/** The value as it would be in a file. @throws UsageError for what no file can hold */
const plain = (value: object): unknown => {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    throw new UsageError("is neither a path nor plain data", { option: "config" });
  }
};

const load = async (
  config: Exclude<Config, OpenedConfig>,
  { without = "name a file that is there", standIn, isFound }: ConfigReading,
  { cwd, env, signal }: Surroundings,
): Promise<LoadedConfig> => {
  const text =
    typeof config === "string"
      ? await readTextFile(resolve(cwd, config), {
          ...(isFound === true ? {} : { option: "config" }),
          location: printable(config),
          hint: without,
          signal,
        })
      : undefined;
  const { configOfValue, loadConfig } = await import("../harness/config/load-config.ts");
  const { contract } = await import("../contract/contract.ts");
  const options = {
    contract,
    env,
    ...(env === noEnvironment ? { unset: "pass it: `env` is what ${NAME} is taken from" } : {}),
    ...(standIn === undefined ? {} : { standIn }),
  };
  if (text !== undefined) return loadConfig(text, { ...options, file: String(config) });
  return configOfValue(plain(Object(config)), { ...options, file: "config" });
};

/**
 * The configuration, with the dialect that it names; undefined without one.
 * @throws UsageError when it cannot be read or is not valid.
 */
export const openConfig = async (
  config: Config | undefined,
  surroundings: Surroundings,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> => {
  if (config === undefined || config instanceof OpenedConfig) return config;
  const loaded = await load(config, reading, surroundings);
  const whole = reading.isPlain === true ? loaded : await withDialect(loaded, surroundings);
  return new OpenedConfig(whole, typeof config === "string" ? config : undefined, reading.isFound !== true);
};

const usualNames = ["tripact.config.yaml", "tripact.config.yml", "tripact.config.json"];

/** The configuration of the working directory; undefined when it has none. */
export const usualFile = (cwd: string): string | undefined =>
  usualNames.find((name) => existsSync(resolve(cwd, name)));

/**
 * The configuration that is named, or the one of the working directory; undefined when there is none.
 * @throws UsageError when it cannot be read or is not valid.
 */
export const findOpened = (
  named: string | undefined,
  surroundings: Surroundings,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> =>
  named === undefined
    ? openConfig(usualFile(surroundings.cwd), surroundings, { ...reading, isFound: true })
    : openConfig(named, surroundings, reading);

/**
 * Keeps a function from its fallback, the embedded sandbox, when it was given a configuration: that names a target.
 * @throws UsageError when it names none.
 */
export const assertNamesTarget = (
  opened: OpenedConfig | undefined,
  hint = "add interfaces with a baseUrl, or omit `config` to check the embedded sandbox",
): void => {
  // One that nobody named may be there for something else.
  if (opened?.isNamed === true && opened.config.interfaces.length === 0)
    throw opened.refuse("names no target", hint);
};

/**
 * The known findings that a configuration names; none without one.
 * @param isNew whether the file is about to be written: it need not be there yet
 * @throws UsageError when the file is missing or not valid.
 */
export const baselineOf = async (
  config: Pick<LoadedConfig, "baseline"> | undefined,
  { cwd, signal }: Surroundings,
): Promise<Baseline> => {
  const baseline = config?.baseline;
  if (baseline === undefined) return emptyBaseline();
  const text = await readTextFile(resolve(cwd, baseline.path), {
    location: `${baseline.location}: baseline ${baseline.path}`,
    hint: "tripact check --write-baseline FILE writes one; or remove the key",
    signal,
  });
  return loadBaseline(text, { file: baseline.path });
};
