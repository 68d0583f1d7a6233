import { type ContractChoice, type DocumentOptions, documentOptions } from "./common-options.ts";
import { resolve } from "node:path";
import { isHere } from "../core/model/https-address.ts";
import type { Environment } from "../core/model/environment.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { readTextFile } from "../core/source/read-file.ts";
import type { ApiDocument } from "../documents/document.ts";
import { interfaceNames } from "../builtin/interface-name.ts";
import { type Config, openConfig, type OpenedConfig } from "./open-config.ts";
import { type ConfigReading, unset } from "./config-reading.ts";
import type { Contract } from "../core/model/contract.ts";
import { contractFor, type ContractUse, usualRequests } from "./document-contract.ts";
import { isAddress, openDocument } from "./fetch-document.ts";

const others = Object.keys(documentOptions).filter((name) => name !== "openapi");

const slug = (title: string): string => {
  const text = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  if (text === "") return "api";
  return interfaceNames.some((name) => name === text) ? `${text}-api` : text;
};

/** The name of the interface: the given one, or else the title as a word. @throws UsageError for one that is taken */
export const nameOf = ({ name }: Pick<DocumentOptions, "name">, document: ApiDocument): string => {
  if (name === undefined) return slug(document.title);
  if (!/^[a-z][a-z0-9-]*$/.test(name) || interfaceNames.some((known) => known === name))
    throw new UsageError(
      "must be lower-case letters, digits and hyphens, and none of the built-in interfaces",
      {
        option: "name",
      },
    );
  return name;
};

const addressOf = (
  { url }: DocumentOptions,
  { servers }: ApiDocument,
  unnamed: string | undefined,
): string => {
  if (url !== undefined) return url;
  const [server] = servers;
  const address = server?.url.replace(
    /\{([^{}]*)\}/g,
    (whole, name: string) => server.variables.get(name)?.default ?? whole,
  );
  if (address !== undefined && isAddress(address)) return address;
  if (unnamed !== undefined) return unnamed;
  throw new UsageError("the document names no address of its server", {
    option: "url",
    hint: "give the base address, for example --url http://127.0.0.1:3000",
  });
};

/** The only scheme that a value without a name can be for. */
const onlyScheme = ({ securitySchemes }: ApiDocument): string => {
  const names = [...securitySchemes.keys()];
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new UsageError(
    only === undefined
      ? "the document states no security scheme"
      : "names no security scheme of the document",
    {
      option: "auth",
      hint:
        only === undefined
          ? "give a header in its place: --header 'Authorization: …'"
          : `write SCHEME=VALUE; the document has ${names.join(", ")}`,
    },
  );
};

const credentialsOf = (
  { auth = [] }: DocumentOptions,
  document: ApiDocument,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    auth.map((text): [string, string] => {
      const at = text.indexOf("=");
      const scheme = at < 0 ? undefined : text.slice(0, at);
      // What encodes in base64 may end in `=`.
      return scheme !== undefined && document.securitySchemes.has(scheme)
        ? [scheme, text.slice(at + 1)]
        : [onlyScheme(document), text];
    }),
  );

const headersOf = ({ headers = [] }: DocumentOptions): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.map((text): [string, string] => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(\S.*)$/s.exec(text) ?? [];
      if (name !== undefined && value !== undefined) return [name, value];
      throw new UsageError("must be a header such as 'X-Tenant: 7'", { option: "headers" });
    }),
  );

/** What a file says the records are; undefined without one. */
export const readResources = async (
  { resources }: Pick<DocumentOptions, "resources">,
  { cwd, signal }: Environment,
): Promise<unknown> => {
  if (resources === undefined) return undefined;
  const text = await readTextFile(resolve(cwd, resources), {
    option: "resources",
    location: printable(resources),
    signal,
  });
  const { readSource } = await import("../core/source/source-document.ts");
  // Bodies may hold integers beyond 2^53, as documents may.
  return readSource(text, resources, { anyNumbers: true }).value;
};

