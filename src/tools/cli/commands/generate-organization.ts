import type { DiscoverResult } from "../../../app/discover.ts";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { OrganizationNames } from "../../discovery/organization/ask-organization.ts";
import {
  isPrinted,
  printDialectModule,
  printOrganizationModule,
} from "../../discovery/organization/print-modules.ts";
import { printDialectFile } from "../../discovery/print-discovery.ts";
import { printable } from "../../../harness/output/escape.ts";
import { makeFolder } from "../../../harness/model/make-folder.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import type { GenerateOptions as Options } from "../definitions/generate.ts";
import type { CliIo } from "../io.ts";
import { verdictCodes } from "../verdict-codes.ts";
import { discoverBy } from "./discover.ts";
import { assertFolderWritable, intoFolder, ownerOnly, writeFileWhole } from "../../../app/write-file.ts";

/** Where consumers get the query builder. */
const usualSource = "tripact/queries";

const fileNames = ["dialect.ts", "organization.ts", "donation.dialect.yaml"] as const;

/** A file of that name that somebody else has written is left alone. */
const assertOwn = async (folder: string, location: string): Promise<void> => {
  for (const name of fileNames) {
    const path = join(folder, name);
    if (!existsSync(path) || isPrinted(await readFile(path, "utf8"))) continue;
    throw new UsageError(`${name} exists and was not written by tripact`, {
      location,
      hint: "name another folder",
    });
  }
};

const nothing: OrganizationNames = { contactMethodTypes: undefined, customFields: undefined, noteTypes: [] };

const filesOf = (
  discovered: DiscoverResult,
  names: OrganizationNames,
  source: string,
): ReadonlyMap<string, string> =>
  new Map([
    ["dialect.ts", printDialectModule(discovered.dialect, source)],
    ["organization.ts", printOrganizationModule(discovered.dialect, names, source)],
    ["donation.dialect.yaml", printDialectFile(discovered)],
  ]);

const summaryOf = (
  { operators, dialect, requests }: DiscoverResult,
  names: OrganizationNames,
  out: string,
): SafeText => {
  const counts = [
    `${operators.filter(({ meaning }) => meaning !== null).length} of 30 operators`,
    `${Object.keys(dialect.queryTypes).length} kinds of records`,
    `${names.customFields?.length ?? "no"} custom fields`,
    `${names.contactMethodTypes?.length ?? "no"} contact method types`,
    `${names.noteTypes.length} note types`,
  ];
  return safe`${fileNames.join(", ")} written to ${out}: ${counts.join(", ")}, by ${requests} requests\n`;
};

/**
 * `tripact generate --discover`: asks a target what it takes, and writes a dialect and types for it. The exit codes are
 * those of discover; nothing is written where nothing was found out.
 * @throws UsageError before anything is sent.
 */
export const generateOrganization = async (options: Options, io: CliIo): Promise<number> => {
  if (options.out === undefined)
    throw new UsageError("--discover needs --out", { hint: "choose the folder for the types" });
  const folder = resolve(io.cwd, options.out);
  const location = `--out ${printable(options.out)}`;
  assertFolderWritable(folder, location);
  await assertOwn(folder, location);
  const outputs = fileNames.map((name) => ({
    path: join(folder, name),
    name: `${name} to write`,
    location,
  }));
  const { noteType: noteTypes = [], fieldOptions = false } = options;
  const found = await discoverBy(options, outputs, io, { noteTypes, fieldOptions });
  const { trouble, requests, complete, answers, organization = nothing } = found;
  if (Object.keys(found.dialect.queryTypes).length > 0) {
    intoFolder(location, () => makeFolder(folder));
    for (const [name, text] of filesOf(found, organization, options.importFrom ?? usualSource))
      await writeFileWhole(join(folder, name), text, ownerOnly);
    if (options.json === true) {
      const report = { folder: options.out, files: fileNames, requests, complete };
      io.stdout.write(safeJson({ ...report, answers }, 2));
    } else if (options.quiet !== true) io.stdout.write(summaryOf(found, organization, options.out));
  }
  if (trouble !== undefined) io.stderr.write(safe`tripact: ${trouble}\n`);
  return verdictCodes[found.verdict];
};
