import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Typescript from "typescript";
import { codeOf } from "../../harness/model/error-code.ts";
import { UsageError } from "../../harness/model/usage-error.ts";

export type Compiler = typeof Typescript;

const isCompiler = (module: Partial<Compiler>): module is Compiler =>
  typeof module.createProgram === "function" && typeof module.versionMajorMinor === "string";

/** What `require("typescript")` finds from a file; undefined where there is none, or none with an API in process. */
const compilerFrom = (file: string): Compiler | undefined => {
  try {
    const module: Partial<Compiler> = createRequire(file)("typescript");
    return isCompiler(module) ? module : undefined;
  } catch (error) {
    if (["MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"].includes(codeOf(error))) return undefined;
    throw error;
  }
};

/** The first whose checker has everything that is asked of it. */
const oldest = [5, 4] as const;

const assertRecent = ({ version }: Compiler): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new UsageError(`TypeScript ${version} is too old to follow uses`, {
    hint: `install TypeScript ${oldest.join(".")} or later in the project, or beside tripact`,
  });
};

/**
 * The compiler that reads a consumer's project: the project's own, else the one beside tripact. TypeScript 7 runs in
 * another process and serves no checker in this one, so a project that has it is read by the latter.
 * @throws UsageError where neither is there, or it is older than 5.4.
 */
export const loadCompiler = (folder: string): Compiler => {
  const compiler = compilerFrom(join(folder, "package.json")) ?? compilerFrom(import.meta.filename);
  if (compiler === undefined)
    throw new UsageError("tripact usage needs the compiler of TypeScript 5.4 to 6", {
      hint: "npm install --save-dev typescript@5; beside TypeScript 7: npm install --save-dev typescript-7@npm:typescript@7 typescript@5",
    });
  assertRecent(compiler);
  return compiler;
};
