import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { baseAddress } from "../../../harness/config/base-address.ts";
import type { Config } from "../../../harness/config/config.ts";
import { type InterfaceName, interfaceNames } from "../../../contract/interface-name.ts";
import { interfaces } from "../../../contract/interfaces.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import { variableFor } from "../../onboarding/config-keys.ts";
import { entriesOf, extendEnvExample, firstEntries, safetyEntries } from "../../onboarding/entries.ts";
import { type Entry, extendConfig } from "../../onboarding/extend-config.ts";
import { printHealth } from "../../onboarding/print-health.ts";
import { type AskedInterface, type AskedTarget, askTarget } from "../ask-target.ts";
import { usesColor } from "../color.ts";
import type { InitOptions } from "../definitions/onboarding.ts";
import { usualFile } from "../find-config.ts";
import { type CliIo, lineWidth } from "../io.ts";
import type { Prompter } from "../prompter.ts";
import { readTextFile } from "../../../app/read-file.ts";
import { suite } from "../../../app/suite.ts";
import { version } from "../../../app/version.ts";
import { assertWritable, writeFileWhole } from "../../../app/write-file.ts";

/** Requests that a first contact may cost. */
const mostRequests = 40;

const defaultFile = "tripact.config.yaml";

const titles: Readonly<Record<InterfaceName, string>> = {
  crm: "the CRM",
  donation: "the donation interface",
  volunteer: "the volunteer interface",
};

/** The file to write, and what it has. */
interface ConfigFile {
  /** As the user knows it. */
  readonly name: string;
  readonly path: string;
  /** Undefined where there is none yet. */
  readonly text: string | undefined;
}

/** What a person, the flags, the file and the environment have given together. */
interface Start {
  readonly baseUrls: ReadonlyMap<InterfaceName, string>;
  /** The environment with the tokens that were entered. */
  readonly env: CliIo["env"];
  /** Variables that were entered and that nobody has set. */
  readonly entered: readonly string[];
}

const fileOf = async (options: InitOptions, io: CliIo): Promise<ConfigFile> => {
  const name = options.config ?? usualFile(io.cwd) ?? defaultFile;
  const path = resolve(io.cwd, name);
  const text = existsSync(path)
    ? await readTextFile(path, { location: printable(name), signal: io.signal })
    : undefined;
  const [broken] = text === undefined ? [] : parseDocument(text).errors;
  if (broken !== undefined)
    throw new UsageError("cannot be extended: it is no valid YAML", {
      location: printable(name),
      hint: "fix it, or name another file with --config",
    });
  return { name, path, text };
};

/** A person stops the questions. */
class Interrupted extends Error {}

const answered = async <Answer>(answer: Promise<Answer | undefined>): Promise<Answer> => {
  const given = await answer;
  if (given === undefined) throw new Interrupted("the questions were not answered");
  return given;
};

const assertAddress = (text: string, location: string): string => {
  const address = baseAddress(text);
  if (address.ok) return text;
  throw new UsageError(address.message, { location, hint: address.hint });
};

const writtenAt = (file: ConfigFile, path: readonly string[]): unknown =>
  file.text === undefined ? undefined : parseDocument(file.text).getIn(path);

/** The address of an interface by flag, by the file or by a person; undefined where it has none. */
const addressOf = async (
  name: InterfaceName,
  options: InitOptions,
  file: ConfigFile,
  prompter: Prompter | undefined,
): Promise<string | undefined> => {
  const written = writtenAt(file, ["interfaces", name, "baseUrl"]);
  const flag = options[name];
  if (flag !== undefined) {
    const address = assertAddress(flag, `--${name}`);
    if (written !== undefined && written !== address)
      throw new UsageError(`differs from interfaces.${name}.baseUrl of ${printable(file.name)}`, {
        location: `--${name}`,
        hint: "change it there, or name another file with --config",
      });
    return address;
  }
  if (written !== undefined) return String(written);
  const isAsked = interfaceNames.every((one) => options[one] === undefined) && file.text === undefined;
  if (prompter === undefined || !isAsked) return undefined;
  const text = await answered(prompter.text(`Base address of ${titles[name]} (empty: none)`));
  return text.trim() === "" ? undefined : assertAddress(text.trim(), titles[name]);
};

