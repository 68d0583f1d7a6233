import { type InitOptions, initOptions } from "./options.ts";
import { environmentOf, nonceOf } from "../../inputs/app-options.ts";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { contract } from "../../inputs/contract.ts";
import { type BuiltinInterface, interfaceNames } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { baseAddress } from "../../core/config/base-address.ts";
import type { ValidConfig } from "../../core/config/config.ts";
import { loadConfig } from "../../core/config/load-config.ts";
import { isHere } from "../../core/model/https-address.ts";
import { childOf } from "../../core/model/json-object.ts";
import { proxiesOf } from "../../core/model/proxy.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { variableFor } from "../doctor/config-keys.ts";
import { proposedEntries, extendEnvExample, firstEntries, safetyEntries } from "./entries.ts";
import { type ConfigEntry, extendConfig } from "./extend-config.ts";
import type { InterfaceHealth } from "../doctor/health.ts";
import { type AskedInterface, type AskedTarget, askTarget } from "../doctor/ask-target.ts";
import { readTextFile } from "../../core/source/read-file.ts";
import { readSource } from "../../core/source/source-document.ts";
import { suite } from "../../inputs/suite.ts";
import type { Environment } from "../../core/model/environment.ts";
import { assertTogether } from "../../inputs/named-target.ts";
import { version } from "../../core/model/version.ts";
import { assertWritable, writeFileWhole } from "../../core/output/write-file.ts";

/** What was discovered about a target, and the written files. */
export interface InitResult {
  /**
   * `stopped`: the budget ran out or a safety rule applied. `inconclusive`: an interface could not be asked and is not
   * written. `declined`: the user did not want to extend the file. `interrupted`: the user gave no answer.
   */
  readonly verdict: "complete" | "inconclusive" | "stopped" | "declined" | "interrupted";
  /** Names of the changed files. */
  readonly files: readonly string[];
  /** Whether the configuration is new. */
  readonly isNew: boolean;
  readonly requests: number;
  /** Maximum number of requests. */
  readonly budget: number;
  /** Why some questions were not asked. */
  readonly stopped?: string;
  /** Number of facts that can be judged now, at most if it is about a document, and of all facts. */
  readonly facts: { readonly now: number; readonly isAtMost?: true; readonly total: number };
  readonly interfaces: readonly InterfaceHealth[];
}

/** Maximum number of requests of a first contact. */
const mostRequests = 40;

const titles: Readonly<Record<BuiltinInterface, string>> = {
  crm: "the CRM",
  donation: "the donation interface",
  volunteer: "the volunteer interface",
};

/** The file to write, and its current content. */
interface ConfigFile {
  /** Path as the user gave it. */
  readonly name: string;
  readonly path: string;
  /** Undefined if the file does not exist yet. */
  readonly text: string | undefined;
  /** The value at a path of keys. */
  at(...keys: readonly string[]): unknown;
}

/** What a configuration holds; undefined if it is empty, or nothing but comments. */
const valueOf = (text: string, location: string): unknown => {
  const { errors, contents } = parseDocument(text);
  if (errors.length > 0)
    throw new UsageError("cannot be extended: it is no valid YAML", {
      location,
      hint: "fix it, or name another file with `config`",
    });
  return contents === null ? undefined : readSource(text, location).value;
};

const fileOf = async (name: string, { cwd, signal }: Environment): Promise<ConfigFile> => {
  const path = resolve(cwd, name);
  const location = printable(name);
  const text = existsSync(path) ? await readTextFile(path, { location, signal }) : undefined;
  const value = text === undefined ? undefined : valueOf(text, location);
  return { name, path, text, at: (...keys) => keys.reduce(childOf, value) };
};

/** The user cancelled the questions. */
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

