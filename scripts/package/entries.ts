import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** What an export of package.json leads to: a built file, or its module and its declarations. */
type Target = string | { readonly types: string; readonly default?: string };

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  /** The files whose loading does something: the programs among them. */
  readonly sideEffects: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** `tools/cli/bin` of `./dist/tools/cli/bin.js`; undefined for a path that no module of src/ is built to. */
const moduleAt = (path: string): string | undefined => {
  const [, name] = /^\.\/dist\/(.+?)(?:\.d\.ts|\.js)$/.exec(path) ?? [];
  return name !== undefined && existsSync(join(root, "src", `${name}.ts`)) ? name : undefined;
};

const present = (names: readonly (string | undefined)[]): readonly string[] =>
  names.filter((name) => name !== undefined);

/** The public entries, without their types: `{ "./queries": "contract/queries/index" }`. */
export const publicEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(manifest.exports).flatMap(([name, target]) => {
    const module = typeof target === "object" ? moduleAt(target.default ?? "") : undefined;
    return module === undefined ? [] : [[name, module]];
  }),
);

/** Modules of which the package publishes the types alone: `contract/generated/types/crm`. */
export const typeEntries: readonly string[] = present(
  Object.values(manifest.exports).map((target) =>
    typeof target === "object" && target.default === undefined ? moduleAt(target.types) : undefined,
  ),
);

/** Modules that are started, by a shell or as a thread or a process of their own. */
export const programs: readonly string[] = present(manifest.sideEffects.map(moduleAt));

/** What an installation brings, and what users may add to it. */
export const packagesOfUsers: readonly string[] = [manifest.dependencies, manifest.peerDependencies]
  .flatMap(Object.keys)
  .toSorted();

/** Small parts of large packages: the built files carry them, so that no installation does. */
export const carriedPackages: readonly string[] = ["ajv-formats", "csv-parse"];

/** Packages whose code or files the built package holds. */
export const shippedPackages: readonly string[] = [...carriedPackages, "swagger-ui-dist"];

const installed = new Set(
  [...packagesOfUsers, ...Object.keys(manifest.devDependencies)].filter(
    (name) => !carriedPackages.includes(name),
  ),
);

/** Whether an import stays one: of Node, or of a package that is or may be installed. */
export const isExternal = (id: string): boolean => {
  const [, name = ""] = /^((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  return id.startsWith("node:") || installed.has(name);
};
