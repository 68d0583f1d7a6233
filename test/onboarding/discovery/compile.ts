import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isNightly } from "../../nightly.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The package's own entry points, where there is no build of it. */
export const entryPoints: Readonly<Record<string, string>> = {
  "tripact/queries": join(root, "src/builtin/queries/index.ts"),
  "tripact/types/donation": join(root, "src/builtin/generated/types/donation.ts"),
};

const options = {
  target: "es2024",
  lib: ["es2024"],
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  paths: Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, [file]])),
};

/** TypeScript 7 takes a fifth of the time; users have 5 as well. */
const compiler = join(root, "node_modules", isNightly ? "typescript" : "typescript-7", "bin/tsc");

/** What the compiler says of files in some folders and of nothing else: `use.ts:7 Argument of …`. */
export const problemsIn = (
  cwd: string,
  folders: readonly string[],
  files: readonly string[],
): readonly string[] => {
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
  const ran = spawnSync(process.execPath, [compiler, "--pretty", "false"], { cwd, encoding: "utf8" });
  const problems = [
    ...ran.stdout.matchAll(/^(?<file>\S.*)\((?<line>\d+),\d+\): error TS\d+: (?<message>.*)$/gm),
  ];
  if (ran.status !== 0 && problems.length === 0) throw new Error(`it cannot compile: ${ran.stdout}`);
  return problems.flatMap(({ groups: { file = "", line = "", message = "" } = {} }) =>
    folders.some((folder) => resolve(cwd, file).startsWith(folder))
      ? [`${basename(file)}:${line} ${message}`]
      : [],
  );
};
