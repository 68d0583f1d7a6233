import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Typescript from "typescript";
import { codeOf } from "../../harness/model/error-code.ts";
import { UsageError } from "../../harness/model/usage-error.ts";

export type Compiler = typeof Typescript;

const isCompiler = (module: Partial<Compiler>): module is Compiler =>
  typeof module.createProgram === "function" && typeof module.versionMajorMinor === "string";

/** What `require` finds from a file; undefined where there is no such module. */
const moduleFrom = (file: string, name: string): Partial<Compiler> | undefined => {
  try {
    return createRequire(file)(name);
  } catch (error) {
    if (["MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"].includes(codeOf(error))) return undefined;
    throw error;
  }
};

/** What a compiler that serves an API in process is called: its own name, and those that it has beside TypeScript 7. */
const names = ["typescript", "typescript-6", "typescript-5", "@typescript/typescript6"] as const;

const compilerFrom = (file: string): Compiler | undefined =>
  names.map((name) => moduleFrom(file, name)).find((module) => module !== undefined && isCompiler(module));

/** The first whose checker has everything that is asked of it. */
const oldest = [5, 4] as const;

const assertRecent = ({ version }: Compiler): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new UsageError(`TypeScript ${version} is too old to follow uses`, {
    hint: `install TypeScript ${oldest.join(".")} or later in the project, or beside tripact`,
  });
};

const manifestOf = (folder: string): string => join(folder, "package.json");

/**
 * The version of the project's own TypeScript, where it is one that serves no compiler to other programs: TypeScript 7,
 * which runs in a process of its own.
 */
export const closedVersion = (folder: string): string | undefined => {
  const own = moduleFrom(manifestOf(folder), "typescript");
  return own === undefined || isCompiler(own) ? undefined : own.version;
};

/**
 * The compiler that reads a consumer's project: the project's own, else the one beside tripact.
 * @throws UsageError where neither is there, or it is older than 5.4.
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
