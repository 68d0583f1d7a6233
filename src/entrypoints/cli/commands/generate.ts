import { option } from "../../../core/output/options.ts";
import { generateOptions, generateTypesOptions } from "../../../app/options.ts";
import {
  assumptions,
  configFile,
  declared,
  flag,
  inputFile,
  listOption,
  outputFolder,
  pickDeclared,
} from "../options.ts";
import { relative } from "node:path";
import type { GenerateTypesResult } from "../../../app/generate.ts";
import { orSandbox } from "../../../inputs/config-reading.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import type { StaleFile } from "../../../generators/write-generated.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { asked, picked, command, type OptionKind, type ValuesOf, verdictCodes } from "../command.ts";
import { type CliIo, environment } from "../io.ts";

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

const summary = (stale: readonly StaleFile[], total: number, check: boolean, by: string): SafeText => {
  if (stale.length === 0) return safe`${total} generated files are up to date\n`;
  return check
    ? safe`${stale.length} of ${total} generated files are stale; ${by} brings them up to date\n`
    : safe`${stale.length} of ${total} generated files brought up to date\n`;
};

/** A new folder gets no list of its files. */
const listing = (stale: readonly StaleFile[], total: number, check: boolean, by: string): SafeText =>
  !check && stale.length === total && stale.every(({ kind }) => kind === "missing")
    ? safe`${total} files generated\n`
    : safe`${stale.map(staleLine)}${summary(stale, total, check, by)}`;

const folder = (names: readonly string[]) => outputFolder("write to this folder", "", names);

/** The output folder. Declares the files of a target's types; the generators protect the others. */
const out: OptionKind<string, false> = {
  ...folder([]),
  value: "dir",
  async files(value, reading) {
    if (!reading.isGiven("discover")) return {};
    const { typeFiles } = await import("../../../app/generate.ts");
    return (await folder(typeFiles).files?.(value, reading)) ?? {};
  },
};

const { budget, seed, scale, importFrom } = generateTypesOptions;

const options = {
  ...pickDeclared(generateOptions, "openapi", "name", "check"),
  out,
  discover: flag("generate from what a target answers, not from the OpenAPI documents"),
  config: configFile({
    text: "with --discover: configuration of the target (default: the embedded sandbox)",
    onlyTarget: true,
    onlyWith: "discover",
    reading: { ...orSandbox, isPlain: true },
  }),
  budget: declared(
    option.optional(budget.kind, { help: "with --discover: maximum number of requests (default: 300)" }),
  ),
  seed: declared(option.optional(seed.kind, { help: "with --discover: seed of the run (default: 1)" })),
  optionsMapping: inputFile("with --discover: maps a Query/options response of another shape", "the mapping"),
  fieldOptions: flag(
    "with --discover: also write the options of custom fields, which are the organization's own words",
  ),
  noteTypes: listOption("with --discover: name of a note type; no operation lists them", "name", "note-type"),
  importFrom: declared(importFrom),
  assumptions: assumptions("with --discover: an answer of the embedded sandbox to an open question"),
  scale: declared({ ...scale, help: "with --discover: number of donors in the embedded sandbox" }),
};

type Options = ValuesOf<typeof options>;

/** @throws UsageError for an option of the other kind of generation */
const assertTogether = ({ json: _, color: _color, quiet: _quiet, ...given }: Options): void => {
  const { check, discover, out: folderOf, config, openapi, name, ...others } = given;
  if (discover !== true) {
    const [other] = Object.entries({ ...others, ...(config?.isNamed === true ? { config } : {}) });
    if (other !== undefined)
      throw new UsageError("this option applies to a target only", {
        option: other[0],
        hint: "add --discover",
      });
    return;
  }
  if ((openapi ?? name) !== undefined)
    throw new UsageError("what a target answers needs no document", {
      option: openapi === undefined ? "name" : "openapi",
      hint: "omit it or --discover",
    });
  if (check === true)
    throw new UsageError("--check compares files with the OpenAPI documents, not with a target", {
      hint: "omit --check or --discover",
    });
  if (folderOf === undefined)
    throw new UsageError("--discover needs --out", { hint: "choose the folder for the types" });
};

const summaryOf = (
  { operators, dialect, requests, files, organization }: GenerateTypesResult,
  to: string,
): SafeText => {
  const counts = [
    `${operators.filter(({ meaning }) => meaning !== null).length} of 30 operators`,
    `${Object.keys(dialect.queryTypes).length} kinds of records`,
    `${organization?.customFields?.length ?? "no"} custom fields`,
    `${organization?.contactMethodTypes?.length ?? "no"} contact method types`,
    `${organization?.noteTypes.length ?? 0} note types`,
  ];
  return safe`${files.join(", ")} written to ${to}: ${counts.join(", ")}, by ${requests} requests\n`;
};

/** Exit codes as for discover; nothing is written if nothing was discovered. */
const fromTarget = async (given: Options & { readonly out: string }, io: CliIo): Promise<number> => {
  const { noteTypes = [], fieldOptions = false } = given;
  const { generateTypes } = await import("../../../app/generate.ts");
  const found = await generateTypes({
    ...asked(given, io, "check", "discover", "noteTypes", "fieldOptions", "openapi", "name"),
    organization: { noteTypes, fieldOptions },
    stateFolder: liveFolder(io.env),
  });
  const { verdict, trouble, requests, complete, answers, files } = found;
  if (given.json === true)
    io.stdout.write(safeJson({ folder: given.out, files, requests, complete, answers }, 2));
  else if (files.length > 0 && given.quiet !== true) io.stdout.write(summaryOf(found, given.out));
  if (trouble !== undefined) io.stderr.write(safe`tripact: ${trouble}\n`);
  return verdictCodes[verdict];
};

/** `tripact generate`: generates files from OpenAPI documents. `--check` writes nothing, and stale files give exit code 1. */
export const generateCommand = command({
  name: "generate",
  summary: "generate types, schemas and tables from OpenAPI",
  description:
    "Generates types, JSON Schemas, validators and a reference page from an OpenAPI document; in a clone of the " +
    "project and without --openapi, everything under src/builtin/generated. With --discover it " +
    "asks a target, as tripact discover does, and writes a dialect and types for the query fields, columns, custom " +
    "fields, contact method types and note types of one organization.",
  options,
  async run(given: Options, io) {
    assertTogether(given);
    if (given.discover === true) return fromTarget({ ...given, out: given.out ?? "" }, io);
    const { generate } = await import("../../../app/generate.ts");
    const check = given.check === true;
    const result = await generate({ ...environment(io), ...picked(given, "out", "openapi", "name"), check });
    for (const [model, reason] of Object.entries(result.unchecked ?? {}))
      io.stderr.write(safe`tripact: the validator of ${model} allows every value: ${reason}\n`);
    const by = given.openapi === undefined ? "npm run generate" : "the same command without --check";
    const isWrong = check && result.stale.length > 0;
    if (given.json === true)
      io.stdout.write(safeJson({ ...result, folder: relative(io.cwd, result.folder) || "." }, 2));
    else if (isWrong || given.quiet !== true) io.stdout.write(listing(result.stale, result.files, check, by));
    return isWrong ? 1 : 0;
  },
});