/** The entry of a configuration that these options stand for. */
const configOf = async (
  options: DocumentOptions,
  document: ApiDocument,
  environment: Environment,
  unnamed?: string,
) => {
  const baseUrl = addressOf(options, document, unnamed);
  const name = nameOf(options, document);
  const isLocal = isHere(baseUrl);
  const { openapi = "", exclude, include, maxRequests, writes = isLocal } = options;
  const resources = await readResources(options, environment);
  const entry = {
    openapi,
    baseUrl,
    credentials: credentialsOf(options, document),
    headers: headersOf(options),
    ...(exclude === undefined ? {} : { exclude }),
    ...(include === undefined ? {} : { include }),
    ...(resources === undefined ? {} : { resources }),
  };
  return {
    interfaces: { [name]: entry },
    safety: {
      writes,
      ...(maxRequests === undefined
        ? isLocal
          ? { maxRequests: usualRequests(document) }
          : {}
        : { maxRequests }),
    },
  };
};

/** @param without options that name a target in another way @throws UsageError for options that exclude each other */
export const assertTogether = <Options extends DocumentOptions>(
  options: Options,
  without: readonly (keyof Options & string)[],
): void => {
  const both = without.find((name) => options[name] !== undefined);
  if (options.openapi !== undefined && both !== undefined)
    throw new UsageError(
      both === "config" ? "a configuration names its documents itself" : `excludes \`${both}\``,
      {
        option: "openapi",
        hint: both === "config" ? "omit `config`, or add interfaces.NAME.openapi to it" : `omit \`${both}\``,
      },
    );
  const given = Object.entries(options).find(([name, value]) => others.includes(name) && value !== undefined);
  if (options.openapi === undefined && given !== undefined)
    throw new UsageError("belongs to a target by its document", { option: given[0], hint: "add `openapi`" });
};

/** A document that options name, and the configuration that they stand for. */
export type NamedDocument = Awaited<ReturnType<typeof readDocumentTarget>>;

/**
 * @param unnamed stands in for the address of a server that neither the options nor the document name
 * @throws UsageError for a document or an option that cannot be used
 */
export const readDocumentTarget = async (
  options: DocumentOptions,
  environment: Environment,
  unnamed?: string,
) => {
  const { openapi = "" } = options;
  const document = await openDocument(openapi, environment, "openapi");
  return { document, config: await configOf(options, document, environment, unnamed) };
};

export const openDocumentConfig = (
  config: NamedDocument["config"],
  { document }: NamedDocument,
  environment: Environment,
  { canWrite, infers = false, ...reading }: ConfigReading & ContractUse,
): Promise<OpenedConfig | undefined> => {
  const known = Object.values(config.interfaces).map(({ openapi }) => [openapi, document] as const);
  return openConfig(config, environment, {
    ...reading,
    contractOf: contractFor({ canWrite, infers }, new Map(known)),
  });
};

/**
 * The target that these options name: by a document, or else by a configuration, which may name documents.
 * @throws UsageError for a document, a configuration or an option that cannot be used
 */
export const openNamed = async (
  options: DocumentOptions & { readonly config?: Config },
  environment: Environment,
  {
    canWrite,
    address,
    ...reading
  }: ConfigReading &
    ContractUse & {
      /** Stands in for the address of a server that neither the options nor the document name. */
      readonly address?: string;
    },
): Promise<OpenedConfig | undefined> => {
  assertTogether(options, ["config"]);
  if (options.openapi === undefined)
    return openConfig(options.config, environment, { ...reading, contractOf: contractFor({ canWrite }) });
  const named = await readDocumentTarget(options, environment, address);
  return openDocumentConfig(named.config, named, environment, { ...reading, canWrite });
};

/** A document, and the name of its interface. @throws UsageError */
export const readNamed = async (
  options: Pick<DocumentOptions, "name"> & { readonly openapi: string },
  environment: Environment,
): Promise<{ readonly name: string; readonly document: ApiDocument }> => {
  const document = await openDocument(options.openapi, environment, "openapi");
  return { name: nameOf(options, document), document };
};

/**
 * The contract that these options name.
 * @throws UsageError for a document, a configuration or an option that cannot be used
 */
export const contractOf = async (options: ContractChoice, environment: Environment): Promise<Contract> => {
  assertTogether(options, ["config"]);
  const { openapi, config } = options;
  const known = new Map<string, ApiDocument>();
  const configured = async () => {
    if (openapi === undefined) return config;
    const document = await openDocument(openapi, environment, "openapi");
    known.set(openapi, document);
    return configOf({ ...options, writes: true }, document, environment, unset);
  };
  const given = await configured();
  const opened = await openConfig(given, environment, {
    // Nothing is asked: variables for credentials and addresses need not be set.
    standIn: unset,
    isPlain: true,
    contractOf: contractFor({ canWrite: true }, known),
  });
  return opened?.contract ?? (await import("./contract.ts")).contract;
};
