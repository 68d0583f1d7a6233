/**
 * `npm run new check|fault|handler|report|relation|change ID …`: writes the files, the test and the table entries of a new thing,
 * updates the generated files and prints what is left to do.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Scaffold, WrongUse } from "./new/scaffold.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

type Make = (args: readonly string[]) => Scaffold;

/** Loaded once the generated tables that they read are current. */
const kinds: Readonly<Record<string, () => Promise<Make>>> = {
  check: async () => (await import("./new/check.ts")).newCheck,
  fault: async () => (await import("./new/fault.ts")).newFault,
  handler: async () => (await import("./new/handler.ts")).newHandler,
  report: async () => (await import("./new/report.ts")).newReport,
  relation: async () => (await import("./new/relation.ts")).newRelation,
  change: async () => (await import("./new/change.ts")).newChange,
};

const run = (command: string, ...args: readonly string[]): void =>
  void execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });

/** Reads and checks everything before it writes the first file. */
const write = ({ files, edits }: Scaffold): readonly string[] => {
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (taken !== undefined) throw new WrongUse(`${taken} is there already`);
  const edited = Object.entries(edits).map(
    ([path, edit]) => [path, edit(readFileSync(join(root, path), "utf8"))] as const,
  );
  for (const [path, text] of [...Object.entries(files), ...edited]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...Object.keys(files), ...edited.map(([path]) => path)];
};

const generate = (): void => run("node", "bin/tripact.js", "generate");

const main = async ([kind = "", ...args]: readonly string[]): Promise<void> => {
  const load = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (load === undefined)
    throw new WrongUse(`${kind || "nothing"} is not one of ${Object.keys(kinds).join(", ")}`);
  generate();
  const make = await load();
  const scaffold = make(args);
  const paths = write(scaffold);
  run("oxfmt", ...paths.filter((path) => path.endsWith(".ts")));
  generate();
  const left = scaffold.left.map((step, index) => `${index + 1}. ${step}\n`);
  process.stdout.write(`wrote ${paths.join("\n      ")}\n\nleft to do\n${left.join("")}`);
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  process.stderr.write(`new: ${error.message}\n`);
  process.exitCode = 2;
}