/** Finds out everything that a first request needs. */
const gather = async (options: InitOptions, file: ConfigFile, io: CliIo): Promise<Start> => {
  const prompter = options.yes === true || options.json === true ? undefined : io.prompter;
  const baseUrls = new Map<InterfaceName, string>();
  const entered = new Map<string, string>();
  for (const name of interfaceNames) {
    const address = await addressOf(name, options, file, prompter);
    if (address === undefined) continue;
    baseUrls.set(name, address);
    const variable = variableFor(interfaces[name].mainCredential);
    const isGiven = writtenAt(file, ["interfaces", name, "credentials"]) !== undefined;
    if (isGiven || (io.env[variable] ?? "") !== "") continue;
    if (prompter === undefined)
      throw new UsageError(`the environment variable ${variable} is not set`, {
        hint: `it holds the credential of ${titles[name]}; without --yes a terminal is asked for it`,
      });
    entered.set(
      variable,
      (await answered(prompter.secret(`Credential of ${titles[name]} (${variable} is not set)`))).trim(),
    );
  }
  if (baseUrls.size === 0)
    throw new UsageError("there is no address to begin with", {
      hint: "name one with --crm, --donation or --volunteer",
    });
  return { baseUrls, env: { ...io.env, ...Object.fromEntries(entered) }, entered: [...entered.keys()] };
};

const ownSchema = fileURLToPath(
  new URL("../../../contract/generated/config/config.schema.json", import.meta.url),
);

/**
 * Where an editor finds the schema: by its path where this installation lies in the folder of the configuration or in
 * one around it, else by address.
 */
export const schemaAddress = (config: string, schema = ownSchema): string => {
  const away = relative(dirname(config), schema).split(sep).join("/");
  return /^(?:\.\.\/)*(?:node_modules|src|dist)\//.test(away)
    ? away
    : `https://unpkg.com/tripact@${version()}/dist/contract/generated/config/config.schema.json`;
};

const newText = (file: ConfigFile): string =>
  [
    `# yaml-language-server: $schema=${schemaAddress(file.path)}`,
    "# Written by tripact init. A commented key is not given; what it would add is written behind it.",
    "# tripact doctor says what can be judged, and docs/your-own-target.md how to make what is missing.",
    "",
  ].join("\n");

const isAnswered = ({ health }: AskedInterface): boolean => health.problem === undefined;

/** The first keys of an interface, with a credential where the file has none for it. */
const firstOf = (file: ConfigFile, name: InterfaceName, address: string): readonly Entry[] =>
  firstEntries(name, address, writtenAt(file, ["interfaces", name, "credentials"]) === undefined);

/** The text of the file with everything that was learnt of the interfaces that have answered. */
const textWith = (file: ConfigFile, asked: AskedTarget, baseUrls: Start["baseUrls"]): string => {
  const reached = asked.interfaces.filter(isAnswered);
  const entries = reached.flatMap(({ probe, health }) => [
    ...firstOf(file, probe.name, baseUrls.get(probe.name) ?? ""),
    ...entriesOf(probe, health),
  ]);
  const limits = [...new Set(reached.flatMap(({ health }) => health.limits))];
  return extendConfig(file.text ?? newText(file), [...entries, ...safetyEntries(limits)], file.name);
};

const configFor = async (file: ConfigFile, { baseUrls, env }: Start): Promise<Config> => {
  const entries = [...baseUrls].flatMap(([name, address]) => firstOf(file, name, address));
  const text = extendConfig(file.text ?? "", entries, file.name);
  const { loadConfig } = await import("../../../harness/config/load-config.ts");
  const { contract } = await import("../../../contract/contract.ts");
  return loadConfig(text, { contract, file: file.name, env });
};

const mayWrite = async (file: ConfigFile, options: InitOptions, io: CliIo): Promise<boolean> => {
  if (file.text === undefined || options.yes === true) return true;
  if (io.prompter === undefined || options.json === true)
    throw new UsageError("is there already", {
      location: printable(file.name),
      hint: "--yes extends it; what it has stays as it is",
    });
  return answered(io.prompter.confirm(`${file.name} is there. Extend it? What it has stays as it is.`));
};

/** Writes both files; gives the names of those that changed. */
const write = async (file: ConfigFile, text: string, signal: AbortSignal): Promise<readonly string[]> => {
  const changed: string[] = [];
  if (text !== file.text) {
    await writeFileWhole(file.path, text);
    changed.push(file.name);
  }
  const envPath = join(dirname(file.path), ".env.example");
  const before = existsSync(envPath) ? await readTextFile(envPath, { location: ".env.example", signal }) : "";
  const env = extendEnvExample(before, text);
  if (env === before) return changed;
  await writeFileWhole(envPath, env);
  return [...changed, ".env.example"];
};

