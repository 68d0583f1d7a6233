import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

interface Manifest {
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestAt = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** An export of the package, led to the source that its file is built from. */
const toSource = (path: string): string => {
  const source = path.replace("./dist/", "./src/").replace(/(?:\.d\.ts|\.js)$/, ".ts");
  return existsSync(join(root, source)) ? source : path.replace("./dist/", "./src/");
};

const sourceExports = (exports: unknown): unknown => {
  if (typeof exports === "string") return toSource(exports);
  if (typeof exports !== "object" || exports === null) return exports;
  return Object.fromEntries(Object.entries(exports).map(([key, value]) => [key, sourceExports(value)]));
};

/** This package as it would be installed, but from its sources: nothing has to be built first. */
export const installTripact = (modules: string): void => {
  const folder = join(modules, "tripact");
  mkdirSync(folder);
  const manifest = manifestAt(root);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ ...manifest, exports: sourceExports(manifest.exports) }),
  );
  for (const name of ["src", "specs", "bin"]) symlinkSync(join(root, name), join(folder, name));
};

export interface InstalledExample {
  readonly folder: string;
  remove(): void;
}

/** A copy of an example with all that its package.json asks for, ready to run, without a network. */
export const installExample = (name: string): InstalledExample => {
  const folder = mkdtempSync(join(tmpdir(), `tripact-${name}-`));
  cpSync(join(root, "examples", name), folder, { recursive: true });
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  installTripact(modules);
  const { dependencies = {}, devDependencies = {} } = manifestAt(folder);
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    if (dependency === "tripact") continue;
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(join(root, "node_modules", dependency), join(modules, dependency));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
