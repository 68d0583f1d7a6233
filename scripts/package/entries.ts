import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Target of an export in package.json: a built file, or a module and its declarations. */
type Target = string | { readonly types: string; readonly default?: string };

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  /** Files with side effects, including the programs. */
  readonly sideEffects: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** `entrypoints/cli/bin` for `./dist/entrypoints/cli/bin.js`; undefined for a path that is not built from src/. */
const moduleAt = (path: string): string | undefined => {
  const [, name] = /^\.\/dist\/(.+?)(?:\.d\.ts|\.js)$/.exec(path) ?? [];
  return name !== undefined && existsSync(join(root, "src", `${name}.ts`)) ? name : undefined;
};

const present = (names: readonly (string | undefined)[]): readonly string[] =>
  names.filter((name) => name !== undefined);

/** The public entries, without those for types: `{ "./queries": "builtin/queries/index" }`. */
export const publicEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(manifest.exports).flatMap(([name, target]) => {
    const module = typeof target === "object" ? moduleAt(target.default ?? "") : undefined;
    return module === undefined ? [] : [[name, module]];
  }),
);

/** Modules of which the package publishes only the types: `builtin/generated/types/crm`. */
export const typeEntries: readonly string[] = present(
  Object.values(manifest.exports).map((target) =>
    typeof target === "object" && target.default === undefined ? moduleAt(target.types) : undefined,
  ),
);

/** Modules that are started by a shell, or as a thread or a process. */
export const programs: readonly string[] = present(manifest.sideEffects.map(moduleAt));

/** Packages that an installation brings or that users may add. */
export const packagesOfUsers: readonly string[] = [manifest.dependencies, manifest.peerDependencies]
  .flatMap(Object.keys)
  .toSorted();

/** Parts of packages, bundled so that users need not install these, and what they are made of. */
export const carriedPackages: readonly string[] = [
  "ajv",
  "ajv-formats",
  "csv-parse",
  "fast-deep-equal",
  "fast-uri",
  "json-schema-traverse",
];

/** Packages whose code or files the built package holds. */
export const shippedPackages: readonly string[] = [...carriedPackages, "swagger-ui-dist"];

const installed = new Set(
  [...packagesOfUsers, ...Object.keys(manifest.devDependencies)].filter(
    (name) => !carriedPackages.includes(name),
  ),
);

/** Whether an import is not bundled: Node's own modules and packages that are or may be installed. */
export const isExternal = (id: string): boolean => {
  const [, name = ""] = /^((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  return id.startsWith("node:") || installed.has(name);
};