const report = (
  asked: AskedTarget,
  changed: readonly string[],
  { entered }: Start,
  file: ConfigFile,
  options: InitOptions,
  io: CliIo,
): void => {
  const { requests, budget, stopped } = asked;
  const all = asked.interfaces.map(({ health }) => health);
  // With --check, what a program reads is the report of the check.
  if (options.json === true && options.thenCheck === true) return;
  if (options.json === true) {
    io.stdout.write(
      safeJson(
        {
          files: changed,
          requests,
          ...(stopped && { stopped }),
          facts: { now: asked.facts, total: suite.facts.length },
          interfaces: all,
        },
        2,
      ),
    );
    return;
  }
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const shown = options.quiet === true ? all.filter(({ problem }) => problem !== undefined) : all;
  for (const health of shown) io.stdout.write(safe`${printHealth(health, palette, io.stdout.columns)}\n`);
  if (options.quiet === true) return;
  if (file.text === undefined && changed.length === 0) {
    io.stdout.write(
      hang(
        safe``,
        `wrote nothing · ${plural(requests, "request")} of ${budget} · run init again`,
        lineWidth(io.stdout),
      ),
    );
    return;
  }
  const written = changed.length === 0 ? "nothing new to write" : `wrote ${changed.join(" and ")}`;
  const counts = `${plural(requests, "request")} of ${budget} · ${asked.facts} of ${suite.facts.length} facts can be judged now`;
  io.stdout.write(hang(safe``, `${written} · ${counts}`, lineWidth(io.stdout)));
  if (entered.length > 0)
    io.stdout.write(safe`set ${entered.join(", ")} before the next run: the file only names them\n`);
  if (options.thenCheck === true) return;
  const config = basename(file.path) === defaultFile ? "" : ` --config ${file.name}`;
  io.stdout.write(safe`next: tripact check${config}\n`);
};

/** Checks the target by the file that was just written, with the tokens that were entered: a first verdict explores nothing. */
const checkNow = async (
  file: ConfigFile,
  { env }: Start,
  options: InitOptions,
  io: CliIo,
): Promise<number> => {
  if (options.json !== true && options.quiet !== true) io.stdout.write(safe`\n`);
  const [{ check }, { suite }] = await Promise.all([import("./check.ts"), import("../../../app/suite.ts")]);
  const planned = suite.checks.filter((one) => one.effect === "passive" || one.explore === undefined);
  const { color, json, quiet } = options;
  const common = {
    color,
    ...(json === undefined ? {} : { json }),
    ...(quiet === undefined ? {} : { quiet }),
  };
  const ids = planned.map(({ id }) => id);
  return check({ ...common, config: file.name, check: ids, seed: "1", failOn: "error" }, { ...io, env });
};

const exitCodeFor = ({ interfaces, stopped }: AskedTarget): number => {
  if (stopped !== undefined) return exitCodes.stopped;
  return interfaces.every(isAnswered) ? exitCodes.conformant : exitCodes.notJudged;
};

const askAndWrite = async (options: InitOptions, io: CliIo): Promise<number> => {
  const file = await fileOf(options, io);
  await assertWritable(file.path);
  const start = await gather(options, file, io);
  if (!(await mayWrite(file, options, io))) return exitCodes.conformant;
  const config = await configFor(file, start);
  const asked = await askTarget(config, { budget: mostRequests, examine: false }, io);
  const isAny = asked.interfaces.some(isAnswered);
  const changed = isAny ? await write(file, textWith(file, asked, start.baseUrls), io.signal) : [];
  report(asked, changed, start, file, options, io);
  if (asked.stopped !== undefined) io.stderr.write(safe`tripact: ${asked.stopped}\n`);
  const code = exitCodeFor(asked);
  if (options.thenCheck !== true || !isAny) return code;
  const judged = await checkNow(file, start, options, io);
  return judged === exitCodes.conformant ? code : judged;
};

/**
 * `tripact init`: a configuration from addresses and tokens. Exit code 0; 3 when an interface could not be asked, or 4
 * when a spent budget or a safety rule is why: it is not written then, the others are. 130 when a person stops the
 * questions. With `--then-check`, the exit code of the check of what was written.
 * @throws UsageError before anything is sent or written.
 */
export const init = async (options: InitOptions, io: CliIo): Promise<number> => {
  try {
    return await askAndWrite(options, io);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    io.stderr.write(safe`tripact: interrupted: nothing was written\n`);
    return exitCodes.interrupted;
  }
};
