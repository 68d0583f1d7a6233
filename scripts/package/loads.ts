/** What the entries and the commands of the package load when they are imported. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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

/** Every module that is loaded with a file; some need more than an import to run, which does not matter here. */
const loadedWith = (file: string): readonly string[] => {
  const code = `import(${JSON.stringify(pathToFileURL(file).href)}).catch(() => undefined)`;
  const { stdout } = spawnSync(process.execPath, ["--import", listing, "--eval", code], { encoding: "utf8" });
  return [...new Set(stdout.split("\n"))].filter((url) => url.startsWith("file:"));
};

const packageOf = (url: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];

const loadsOf = (name: string, file: string, folder: string): Loads => {
  const urls = loadedWith(file);
  const own = urls.filter((url) => url.startsWith(pathToFileURL(`${folder}/`).href));
  const packages = new Set(urls.map(packageOf).filter((found) => found !== undefined));
  return {
    name,
    own: own.reduce((bytes, url) => bytes + statSync(fileURLToPath(url)).size, 0),
    packages: packagesOfUsers.filter((found) => packages.has(found)),
  };
};

/** Of every public entry, then of every command. */
export const measureLoads = async (): Promise<readonly Loads[]> => {
  // Within the project, so that packages are found.
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "tripact-loads-"));
  try {
    const files = await bundle(folder);
    const entries = Object.entries(publicEntries).map(
      ([name, module]) => [name.replace(/^\./, "tripact"), files.get(`${module}.ts`) ?? ""] as const,
    );
    const commands = [...files]
      .filter(([module]) => /^tools\/cli\/commands\/[a-z]+\.ts$/.test(module))
      .map(([module, file]) => [`tripact ${basename(module, ".ts")}`, file] as const)
      .toSorted();
    return [...entries, ...commands].map(([name, file]) => loadsOf(name, file, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const guide = join(root, "docs/installation.md");
const table = /(?<=<!-- loads -->\n)[\s\S]*?(?=<!-- \/loads -->)/;

const kilobytes = (bytes: number): string => `${Math.round(bytes / 10_000) * 10} kB`;

const rowOf = ({ name, own, packages }: Loads): string =>
  `| \`${name}\` | ${kilobytes(own)} | ${packages.join(", ") || "none"} |`;

/** Writes the table of the guide. */
export const writeLoads = (loads: readonly Loads[]): void => {
  const rows = ["| | own code | packages |", "|---|---|---|", ...loads.map(rowOf)];
  writeFileSync(guide, readFileSync(guide, "utf8").replace(table, `\n${rows.join("\n")}\n\n`));
};

/** The packages that the guide promises for each name. */
const promised = (): ReadonlyMap<string, string> =>
  new Map(
    [...readFileSync(guide, "utf8").matchAll(/^\| `(tripact.*?)` \|.*\| (.*) \|$/gm)].map(
      ([, name = "", packages = ""]) => [name, packages],
    ),
  );

/**
 * Holds the entries to the table; sizes and commands change with every release and are refreshed then.
 * @throws Error that names the first entry that loads something else.
 */
export const assertLoadsAsPromised = (loads: readonly Loads[]): void => {
  const known = promised();
  for (const { name, packages } of loads.filter((one) => !one.name.includes(" "))) {
    const now = packages.join(", ") || "none";
    if (known.get(name) !== now)
      throw new Error(
        `${name} loads ${now}, where docs/installation.md has ${known.get(name) ?? "nothing"}: npm run package:table`,
      );
  }
};
