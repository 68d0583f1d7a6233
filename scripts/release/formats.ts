import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse, stringify } from "yaml";
import { readDocument, type SourceDocument } from "../../src/generators/documents/source-document.ts";
import type { Change } from "../../src/tools/diff/change.ts";
import { compareDocuments } from "../../src/tools/diff/compare-documents.ts";
import { type Bump, bumpFor } from "../../src/tools/diff/next-version.ts";
import { root } from "../package/entries.ts";

const suffix = ".schema.yaml";
const present = join(root, "specs");
const released = join(root, "released");

/** What tripact writes and others read; every other file is written by users, and read by tripact. */
const answered: readonly string[] = ["report"];

/** As much of a file's schema as concerns its form as a whole. */
interface FileSchema {
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/**
 * A file's schema as an OpenAPI document, so that `tripact diff` compares it: what users write is the body of a
 * request, what they read that of a response.
 */
export const documentOf = (name: string, schemaYaml: string): SourceDocument => {
  const { $defs = {}, ...file } = parse(schemaYaml) as FileSchema; // its generator compiles it
  const content = { "application/json": { schema: { $ref: "#/components/schemas/file" } } };
  const operation = answered.includes(name)
    ? { get: { operationId: name, responses: { 200: { description: name, content } } } }
    : { put: { operationId: name, requestBody: { required: true, content }, responses: {} } };
  const text = stringify({
    openapi: "3.1.0",
    info: { title: name, version: "1" },
    paths: { [`/${name}`]: operation },
    components: { schemas: { ...$defs, file } },
  });
  return readDocument(name, text.replaceAll("#/$defs/", "#/components/schemas/"));
};

/** A change of one file's form. */
export interface FormatChange extends Change {
  /** `config` of specs/config.schema.yaml. */
  readonly format: string;
}

/** Every change of one file's form, by what it means for those who write or read the file. */
export const formatChanges = (
  name: string,
  versions: { old: string; new: string },
): readonly FormatChange[] =>
  compareDocuments({ old: documentOf(name, versions.old), new: documentOf(name, versions.new) }).map(
    (change) => ({ ...change, format: name }),
  );

const namesIn = (folder: string): readonly string[] =>
  globSync(`*${suffix}`, { cwd: folder }).map((file) => basename(file, suffix));

const textIn = (folder: string, name: string): string | undefined => {
  const file = join(folder, `${name}${suffix}`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
};

/** A form that came or went: as one that allowed nothing, or allows nothing now. */
const nothing = "not: {}\n";

/** Every change since the forms were last recorded. */
export const changesSinceRecord = (): readonly FormatChange[] =>
  [...new Set([...namesIn(released), ...namesIn(present)])].toSorted().flatMap((name) => {
    const [old, now] = [textIn(released, name), textIn(present, name)];
    return old === undefined ? [] : formatChanges(name, { old, new: now ?? nothing });
  });

/** The version that was recorded last, and the least step since then. */
export const recordedFormats = (): { readonly version: string; readonly change: Bump } => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(released, "version.json"), "utf8"));
  const isNew = namesIn(present).some((name) => textIn(released, name) === undefined);
  const change = bumpFor(changesSinceRecord());
  return { version, change: change === "none" && isNew ? "minor" : change };
};

/** Records the present forms as those of a version. */
export const recordFormats = (version: string): void => {
  mkdirSync(released, { recursive: true });
  for (const name of namesIn(present))
    cpSync(join(present, `${name}${suffix}`), join(released, `${name}${suffix}`));
  writeFileSync(join(released, "version.json"), `${JSON.stringify({ version })}\n`);
};
