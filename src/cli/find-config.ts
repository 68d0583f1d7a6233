import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { Baseline } from "../runner/resolved.ts";
import type { CliIo } from "./io.ts";
import { readTextFile } from "./read-file.ts";
import { withDialect } from "./with-dialect.ts";

const usualNames = ["tripact.config.yaml", "tripact.config.yml", "tripact.config.json"];

const usualFile = (cwd: string): string | undefined =>
  usualNames.find((name) => existsSync(resolve(cwd, name)));

/**
 * The configuration of `--config`, or of the usual file in the working directory, with the dialect that it names;
 * undefined when there is none.
 * @throws UsageError when it cannot be read or is not valid.
 */
export const findConfig = async (option: string | undefined, io: CliIo): Promise<Config | undefined> => {
  const config = await findPlainConfig(option, io);
  return config === undefined ? undefined : withDialect(config, io);
};

/**
 * The same without the dialect, whose file need not be there yet.
 * @throws UsageError as `findConfig`.
 */
export const findPlainConfig = async (option: string | undefined, io: CliIo): Promise<Config | undefined> => {
  const file = option ?? usualFile(io.cwd);
  if (file === undefined) return undefined;
  const text = await readTextFile(resolve(io.cwd, file), {
    place: option === undefined ? file : `--config ${file}`,
    hint: "without a configuration the embedded sandbox is tested",
  });
  const { loadConfig } = await import("../config/load-config.ts");
  return loadConfig(text, { file, env: io.env });
};

/**
 * The fingerprints of the baseline that the configuration names; none without one.
 * @throws UsageError when the file is missing or not valid.
 */
export const findBaseline = async (config: Config | undefined, io: CliIo): Promise<Baseline> => {
  const baseline = config?.baseline;
  if (baseline === undefined) return new Set();
  const path = resolve(io.cwd, baseline.path);
  const place = `${baseline.place}: baseline ${baseline.path}`;
  const text = await readTextFile(path, { place, hint: "create it, or remove the key" });
  const { loadBaseline } = await import("../config/baseline.ts");
  return loadBaseline(text, { file: baseline.path });
};
