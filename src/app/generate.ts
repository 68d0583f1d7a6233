import type { OptionUses } from "../core/output/values.ts";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { StaleFile } from "../generators/write-generated.ts";
import { makeFolder } from "../core/model/make-folder.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import type { OrganizationNames } from "../onboarding/discovery/organization/ask-organization.ts";
import { discover, type DiscoverOptions, type DiscoverResult, uses as discoverUses } from "./discover.ts";
import { ofOption } from "../core/model/of-option.ts";
import type { AppOptions } from "../core/model/surroundings.ts";
import { appUses, surroundingsOf } from "../inputs/surroundings-of.ts";
import {
  assertFolder,
  assertFolderWritable,
  intoFolder,
  ownerOnly,
  writeFileWhole,
} from "../core/output/write-file.ts";
import { readTextFileSync } from "../core/source/read-file.ts";

/** Where to write everything generated from the OpenAPI documents. */
export interface GenerateOptions extends AppOptions {
  /** An empty or new folder; default: the one in the project's clone. */
  readonly out?: string;
  /** Writes nothing, and reports what is stale. */
  readonly check?: boolean;
}

const uses: OptionUses<GenerateOptions> = {
  ...appUses,
  out: "optional",
  check: "optional",
};

/** What was generated. */
export interface GenerateResult {
  /** Absolute. */
  readonly folder: string;
  /** Number of files. */
  readonly files: number;
  /** Files that were out of date. */
  readonly stale: readonly StaleFile[];
}

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const ownFolder = "src/builtin/generated";

/**
 * Generates types, schemas, validators, arbitraries and reference pages from the project's OpenAPI documents.
 * @throws UsageError outside a clone of the project, for an unusable document, and for a folder that holds other files.
 * @example
 * ```ts
 * import { generate, UsageError } from "tripact";
 *
 * const stale = await generate({ check: true }).then(
 *   (result) => result.stale.length,
 *   (error: unknown) => (error instanceof UsageError ? error.message : error),
 * );
 * console.log(stale); // …
 * ```
 */
export const generate = async (options: GenerateOptions = {}): Promise<GenerateResult> => {
  const { cwd } = surroundingsOf(options, uses);
  const { out, check = false } = options;
  if (!existsSync(resolve(projectRoot, "src/generators")))
    throw new UsageError("generate needs the project's sources", {
      hint: "run it in a clone of the project",
    });
  const folder = out === undefined ? resolve(projectRoot, ownFolder) : resolve(cwd, out);
  const location = printable(out ?? ownFolder);
  ofOption("out", () => (check ? assertFolder : assertFolderWritable)(folder, location));
  const { staleFiles, writeGenerated } = await import("../generators/write-generated.ts");
  const inFolder = <Result>(work: () => Result) => ofOption("out", () => intoFolder(location, work));
  /** Superfluous files are deleted, so a folder that is not ours must be empty. */
  const assertOurs = (stale: readonly StaleFile[], name = /./): readonly StaleFile[] => {
    const foreign = stale.find(({ kind, path }) => kind === "superfluous" && name.test(path));
    if (out === undefined || check || foreign === undefined) return stale;
    const message = `the folder contains files that are not generated, for example ${foreign.path}`;
    throw new UsageError(message, { location, hint: "choose an empty or a new folder" });
  };
  // Generating takes seconds: a file that is never generated is refused before.
  inFolder(() => assertOurs(staleFiles(new Map(), folder), /(?<!\.(?:ts|js|json|md))$/));
  const { generateAll, listFolders } = await import("../generators/generate.ts");
  const { sourceFilesOf } = await import("../documents/source-files.ts");
  const files = await generateAll(sourceFilesOf(projectRoot));
  // A folder of one's own has everything.
  const folderOf = (path: string): string =>
    out === undefined && Object.hasOwn(listFolders, path)
      ? resolve(projectRoot, listFolders[path] ?? "")
      : folder;
  const parts = [...Map.groupBy(files, ([path]) => folderOf(path))].map(
    ([into, entries]) => [new Map(entries), into] as const,
  );
  const before = inFolder(() => parts.flatMap((part) => assertOurs(staleFiles(...part))));
  const stale = check ? before : inFolder(() => parts.flatMap((part) => writeGenerated(...part)));
  return { folder, files: files.size, stale };
};

/** The target, and where to write its types. */
export interface GenerateTypesOptions extends DiscoverOptions {
  /** The folder. */
  readonly out: string;
  /** The module of the query builder; default: `tripact/queries`. */
  readonly importFrom?: string;
}

const typeUses: OptionUses<GenerateTypesOptions> = {
  ...discoverUses,
  out: "needed",
  importFrom: "optional",
};

/** What was discovered and written. */
export interface GenerateTypesResult extends DiscoverResult {
  /** Names of the files in the folder; empty if nothing was discovered. */
  readonly files: readonly string[];
}

/** The files that `generateTypes` writes. */
export const typeFiles = ["dialect.ts", "organization.ts", "donation.dialect.yaml"] as const;

const noNames: OrganizationNames = { contactMethodTypes: undefined, customFields: undefined, noteTypes: [] };

/**
 * Discovers what a target accepts, as `discover` does, and writes a dialect and types for the query fields, columns,
 * custom fields, contact method types and note types of one organization.
 * @throws UsageError before any request, also if the folder has files of these names that tripact did not write.
 * @example
 * ```ts
 * import { generateTypes } from "tripact";
 *
 * const { verdict, files } = await generateTypes({ out: "types" });
 * console.log(verdict, files.join(" ")); // complete dialect.ts organization.ts donation.dialect.yaml
 * ```
 */
export const generateTypes = async (options: GenerateTypesOptions): Promise<GenerateTypesResult> => {
  const folder = resolve(surroundingsOf(options, typeUses).cwd, options.out);
  const location = printable(options.out);
  ofOption("out", () => assertFolderWritable(folder, location));
  const { isPrinted, printDialectModule, printOrganizationModule } =
    await import("../onboarding/discovery/organization/print-modules.ts");
  for (const name of typeFiles) {
    const path = join(folder, name);
    if (!existsSync(path) || isPrinted(readTextFileSync(path, { option: "out", location: printable(name) })))
      continue;
    throw new UsageError(`${name} exists and was not written by tripact`, {
      option: "out",
      location,
      hint: "name another folder",
    });
  }
  const { out: _, importFrom: _from, ...target } = options;
  const found = await discover({ ...target, organization: options.organization ?? {} });
  const { dialect, organization: names = noNames } = found;
  if (Object.keys(dialect.queryTypes).length === 0) return { ...found, files: [] };
  const { printDialectFile } = await import("../onboarding/discovery/print-discovery.ts");
  const source = options.importFrom ?? "tripact/queries";
  const texts: Readonly<Record<(typeof typeFiles)[number], string>> = {
    "dialect.ts": printDialectModule(dialect, source),
    "organization.ts": printOrganizationModule(dialect, names, source),
    "donation.dialect.yaml": printDialectFile(found),
  };
  ofOption("out", () => intoFolder(location, () => makeFolder(folder)));
  for (const name of typeFiles) await writeFileWhole(join(folder, name), texts[name], ownerOnly);
  return { ...found, files: typeFiles };
};
