import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { contract } from "../../contract/contract.ts";
import { type InterfaceName, interfaceNames } from "../../contract/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import { baseAddress } from "../../harness/config/base-address.ts";
import type { Config } from "../../harness/config/config.ts";
import { loadConfig } from "../../harness/config/load-config.ts";
import { isHere } from "../../harness/model/https-address.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { printable } from "../../harness/output/escape.ts";
import { variableFor } from "./config-keys.ts";
import { entriesOf, extendEnvExample, firstEntries, safetyEntries } from "./entries.ts";
import { type Entry, extendConfig } from "./extend-config.ts";
import type { InterfaceHealth } from "./health.ts";
import { type AskedInterface, type AskedTarget, askTarget } from "./ask-target.ts";
import { readTextFile } from "../../harness/source/read-file.ts";
import { suite } from "../../inputs/suite.ts";
import {
  type AppOptions,
  nonceOf,
  type Surroundings,
  surroundingsOf,
} from "../../harness/model/surroundings.ts";
import { version } from "../../harness/model/version.ts";
import { assertWritable, writeFileWhole } from "../../harness/output/write-file.ts";

/** Asks a person. Answers are undefined when the person stops. */
export interface Questions {
  /** A line of text; empty when nothing is entered. */
  text(question: string): Promise<string | undefined>;
  /** A credential, which nobody else may see; `variable` is the environment variable that is to hold it. */
  secret(question: string, variable: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}

/** The file to write, and what is known of the target. */
export interface InitOptions extends AppOptions {
  /** The file to write or to extend; `.env.example` is written beside it. */
  readonly config: string;
  /** Base addresses. Credentials come from `CRM_KEY`, `DONATION_TOKEN` and `VOLUNTEER_TOKEN` in `env`. */
  readonly crm?: string;
  readonly donation?: string;
  readonly volunteer?: string;
  /** Extends a file that is there, and asks nobody. */
  readonly extend?: boolean;
  /** Asks a person for what is missing, and whether a file that is there is extended; without it, either is an error. */
  readonly ask?: Questions;
  /** The folder in which runs against live targets keep the budget that they share; default: they share none. */
  readonly stateFolder?: string;
}

/** What was found out about a target, and the files that were written. */
export interface InitResult {
  /**
   * `stopped` by a spent budget or a safety rule; `inconclusive` where an interface could not be asked, which is not
   * written then; `declined` where the person did not want the file extended, `interrupted` where they gave no answer.
   */
  readonly verdict: "complete" | "inconclusive" | "stopped" | "declined" | "interrupted";
  /** Names of the files that changed. */
  readonly files: readonly string[];
  /** Whether the configuration was not there before. */
  readonly isNew: boolean;
  readonly requests: number;
  /** How many requests there could be. */
  readonly budget: number;
  /** Why not everything was asked. */
  readonly stopped?: string;
  /** How many facts can be judged now, of all that there are. */
  readonly facts: { readonly now: number; readonly total: number };
  readonly interfaces: readonly InterfaceHealth[];
}

/** Requests that a first contact may cost. */
const mostRequests = 40;

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
  /** What is written at a path of keys. */
  at(...keys: readonly string[]): unknown;
}

const fileOf = async (name: string, { cwd, signal }: Surroundings): Promise<ConfigFile> => {
  const path = resolve(cwd, name);
  const location = printable(name);
  const text = existsSync(path) ? await readTextFile(path, { location, signal }) : undefined;
  const document = text === undefined ? undefined : parseDocument(text);
  if (document !== undefined && document.errors.length > 0)
    throw new UsageError("cannot be extended: it is no valid YAML", {
      location,
      hint: "fix it, or name another file with `config`",
    });
  return { name, path, text, at: (...keys) => document?.getIn(keys) };
};

/** A person stops the questions. */
class Interrupted extends Error {}

const answered = async <Answer>(answer: Promise<Answer | undefined>): Promise<Answer> => {
  const given = await answer;
  if (given === undefined) throw new Interrupted("the questions were not answered");
  return given;
};

const assertAddress = (text: string, place: { readonly option: string } | { readonly location: string }) => {
  const address = baseAddress(text);
  if (address.ok) return text;
  throw new UsageError(address.message, { ...place, hint: address.hint });
};

/** The address of an interface by option, by the file or by a person; undefined where it has none. */
const addressOf = async (name: InterfaceName, options: InitOptions, file: ConfigFile) => {
  const written = file.at("interfaces", name, "baseUrl");
  const given = options[name];
  if (given !== undefined) {
    const address = assertAddress(given, { option: name });
    if (written !== undefined && written !== address)
      throw new UsageError(`differs from interfaces.${name}.baseUrl of ${printable(file.name)}`, {
        option: name,
        hint: "change it there, or name another file with `config`",
      });
    return address;
  }
  if (written !== undefined) return String(written);
  const isAsked = interfaceNames.every((one) => options[one] === undefined) && file.text === undefined;
  if (options.ask === undefined || !isAsked) return undefined;
  const text = await answered(options.ask.text(`Base address of ${titles[name]} (empty: none)`));
  return text.trim() === "" ? undefined : assertAddress(text.trim(), { location: titles[name] });
};

