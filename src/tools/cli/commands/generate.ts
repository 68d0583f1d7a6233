import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { GeneratedFiles } from "../../../generators/generate.ts";
import type { StaleFile } from "../../../generators/write-generated.ts";
import { printable } from "../../../harness/output/escape.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import type { CliIo } from "../io.ts";
import type { GenerateOptions } from "../definitions/generate.ts";
import { assertFolder, assertFolderWritable, intoFolder } from "../../../app/write-file.ts";

const projectRoot = fileURLToPath(new URL("../../../..", import.meta.url));

interface Generated {
  readonly files: GeneratedFiles;
  readonly staleFiles: (files: GeneratedFiles, folder: string) => readonly StaleFile[];
  readonly writeGenerated: (files: GeneratedFiles, folder: string) => readonly StaleFile[];
}

const generateFiles = async (): Promise<Generated> => {
  if (!existsSync(resolve(projectRoot, "src/generators")))
    throw new UsageError("generate needs the project's sources", {
      hint: "run it in a clone of the project",
    });
  const { generateAll } = await import("../../../generators/generate.ts");
  const { sourceFilesOf } = await import("../../../generators/source-files.ts");
  const { staleFiles, writeGenerated } = await import("../../../generators/write-generated.ts");
  return { files: await generateAll(sourceFilesOf(projectRoot)), staleFiles, writeGenerated };
};

/** Superfluous files are deleted, so that another folder than ours must hold nothing else. */
const assertOwnFolder = (location: string, stale: readonly StaleFile[]): void => {
  const foreign = stale.find(({ kind }) => kind === "superfluous");
  if (foreign === undefined) return;
  throw new UsageError(`the folder contains files that are not generated, for example ${foreign.path}`, {
    location,
    hint: "choose an empty or a new folder",
  });
};

const kinds: Readonly<Record<StaleFile["kind"], string>> = {
  changed: "not up to date",
  missing: "missing",
  superfluous: "no longer generated",
};

const shown = (text = ""): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

const staleLine = ({ path, kind, line, actual, expected }: StaleFile): SafeText => {
  const where = line === undefined ? path : `${path}:${line}`;
  const difference = line === undefined ? "" : safe`: ${shown(actual)} should be ${shown(expected)}`;
  return safe`${where} is ${kinds[kind]}${difference}\n`;
};

const summary = (stale: readonly StaleFile[], total: number, check: boolean): SafeText => {
  if (stale.length === 0) return safe`${total} generated files are up to date\n`;
  return check
    ? safe`${stale.length} of ${total} generated files are stale; npm run generate brings them up to date\n`
    : safe`${stale.length} of ${total} generated files brought up to date\n`;
};

/** What a folder without any of the files gets is not listed. */
const listing = (stale: readonly StaleFile[], total: number, check: boolean): SafeText =>
  !check && stale.length === total && stale.every(({ kind }) => kind === "missing")
    ? safe`${total} files generated\n`
    : safe`${stale.map(staleLine)}${summary(stale, total, check)}`;

const onlyWithDiscover = [
  ["config", "--config"],
  ["budget", "--budget"],
  ["seed", "--seed"],
  ["optionsMapping", "--options-mapping"],
  ["fieldOptions", "--field-options"],
  ["noteType", "--note-type"],
  ["importFrom", "--import-from"],
  ["store", "--store"],
  ["set", "--set"],
  ["scale", "--scale"],
] as const;

const assertNoneOf = (options: GenerateOptions): void => {
  for (const [name, flag] of onlyWithDiscover)
    if (options[name] !== undefined)
      throw new UsageError("this option applies to a target only", {
        location: flag,
        hint: "add --discover",
      });
};

const discovered = async (options: GenerateOptions, io: CliIo): Promise<number> => {
  if (options.check === true)
    throw new UsageError("--check compares files with the OpenAPI documents, not with a target", {
      hint: "omit --check or --discover",
    });
  const { generateOrganization } = await import("./generate-organization.ts");
  return generateOrganization(options, io);
};

/**
 * `tripact generate`: makes everything under src/contract/generated, or under `--out`, from the OpenAPI documents. With
 * `--check` nothing is written and stale files give exit code 1.
 * @throws UsageError for a document that cannot be used, and for a folder that holds other files.
 */
export const generate = async (options: GenerateOptions, io: CliIo): Promise<number> => {
  if (options.discover === true) return discovered(options, io);
  assertNoneOf(options);
  const folder =
    options.out === undefined ? resolve(projectRoot, "src/contract/generated") : resolve(io.cwd, options.out);
  const location = `--out ${printable(options.out ?? "src/contract/generated")}`;
  const check = options.check === true;
  if (check) assertFolder(folder, location);
  else assertFolderWritable(folder, location);
  const { files, staleFiles, writeGenerated } = await generateFiles();
  const before = intoFolder(location, () => staleFiles(files, folder));
  if (options.out !== undefined && !check) assertOwnFolder(location, before);
  const stale = check ? before : intoFolder(location, () => writeGenerated(files, folder));
  const isWrong = check && stale.length > 0;
  if (options.json === true) {
    const report = { folder: relative(io.cwd, folder) || ".", files: files.size, stale };
    io.stdout.write(safeJson(report, 2));
  } else if (isWrong || options.quiet !== true) {
    io.stdout.write(listing(stale, files.size, check));
  }
  return isWrong ? 1 : 0;
};
