import { environmentOf } from "../inputs/app-options.ts";
import {
  generateTypesOptions,
  type GenerateTypesOptions,
  generateOptions,
  type GenerateOptions,
} from "./options.ts";
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { StaleFile } from "../generators/write-generated.ts";
import { makeFolder } from "../core/model/make-folder.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import type { OrganizationNames } from "../onboarding/discovery/organization/ask-organization.ts";
import { discover, type DiscoverResult } from "./discover.ts";
import { ofOption } from "../core/model/of-option.ts";
import type { Environment } from "../core/model/environment.ts";
import {
  assertFolder,
  assertFolderWritable,
  intoFolder,
  ownerOnly,
  writeFileWhole,
} from "../core/output/write-file.ts";
import { readTextFileSync } from "../core/source/read-file.ts";

/** What was generated. */
export interface GenerateResult {
  /** Absolute. */
  readonly folder: string;
  /** Number of files. */
  readonly files: number;
  /** Files that were out of date. */
  readonly stale: readonly StaleFile[];
  /** Of a document: models whose validator allows every value, each with the reason. */
  readonly unchecked?: Readonly<Record<string, string>>;
}

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const ownFolder = "src/builtin/generated";

/** Where generated files go. */
interface Destination {
  /** Absolute. */
  readonly folder: string;
  /** As the user wrote it. */
  readonly location: string;
}

const inFolder = <Result>({ location }: Destination, work: () => Result): Result =>
  ofOption("out", () => intoFolder(location, work));

const destinationOf = (folder: string, shown: string, check: boolean): Destination => {
  const location = printable(shown);
  ofOption("out", () => (check ? assertFolder : assertFolderWritable)(folder, location));
  return { folder, location };
};

/** Superfluous files are deleted, so whatever is not generated is refused. */
const refuseForeign = (foreign: StaleFile | undefined, { location }: Destination): void => {
  if (foreign === undefined) return;
  const message = `the folder contains files that are not generated, for example ${foreign.path}`;
  throw new UsageError(message, { location, hint: "choose an empty or a new folder" });
};

const ofDocument = async (
  options: GenerateOptions & { readonly openapi: string },
  environment: Environment,
): Promise<GenerateResult> => {
  const { openapi, out, check = false } = options;
  if (out === undefined) throw new UsageError("names no folder", { option: "out", hint: "choose a new one" });
  const to = destinationOf(resolve(environment.cwd, out), out, check);
  const [{ readNamed }, { generateDocument, isGenerated }, { staleFiles, writeGenerated }] =
    await Promise.all([
      import("../inputs/named-target.ts"),
      import("../generators/documents/generate-document.ts"),
      import("../generators/write-generated.ts"),
    ]);
  const { name, document } = await readNamed({ ...options, openapi }, environment);
  const { files, unchecked } = await generateDocument(name, basename(openapi), document);
  const before = inFolder(to, () => staleFiles(files, to.folder));
  if (!check)
    refuseForeign(
      before.find(
        ({ kind, path }) =>
          kind === "superfluous" &&
          !isGenerated(readTextFileSync(join(to.folder, path), { option: "out", location: printable(path) })),
      ),
      to,
    );
  const stale = check ? before : inFolder(to, () => writeGenerated(files, to.folder));
  return { folder: to.folder, files: files.size, stale, unchecked: Object.fromEntries(unchecked) };
};

const ofProject = async ({ out, check = false }: GenerateOptions, cwd: string): Promise<GenerateResult> => {
  if (!existsSync(resolve(projectRoot, "src/generators")))
    throw new UsageError("generate needs an OpenAPI document, or the project's sources", {
      hint: "add --openapi FILE, or run it in a clone of the project",
    });
  const folder = out === undefined ? resolve(projectRoot, ownFolder) : resolve(cwd, out);
  const to = destinationOf(folder, out ?? ownFolder, check);
  const { staleFiles, writeGenerated } = await import("../generators/write-generated.ts");
  const assertOurs = (stale: readonly StaleFile[], name = /./): readonly StaleFile[] => {
    if (out !== undefined && !check)
      refuseForeign(
        stale.find(({ kind, path }) => kind === "superfluous" && name.test(path)),
        to,
      );
    return stale;
  };
  // Generating takes seconds: a file that is never generated is refused before.
  inFolder(to, () => assertOurs(staleFiles(new Map(), folder), /(?<!\.(?:ts|js|json|md))$/));
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
  const before = inFolder(to, () => parts.flatMap((part) => assertOurs(staleFiles(...part))));
  const stale = check ? before : inFolder(to, () => parts.flatMap((part) => writeGenerated(...part)));
  return { folder, files: files.size, stale };
};

/**
 * Generates types, JSON Schemas, validators and a reference page from an OpenAPI document; without one, everything that
 * the project generates from its own.
 * @throws UsageError for an unusable document, for a folder that holds other files, and outside a clone of the project
 * without a document
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
  const environment = environmentOf(options, generateOptions);
  const { openapi } = options;
  if (openapi !== undefined) return ofDocument({ ...options, openapi }, environment);
  if (options.name !== undefined)
    throw new UsageError("belongs to a document", { option: "name", hint: "add `openapi`" });
  return ofProject(options, environment.cwd);
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
  const folder = resolve(environmentOf(options, generateTypesOptions).cwd, options.out);
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