/** What a person, the options, the file and the environment have given together. */
interface Start {
  readonly baseUrls: ReadonlyMap<InterfaceName, string>;
  /** The environment with the tokens that were entered. */
  readonly env: Surroundings["env"];
}

/** Finds out everything that a first request needs. */
const gather = async (options: InitOptions, file: ConfigFile, { env }: Surroundings): Promise<Start> => {
  const baseUrls = new Map<InterfaceName, string>();
  const entered = new Map<string, string>();
  for (const name of interfaceNames) {
    const address = await addressOf(name, options, file);
    if (address === undefined) continue;
    baseUrls.set(name, address);
    const variable = variableFor(interfaces[name].mainCredential);
    if (file.at("interfaces", name, "credentials") !== undefined || (env[variable] ?? "") !== "") continue;
    if (options.ask === undefined)
      throw new UsageError(`the environment variable ${variable} is not set`, {
        hint: `it holds the credential of ${titles[name]}; without \`extend\` a terminal is asked for it`,
      });
    const question = `Credential of ${titles[name]} (${variable} is not set)`;
    entered.set(variable, (await answered(options.ask.secret(question, variable))).trim());
  }
  if (baseUrls.size === 0)
    throw new UsageError("there is no address to begin with", {
      hint: "name one with `crm`, `donation` or `volunteer`",
    });
  return { baseUrls, env: { ...env, ...Object.fromEntries(entered) } };
};

const ownSchema = fileURLToPath(
  new URL("../../contract/generated/config/config.schema.json", import.meta.url),
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
  firstEntries(name, address, file.at("interfaces", name, "credentials") === undefined);

/** The text of the file with everything that was learnt of the interfaces that have answered. */
export const textWith = (file: ConfigFile, asked: AskedTarget, baseUrls: Start["baseUrls"]): string => {
  const reached = asked.interfaces.filter(isAnswered);
  const entries = reached.flatMap(({ probe, health }) => [
    ...firstOf(file, probe.name, baseUrls.get(probe.name) ?? ""),
    ...entriesOf(probe, health),
  ]);
  const limits = [...new Set(reached.flatMap(({ health }) => health.limits))];
  const safety = safetyEntries(limits, [...baseUrls.values()].every(isHere));
  return extendConfig(file.text ?? newText(file), [...entries, ...safety], file.name);
};

const configFor = (file: ConfigFile, { baseUrls, env }: Start): Config => {
  const entries = [...baseUrls].flatMap(([name, address]) => firstOf(file, name, address));
  return loadConfig(extendConfig(file.text ?? "", entries, file.name), { contract, file: file.name, env });
};

const mayWrite = async ({ name, text }: ConfigFile, { extend, ask }: InitOptions): Promise<boolean> => {
  if (text === undefined || extend === true) return true;
  if (ask === undefined)
    throw new UsageError("is there already", {
      location: printable(name),
      hint: "`extend` extends it; what it has stays as it is",
    });
  return answered(ask.confirm(`${name} is there. Extend it? What it has stays as it is.`));
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

const verdictOn = ({ interfaces: asked, stopped }: AskedTarget): InitResult["verdict"] => {
  if (stopped !== undefined) return "stopped";
  return asked.every(isAnswered) ? "complete" : "inconclusive";
};

/** Nothing was asked of a target, and nothing written. */
const nothing = (verdict: "declined" | "interrupted"): InitResult => ({
  verdict,
  files: [],
  isNew: false,
  requests: 0,
  budget: mostRequests,
  facts: { now: 0, total: suite.facts.length },
  interfaces: [],
});

const askAndWrite = async (options: InitOptions, around: Surroundings): Promise<InitResult> => {
  const file = await fileOf(options.config, around);
  await assertWritable(file.path);
  const start = await gather(options, file, around);
  if (!(await mayWrite(file, options))) return nothing("declined");
  const { stateFolder } = options;
  const asked = await askTarget(
    configFor(file, start),
    { budget: mostRequests, examine: false, stateFolder, nonce: nonceOf(options) },
    around,
  );
  const text = asked.interfaces.some(isAnswered) ? textWith(file, asked, start.baseUrls) : undefined;
  const { requests, budget, stopped, facts } = asked;
  return {
    verdict: verdictOn(asked),
    files: text === undefined ? [] : await write(file, text, around.signal),
    isNew: file.text === undefined,
    requests,
    budget,
    ...(stopped === undefined ? {} : { stopped }),
    facts: { now: facts, total: suite.facts.length },
    interfaces: asked.interfaces.map(({ health }) => health),
  };
};

/** Writes a configuration from addresses and tokens. */
export const writeConfig = async (options: InitOptions): Promise<InitResult> => {
  try {
    return await askAndWrite(options, surroundingsOf(options));
  } catch (error) {
    if (error instanceof Interrupted) return nothing("interrupted");
    throw error;
  }
};
