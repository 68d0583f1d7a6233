import { environmentOf } from "../inputs/app-options.ts";
import { usageOptions, type UsageOptions } from "./options.ts";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isObject, parseJson } from "../core/model/json-object.ts";
import { statOf } from "../core/model/stat-of.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import type { Use } from "../consumers/usage/use.ts";
import type { Usage } from "../consumers/usage/usage-file.ts";
import { readTextFile } from "../core/source/read-file.ts";
import type { Environment } from "../core/model/environment.ts";
import { knownAddresses, openTraffic } from "../inputs/open-traffic.ts";
import type { Contract } from "../core/model/contract.ts";
import type { RecordedInterfaces } from "../consumers/usage/read-recorded-uses.ts";

/** What a project uses, as written to a usage file. */
export interface UsageResult extends Usage {
  /** The project's own TypeScript version, if other programs cannot load it, and the version that read the project. */
  readonly typescript?: { readonly own: string; readonly used: string };
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

/**
 * Absolute path of a project's configuration; undefined if recordings are the only source.
 * @throws UsageError if it does not exist
 */
export const projectOf = (
  { project, recordings = [] }: Pick<UsageOptions, "project" | "recordings">,
  { cwd }: Pick<Environment, "cwd">,
): string | undefined => {
  const named = resolve(cwd, project ?? "tsconfig.json");
  const path = isFolder(named) ? join(named, "tsconfig.json") : named;
  if (existsSync(path)) return path;
  if (project === undefined && recordings.length > 0) return undefined;
  throw new UsageError(isFolder(named) ? "the folder has no tsconfig.json" : "file not found", {
    option: "project",
    location: printable(project ?? "tsconfig.json"),
    hint: "name the tsconfig.json or the jsconfig.json of the project",
  });
};

/** The name in the nearest package.json, or else the folder's. */
const consumerOf = async ({ name }: UsageOptions, folder: string, { signal }: Environment) => {
  if (name !== undefined) {
    if (name.length > 0 && name.length <= 100) return name;
    throw new UsageError("must have 1 to 100 characters", { option: "name" });
  }
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "package.json");
    const manifest = existsSync(path)
      ? parseJson(await readTextFile(path, { location: path, signal }))
      : undefined;
    if (isObject(manifest) && typeof manifest["name"] === "string" && manifest["name"] !== "")
      return manifest["name"].slice(0, 100);
    if (at === dirname(at)) return basename(folder) || "consumer";
  }
};

/** Use known from earlier recordings, kept until other recordings are read. */
const keptIn = async (file: string | undefined, { cwd, signal }: Environment): Promise<readonly Use[]> => {
  if (file === undefined || !existsSync(resolve(cwd, file))) return [];
  const text = await readTextFile(resolve(cwd, file), { location: printable(file), signal });
  const { parseUsage } = await import("../consumers/usage/usage-file.ts");
  try {
    return parseUsage(text, printable(file)).uses;
  } catch (error) {
    // Not a usage file: it is overwritten.
    if (error instanceof UsageError) return [];
    throw error;
  }
};

/** The interfaces that a project may use. */
interface UsableInterfaces extends RecordedInterfaces {
  /** How messages call them. */
  readonly shown: string;
}

const interfacesOf = async (
  { config, openapi, interface: name }: UsageOptions,
  around: Environment,
): Promise<UsableInterfaces> => {
  if (name !== undefined && openapi === undefined)
    throw new UsageError("belongs to a document", { option: "interface", hint: "add `openapi`" });
  const opened = await openTraffic(
    {
      ...(config === undefined ? {} : { config }),
      ...(openapi === undefined ? {} : { openapi }),
      ...(name === undefined ? {} : { name }),
    },
    around,
  ).catch((error: unknown) => {
    // `name` is the consumer's here.
    throw error instanceof UsageError && error.option === "name"
      ? new UsageError(error.message, { option: "interface" })
      : error;
  });
  const [{ contract: builtin }, { documentsOf }, { meaningOf }, { createFindOperation }] = await Promise.all([
    import("../inputs/contract.ts"),
    import("../inputs/interface-documents.ts"),
    import("../inputs/meaning.ts"),
    import("../traffic/recordings/find-operation.ts"),
  ]);
  const contract: Contract = opened?.contract ?? builtin;
  const { interfaces } = contract;
  const { matcher, pathWords } = meaningOf(contract);
  return {
    documents: await documentsOf(contract),
    find: createFindOperation(matcher, knownAddresses(opened?.config.baseUrls ?? {})),
    pathWords,
    interfaces,
    shown:
      interfaces.length === 1
        ? `the interface ${interfaces.join("")}`
        : `the interfaces ${interfaces.join(", ")}`,
  };
};