/** The address of an interface from the options, the file or the user; undefined if there is none. */
const addressOf = async (name: BuiltinInterface, options: InitOptions, file: ConfigFile) => {
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

/** The combined values from the user, the options, the file and the environment. */
interface Start {
  readonly baseUrls: ReadonlyMap<BuiltinInterface, string>;
  /** The environment with the entered tokens. */
  readonly env: Environment["env"];
}

/** Collects everything that the first request needs. */
const gather = async (options: InitOptions, file: ConfigFile, { env }: Environment): Promise<Start> => {
  const baseUrls = new Map<BuiltinInterface, string>();
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
  new URL("../../builtin/generated/config/config.schema.json", import.meta.url),
);

/**
 * Where an editor finds the schema: by path if this installation is in the folder of the configuration or one around
 * it, else by URL.
 */
export const schemaAddress = (config: string, schema = ownSchema): string => {
  const away = relative(dirname(config), schema).split(sep).join("/");
  return /^(?:\.\.\/)*(?:node_modules|src|dist)\//.test(away)
    ? away
    : `https://unpkg.com/tripact@${version()}/dist/builtin/generated/config/config.schema.json`;
};

const newText = (file: ConfigFile, guide: string): string =>
  [
    `# yaml-language-server: $schema=${schemaAddress(file.path)}`,
    "# Written by tripact init. A commented key is not given; what it would add is written behind it.",
    `# tripact doctor says what can be judged, and ${guide} how to make what is missing.`,
    "",
  ].join("\n");

const isAnswered = ({ health }: AskedInterface): boolean => health.problem === undefined;

/** The first keys of an interface, with a credential if the file has none for it. */
const firstOf = (file: ConfigFile, name: BuiltinInterface, address: string): readonly ConfigEntry[] =>
  firstEntries(name, address, file.at("interfaces", name, "credentials") === undefined);

/** The text of the file with everything that the interfaces have shown. */
export const textWith = (file: ConfigFile, asked: AskedTarget, baseUrls: Start["baseUrls"]): string => {
  const reached = asked.interfaces.filter(isAnswered);
  const entries = reached.flatMap(({ probe, health }) => [
    ...firstOf(file, probe.name, baseUrls.get(probe.name) ?? ""),
    ...proposedEntries(probe, health),
  ]);
  const limits = [...new Set(reached.flatMap(({ health }) => health.limits))];
  const safety = safetyEntries(limits, [...baseUrls.values()].every(isHere));
  return extendConfig(
    file.text ?? newText(file, "docs/guides/your-own-target.md"),
    [...entries, ...safety],
    file.name,
  );
};

const configFor = (file: ConfigFile, { baseUrls, env }: Start): ValidConfig => {
  const entries = [...baseUrls].flatMap(([name, address]) => firstOf(file, name, address));
  const text = extendConfig(file.text ?? "", entries, file.name);
  return { ...loadConfig(text, { contract, file: file.name, env }), proxyFor: proxiesOf(env) };
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

/** Writes both files; returns the names of those that changed. */
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

/** Nothing was requested and nothing written. */
const nothing = (verdict: "declined" | "interrupted"): InitResult => ({
  verdict,
  files: [],
  isNew: false,
  requests: 0,
  budget: mostRequests,
  facts: { now: 0, total: suite.facts.length },
  interfaces: [],
});

const askAndWrite = async (options: InitOptions, around: Environment): Promise<InitResult> => {
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

/** Tries the server of a document, and writes what was found. */
const tryAndWrite = async (options: InitOptions, around: Environment): Promise<InitResult> => {
  const file = await fileOf(options.config, around);
  await assertWritable(file.path);
  if (!(await mayWrite(file, options))) return nothing("declined");
  const { tryDocument } = await import("./document-config.ts");
  const isThere = (name: string): boolean => file.at("interfaces", name) !== undefined;
  const found = await tryDocument({ ...options, config: file.path }, around, nonceOf(options), isThere);
  const { entries, health, requests, budget, stopped, facts, unset } = found;
  const isFound = health.problem === undefined;
  for (const [variable, value] of unset) options.onCredential?.(variable, value);
  const text = extendConfig(file.text ?? newText(file, "docs/reference/resources.md"), entries, file.name);
  return {
    verdict: !isFound ? "inconclusive" : stopped === undefined ? "complete" : "stopped",
    files: isFound ? await write(file, text, around.signal) : [],
    isNew: file.text === undefined,
    requests,
    budget,
    ...(stopped === undefined ? {} : { stopped }),
    facts,
    interfaces: [health],
  };
};

/** Writes a configuration from addresses and tokens, or from a document and its server. */
export const writeConfig = async (options: InitOptions): Promise<InitResult> => {
  try {
    const around = environmentOf(options, initOptions);
    assertTogether(options, interfaceNames);
    return await (options.openapi === undefined ? askAndWrite : tryAndWrite)(options, around);
  } catch (error) {
    if (error instanceof Interrupted) return nothing("interrupted");
    throw error;
  }
};
