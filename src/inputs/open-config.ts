import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Baseline, emptyBaseline, loadBaseline } from "../core/config/baseline.ts";
import type { ValidConfig as LoadedConfig, FileReference } from "../core/config/config.ts";
import { printable } from "../core/output/escape.ts";
import type { Contract } from "../core/model/contract.ts";
import type { FilePlace } from "../core/model/file-place.ts";
import type { InterfaceName } from "../core/model/interface-name.ts";
import { proxiesOf } from "../core/model/proxy.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { ConfigFile, DocumentsFile } from "../builtin/generated/config/config-types.ts";
import type { ConfigReading } from "./config-reading.ts";
import type { SandboxConfiguration } from "../sandbox/configuration.ts";
import { readTextFile } from "../core/source/read-file.ts";
import type { SourceDocument } from "../core/source/source-document.ts";
import { noVariables, type Environment } from "../core/model/environment.ts";
import { repositoryPath } from "./repository-path.ts";
import { dialectPath, withDialect } from "./with-dialect.ts";

type InterfacePlaces = Readonly<Record<InterfaceName, FilePlace>>;

interface LoadedParts {
  readonly config: LoadedConfig;
  readonly contract: Contract;
  readonly places: InterfacePlaces | undefined;
}

/** A configuration that was read and is valid. No property holds a secret. */
export class OpenedConfig {
  /** Path of the file; undefined if the configuration came from none. */
  readonly file: string | undefined;
  readonly config: LoadedConfig;
  /** Whether the user named the file. */
  readonly isNamed: boolean;
  /** What its interfaces promise. */
  readonly contract: Contract;
  /** The line of each interface, if the configuration is a file of the repository. */
  readonly places: InterfacePlaces | undefined;

  constructor({ config, contract, places }: LoadedParts, file?: string, isNamed = true) {
    this.config = config;
    this.contract = contract;
    this.places = places;
    this.file = file;
    this.isNamed = isNamed;
  }

  /** Other files that it refers to. */
  get references(): { readonly baseline?: FileReference; readonly dialect?: FileReference } {
    const { baseline } = this.config;
    const dialect = this.config.file(dialectPath);
    return { ...(baseline && { baseline }), ...(dialect && { dialect }) };
  }

  /** The error that this configuration does not fit the purpose. */
  refuse(message: string, hint: string): UsageError {
    return new UsageError(message, {
      option: "config",
      ...(this.file === undefined ? {} : { location: printable(this.file) }),
      hint,
    });
  }
}

/** A configuration as library functions take it: the path of a file, the content of such a file, or an opened one. */
export type Config = string | ConfigFile | DocumentsFile | SandboxConfiguration | OpenedConfig;

/** For functions that only call live targets. */
export const namesNoSandbox = "add interfaces with a baseUrl";

const builtinContract = async (): Promise<Contract> => (await import("./contract.ts")).contract;

/** The value as a file would hold it. @throws UsageError for a value that no file can hold */
const plain = (value: object): unknown => {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    throw new UsageError("is neither a path nor plain data", { option: "config" });
  }
};

const placesIn = (
  source: SourceDocument,
  file: string,
  interfaces: readonly InterfaceName[],
): InterfacePlaces =>
  Object.fromEntries(
    interfaces.map((name) => [name, { file, line: source.line(["interfaces", name], "key") }]),
  );

const load = async (
  config: Exclude<Config, OpenedConfig>,
  { without = "check the path", standIn, isFound, contractOf = builtinContract }: ConfigReading,
  environment: Environment,
): Promise<LoadedParts> => {
  const { cwd, env, signal } = environment;
  const text =
    typeof config === "string"
      ? await readTextFile(resolve(cwd, config), {
          ...(isFound === true ? {} : { option: "config" }),
          location: printable(config),
          hint: without,
          signal,
        })
      : undefined;
  const { configOfSource, configSource } = await import("../core/config/load-config.ts");
  const { sourceOfValue } = await import("../core/source/source-document.ts");
  const source =
    text === undefined ? sourceOfValue(plain(Object(config)), "config") : configSource(text, String(config));
  const contract = await contractOf(source, environment, text === undefined ? undefined : String(config));
  const loaded = configOfSource(source, {
    contract,
    file: text === undefined ? "config" : String(config),
    env,
    ...(env === noVariables ? { unset: "pass it: `env` is what ${NAME} is taken from" } : {}),
    ...(standIn === undefined ? {} : { standIn }),
  });
  const path = typeof config === "string" ? repositoryPath(config, cwd) : undefined;
  return {
    config: { ...loaded, proxyFor: proxiesOf(env) },
    contract,
    places: path === undefined ? undefined : placesIn(source, path, loaded.interfaces),
  };
};

/**
 * The configuration and its dialect; undefined without a configuration.
 * @throws UsageError if it cannot be read or is invalid.
 */
export const openConfig = async (
  config: Config | undefined,
  environment: Environment,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> => {
  if (config === undefined || config instanceof OpenedConfig) return config;
  const loaded = await load(config, reading, environment);
  const whole = reading.isPlain === true ? loaded.config : await withDialect(loaded.config, environment);
  return new OpenedConfig(
    { ...loaded, config: whole },
    typeof config === "string" ? config : undefined,
    reading.isFound !== true,
  );
};

const usualNames = ["tripact.config.yaml", "tripact.config.yml", "tripact.config.json"];

/** The configuration file of the working directory, if there is one. */
export const usualFile = (cwd: string): string | undefined =>
  usualNames.find((name) => existsSync(resolve(cwd, name)));

/**
 * The named configuration, or else that of the working directory; undefined if neither exists.
 * @throws UsageError if it cannot be read or is invalid.
 */
export const findOpened = (
  named: string | undefined,
  environment: Environment,
  reading: ConfigReading = {},
): Promise<OpenedConfig | undefined> =>
  named === undefined
    ? openConfig(usualFile(environment.cwd), environment, { ...reading, isFound: true })
    : openConfig(named, environment, reading);

/**
 * Prevents the fallback to the embedded sandbox when a configuration was given, since that must name a target.
 * @throws UsageError if it names none.
 */
export const assertNamesTarget = (
  opened: OpenedConfig | undefined,
  hint = "add interfaces with a baseUrl, or omit `config` to check the embedded sandbox",
): void => {
  // A file that the user did not name may serve another purpose.
  if (opened?.isNamed === true && opened.config.interfaces.length === 0)
    throw opened.refuse("names no target", hint);
};

/**
 * The known findings that a configuration names; none without one.
 * @param isNew whether the file is about to be written and may be missing
 * @throws UsageError if the file is missing or invalid.
 */
export const baselineOf = async (
  config: Pick<LoadedConfig, "baseline"> | undefined,
  { cwd, signal }: Environment,
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
