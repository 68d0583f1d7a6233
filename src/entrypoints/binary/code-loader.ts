import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { constants, Script } from "node:vm";

/** Source of the program's code. */
export interface CodeStore {
  /** The text of a file: CommonJS that imports its neighbours as `./name.js`. */
  source(name: string): string;
  /** Code that an earlier process compiled from it; undefined if there is none. */
  compiled(name: string): Uint8Array | undefined;
  /** Path of the file beside which all others appear to be. */
  readonly path: string;
}

interface LoadedModule {
  exports: unknown;
}

type Wrapper = (
  exports: unknown,
  require: (id: string) => unknown,
  module: LoadedModule,
  filename: string,
  folder: string,
) => void;

const wrapped = (code: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${code}\n})`;

/** Loads CommonJS files from a code store, each when it is first required. */
export const createCodeLoader = ({ source, compiled, path }: CodeStore) => {
  const modules = new Map<string, LoadedModule>();
  const scripts = new Map<string, Script>();
  const requireElsewhere = createRequire(path);

  /** The exports of a file, loaded once. */
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const loaded: LoadedModule = { exports: {} };
    modules.set(name, loaded);
    const cachedData = compiled(name);
    const script = new Script(wrapped(source(name)), {
      filename: join(dirname(path), name),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    scripts.set(name, script);
    // The text above is such a function.
    const run = script.runInThisContext() as Wrapper;
    const require = (id: string): unknown => (id.startsWith("./") ? load(id.slice(2)) : requireElsewhere(id));
    run(loaded.exports, require, loaded, path, dirname(path));
    return loaded.exports;
  };

  return {
    load,
    /** The compiled code so far, including the functions that were called. */
    compiledCode: (): ReadonlyMap<string, Uint8Array> =>
      new Map([...scripts].map(([name, script]) => [name, script.createCachedData()])),
  };
};