const readCode = async (
  config: string | undefined,
  { documents }: UsableInterfaces,
): Promise<Pick<UsageResult, "typescript"> & { readonly uses: readonly Use[] }> => {
  if (config === undefined) return { uses: [] };
  const folder = dirname(config);
  const [{ analyzeUsage }, { closedVersion, loadCompiler }] = await Promise.all([
    import("../consumers/usage/analyze-usage.ts"),
    import("../consumers/usage/load-compiler.ts"),
  ]);
  const compiler = loadCompiler(folder);
  const own = closedVersion(folder);
  return {
    uses: analyzeUsage(compiler, config, documents),
    ...(own === undefined ? {} : { typescript: { own, used: compiler.version } }),
  };
};

/** @throws UsageError if nothing is used */
const withTraffic = async (
  code: readonly Use[],
  config: string | undefined,
  interfaces: UsableInterfaces,
  { recordings = [], earlier }: UsageOptions,
  around: Environment,
): Promise<readonly Use[]> => {
  const [{ findRecordings }, { readRecordedUses }, { withRecorded }] = await Promise.all([
    import("../traffic/recordings/find-recordings.ts"),
    import("../consumers/usage/read-recorded-uses.ts"),
    import("../consumers/usage/recorded-uses.ts"),
  ]);
  const opened = await findRecordings(recordings, around);
  const recorded =
    opened.length > 0
      ? await readRecordedUses(opened, interfaces, code, around.signal)
      : await keptIn(earlier, around);
  const uses = withRecorded(code, recorded);
  if (uses.length > 0) return uses;
  if (config === undefined)
    throw new UsageError("no exchange of it calls a documented operation", {
      option: "recordings",
      location: opened.map(({ file }) => file).join(", "),
      hint: "tripact observe says what it holds",
    });
  throw new UsageError(`uses nothing of ${interfaces.shown}`, {
    location: config,
    hint: "its types must come from the OpenAPI document: tripact generate, tripact-contract or openapi-typescript",
  });
};

/**
 * What a TypeScript or JavaScript project uses of interfaces, according to its compiler and to recordings of its traffic:
 * operations called, fields read and sent, and the locations in its code. Its JSON is a usage file.
 * @throws UsageError for a project or a recording that cannot be read, or uses nothing.
 * @example
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import { usage } from "tripact";
 *
 * const request = { method: "GET", url: "https://donations.example/api/Gift/list?Take=3", headers: {} };
 * const outcome = { kind: "response", status: 200, headers: {}, body: { kind: "unknown" }, elapsedMs: 1 };
 * writeFileSync("traffic.ndjson", JSON.stringify({ interface: "donation", request, outcome }));
 * const { uses } = await usage({ recordings: ["traffic.ndjson"], name: "shop" });
 * console.log(uses.find(({ how }) => how === "call")?.location); // /paths/~1api~1Gift~1list/get
 * ```
 */
export const usage = async (options: UsageOptions = {}): Promise<UsageResult> => {
  const around = environmentOf(options, usageOptions);
  const config = projectOf(options, around);
  const consumer = await consumerOf(options, config === undefined ? around.cwd : dirname(config), around);
  around.signal.throwIfAborted();
  const interfaces = await interfacesOf(options, around);
  const { uses: code, ...reading } = await readCode(config, interfaces);
  const { usageOf } = await import("../consumers/usage/usage-file.ts");
  const uses = await withTraffic(code, config, interfaces, options, around);
  around.signal.throwIfAborted();
  return { ...usageOf(consumer, uses), ...reading };
};
