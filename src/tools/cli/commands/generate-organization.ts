import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { askOrganization, type OrganizationNames } from "../../discovery/organization/ask-organization.ts";
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
import type { FileUse } from "../file-uses.ts";
import type { CliIo } from "../io.ts";
import { type Discovered, runDiscovery } from "../run-discovery.ts";
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

interface Asked {
  readonly discovered: Discovered;
  readonly names: OrganizationNames;
}

const nothing: OrganizationNames = { contactMethodTypes: undefined, customFields: undefined, noteTypes: [] };

/** What may be chosen in a custom field is no schema but what the organization has put into words: only on demand. */
const withoutFieldOptions = ({ customFields, ...names }: OrganizationNames): OrganizationNames => ({
  ...names,
  customFields: customFields?.map((field) => ({ ...field, options: [] })),
});

const ask = async (options: Options, io: CliIo, outputs: readonly FileUse[]): Promise<Asked> => {
  let names = nothing;
  const { budget = "300", seed = "1" } = options;
  const discovered = await runDiscovery(
    { ...options, budget, seed },
    io,
    outputs,
    function* ({ limits, has, setting }) {
      const scratch = setting("crm.scratch.noteType");
      const noteTypes = [...(options.noteType ?? []), ...(typeof scratch === "string" ? [scratch] : [])];
      names = yield* askOrganization(limits, has("crm.credentials.apiKey"), noteTypes);
    },
  );
  return { discovered, names: options.fieldOptions === true ? names : withoutFieldOptions(names) };
};

const filesOf = ({ discovered, names }: Asked, source: string): ReadonlyMap<string, string> => {
  const { discovery } = discovered;
  return new Map([
    ["dialect.ts", printDialectModule(discovery.dialect, source)],
    ["organization.ts", printOrganizationModule(discovery.dialect, names, source)],
    ["donation.dialect.yaml", printDialectFile(discovery)],
  ]);
};

const summaryOf = ({ discovered, names }: Asked, out: string): SafeText => {
  const { discovery, requests } = discovered;
  const counts = [
    `${discovery.operators.filter(({ meaning }) => meaning !== null).length} of 30 operators`,
    `${Object.keys(discovery.dialect.queryTypes).length} kinds of records`,
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
  const asked = await ask(options, io, outputs);
  const { discovery, exitCode, trouble, requests } = asked.discovered;
  if (Object.keys(discovery.dialect.queryTypes).length > 0) {
    intoFolder(location, () => makeFolder(folder));
    for (const [name, text] of filesOf(asked, options.importFrom ?? usualSource))
      await writeFileWhole(join(folder, name), text, ownerOnly);
    if (options.json === true) {
      const report = { folder: options.out, files: fileNames, requests, complete: discovery.complete };
      io.stdout.write(safeJson({ ...report, answers: discovery.answers }, 2));
    } else if (options.quiet !== true) io.stdout.write(summaryOf(asked, options.out));
  }
  if (trouble !== undefined) io.stderr.write(safe`tripact: ${trouble}\n`);
  return exitCode;
};
