import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Typescript from "typescript";
import { codeOf, messageOf } from "../../core/model/error-code.ts";
import { isObject } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";

export type Compiler = typeof Typescript;

const isCompiler = (module: Partial<Compiler>): module is Compiler =>
  typeof module.createProgram === "function" && typeof module.versionMajorMinor === "string";

/** Error codes for a missing module, or a missing part of it. */
const absent = ["MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"];

/**
 * Requires a module as from a file; undefined if it does not exist.
 * @throws UsageError if it cannot be loaded
 */
const requireFrom = (file: string, name: string): unknown => {
  try {
    return createRequire(file)(name);
  } catch (error) {
    if (absent.includes(codeOf(error))) return undefined;
    throw new UsageError(`${name} cannot be loaded: ${printable(messageOf(error))}`, {
      location: file,
      hint: "repair what it names; npm ci installs the project's packages anew",
    });
  }
};

/** Package names of TypeScript compilers. */
const ownNames = ["typescript", "@typescript/typescript6"];

/**
 * A module whose package.json says that it is a TypeScript compiler; undefined if there is none of that name. Others
 * are not loaded, because that would run them.
 * @throws UsageError for another package under the name of a compiler
 */
const moduleFrom = (file: string, name: string): Partial<Compiler> | undefined => {
  const manifest = requireFrom(file, `${name}/package.json`);
  if (manifest === undefined) return undefined;
  const { name: own, version, bin } = isObject(manifest) ? manifest : {};
  const commands = isObject(bin) ? Object.keys(bin) : [];
  if (ownNames.includes(String(own)) && /^\d+\.\d+\.\d+/.test(String(version)) && commands.some(isCommand)) {
    const module = requireFrom(file, name);
    return isObject(module) ? module : undefined;
  }
  throw new UsageError(`the package ${name} is no compiler of TypeScript, and was not loaded`, {
    location: createRequire(file).resolve(`${name}/package.json`),
    hint: "install TypeScript 5.4 to 6 in the project; its package.json has the name typescript and the command tsc",
  });
};

const isCommand = (command: string): boolean => /^tsc\d*$/.test(command);

/** Names of compilers with an in-process API: the usual one, and those installed beside TypeScript 7. */
const names = ["typescript", "typescript-6", "typescript-5", "@typescript/typescript6"] as const;

const compilerFrom = (file: string): Compiler | undefined =>
  names.map((name) => moduleFrom(file, name)).find((module) => module !== undefined && isCompiler(module));

/** The first version whose checker has all the functions that are used. */
const oldest = [5, 4] as const;

const assertRecent = ({ version }: Compiler): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new UsageError(`TypeScript ${version} is too old to follow uses`, {
    hint: `install TypeScript ${oldest.join(".")} or later in the project, or beside tripact`,
  });
};

const manifestOf = (folder: string): string => join(folder, "package.json");

/** The version of the project's own TypeScript, if it has no in-process API: TypeScript 7 runs in its own process. */
export const closedVersion = (folder: string): string | undefined => {
  const own = moduleFrom(manifestOf(folder), "typescript");
  return own === undefined || isCompiler(own) ? undefined : own.version;
};

/**
 * The compiler for a consumer's project: the project's own, else the one beside tripact.
 * @throws UsageError if neither exists, or it is older than 5.4.
 */
export const loadCompiler = (folder: string): Compiler => {
  const compiler = compilerFrom(manifestOf(folder)) ?? compilerFrom(import.meta.filename);
  if (compiler === undefined)
    throw new UsageError("tripact usage needs the compiler of TypeScript 5.4 to 6", {
      hint: "npm install --save-dev typescript@5; beside TypeScript 7: npm install --save-dev typescript-6@npm:typescript@6",
    });
  assertRecent(compiler);
  return compiler;
};
