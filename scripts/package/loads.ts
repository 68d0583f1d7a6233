/** What the entries and commands of the package load on import. */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.ts";
import { packagesOfUsers, publicEntries, root } from "./entries.ts";

export interface Loads {
  /** `tripact/queries`, or `tripact check`. */
  readonly name: string;
  /** Bytes of built code. */
  readonly own: number;
  /** Sorted. */
  readonly packages: readonly string[];
}

const listing = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => (writeSync(1, url + "\\n"), next(url, context)) });
`)}`;

/** Every module loaded with some files; some need more than an import to run, which does not matter here. */
const loadedWith = (files: readonly string[]): readonly string[] => {
  const code = files
    .map((file) => `import(${JSON.stringify(pathToFileURL(file).href)}).catch(() => undefined);`)
    .join("");
  const { stdout } = spawnSync(process.execPath, ["--import", listing, "--eval", code], { encoding: "utf8" });
  return [...new Set(stdout.split("\n"))].filter((url) => url.startsWith("file:"));
};

const packageOf = (url: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];

const loadsOf = (name: string, files: readonly string[], folder: string): Loads => {
  const urls = loadedWith(files);
  const own = urls.filter((url) => url.startsWith(pathToFileURL(`${folder}/`).href));
  const packages = new Set(urls.map(packageOf).filter((found) => found !== undefined));
  return {
    name,
    own: own.reduce((bytes, url) => bytes + statSync(fileURLToPath(url)).size, 0),
    packages: packagesOfUsers.filter((found) => packages.has(found)),
  };
};

/** The modules that commands load when they run. */
const works: Readonly<Record<string, string>> = {
  check: "app/check.ts",
  completion: "entrypoints/cli/commands/completion.ts",
  diff: "consumers/usage/verdict/document-diff.ts",
  discover: "onboarding/discovery/discover.ts",
  doctor: "onboarding/doctor/ask-target.ts",
  drift: "app/drift.ts",
  explain: "app/explain.ts",
  facts: "app/explain.ts",
  faults: "builtin/faults/generated/faults.ts",
  fleet: "monitoring/fleet/verbs/run.ts",
  generate: "generators/generate.ts",
  help: "entrypoints/cli/commands/help.ts",
  init: "onboarding/init/write-config.ts",
  mcp: "entrypoints/mcp/serve.ts",
  observe: "app/observe.ts",
  pact: "consumers/pact/verify-pacts.ts",
  proxy: "traffic/proxy/serve-proxy.ts",
  replay: "app/replay.ts",
  report: "app/merge-reports.ts",
  restore: "app/restore.ts",
  sandbox: "sandbox/serve.ts",
  unknowns: "inputs/suite.ts",
  usage: "consumers/usage/analyze-usage.ts",
};

/** Modules named after a command; `accept-drift.ts`, for example, is a part of `drift`. */
const commandModules = globSync("entrypoints/cli/commands/*.ts", { cwd: join(root, "src") })
  .filter((module) => !module.includes("-"))
  .toSorted();

/** Loads of every public entry that is built in a folder. */
export const loadsOfEntries = (folder: string): readonly Loads[] =>
  Object.entries(publicEntries).map(([name, module]) =>
    loadsOf(name.replace(/^\./, "tripact"), [join(folder, `${module}.js`)], folder),
  );

/** Loads of every public entry, then of every command. */
export const measureLoads = async (): Promise<readonly Loads[]> => {
  // Inside the project, so that packages are found.
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "tripact-loads-"));
  try {
    const files = await bundle(folder);
    const builtOf = (module: string): string => {
      const file = files.get(module);
      if (file === undefined) throw new Error(`src/${module} is in no built file`);
      return file;
    };
    const commands = commandModules.map((module) => {
      const name = basename(module, ".ts");
      const work = works[name];
      if (work === undefined) throw new Error(`scripts/package/loads.ts does not say what ${name} loads`);
      const needed = ["entrypoints/cli/main.ts", module, work];
      return loadsOf(`tripact ${name}`, [...new Set(needed)].map(builtOf), folder);
    });
    return [...loadsOfEntries(folder), ...commands];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const guide = join(root, "docs/guides/installation.md");
const table = /(?<=<!-- loads -->\n)[\s\S]*?(?=<!-- \/loads -->)/;

const kilobytes = (bytes: number): string => `${Math.round(bytes / 10_000) * 10} kB`;

const rowOf = ({ name, own, packages }: Loads): string =>
  `| \`${name}\` | ${kilobytes(own)} | ${packages.join(", ") || "none"} |`;

/** Writes the table of the guide. */
export const writeLoads = (loads: readonly Loads[]): void => {
  const rows = ["| | own code | packages |", "|---|---|---|", ...loads.map(rowOf)];
  writeFileSync(guide, readFileSync(guide, "utf8").replace(table, `\n${rows.join("\n")}\n\n`));
};

/** The packages that the guide states for each name. */
const promised = (): ReadonlyMap<string, string> =>
  new Map(
    [...readFileSync(guide, "utf8").matchAll(/^\| `(tripact.*?)` \|.*\| (.*) \|$/gm)].map(
      ([, name = "", packages = ""]) => [name, packages],
    ),
  );

/**
 * Checks the packages of entries against the table, which has sizes and commands as of the last release.
 * @throws Error that names the first entry that loads something else.
 */
export const assertLoadsAsPromised = (loads: readonly Loads[]): void => {
  const known = promised();
  for (const { name, packages } of loads) {
    const now = packages.join(", ") || "none";
    if (known.get(name) !== now)
      throw new Error(
        `${name} loads ${now}, where docs/guides/installation.md has ${known.get(name) ?? "nothing"}: npm run package:table`,
      );
  }
};
