import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { ApiDocument } from "../../src/documents/document.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import type { Change } from "../../src/consumers/diff/change.ts";
import { compareDocuments } from "../../src/consumers/diff/compare-documents.ts";
import { type Bump, bumpFor } from "../../src/consumers/diff/next-version.ts";
import { root } from "../package/entries.ts";

/** Schemas of files that users write, and tripact reads. */
const asked = join(root, "specs");
/** Schemas of reports that tripact writes, and programs read. */
const answered = join(root, "api");
const released = join(root, "api/released");

/** File name of a schema: `config.schema.yaml`, `report.schema.json`. */
const isSchema = /\.schema\.(?:yaml|json)$/;

const filesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((file) => isSchema.test(file)) : [];

/** The top-level parts of a file's schema. */
interface FileSchema {
  readonly $defs?: Readonly<Record<string, unknown>>;
}

/**
 * A file's schema as an OpenAPI document for `tripact diff`: what users write is a request body, what they read a
 * response.
 */
const documentOf = (file: string, text: string): ApiDocument => {
  const name = file.replace(isSchema, "");
  const { $defs = {}, ...form } = parse(text) as FileSchema; // Its generator compiles it.
  const content = { "application/json": { schema: { $ref: "#/components/schemas/file" } } };
  const operation = filesIn(answered).includes(file)
    ? { get: { operationId: name, responses: { 200: { description: name, content } } } }
    : { put: { operationId: name, requestBody: { required: true, content }, responses: {} } };
  const document = stringify({
    openapi: "3.1.0",
    info: { title: name, version: "1" },
    paths: { [`/${name}`]: operation },
    components: { schemas: { ...$defs, file: form } },
  });
  return readDocumentText(name, document.replaceAll("#/$defs/", "#/components/schemas/"));
};

/** A change of one file's format. */
export interface FormatChange extends Change {
  /** `config.schema.yaml`. */
  readonly file: string;
}

/** Every change of one file's format, by its effect on those who write or read the file. */
export const formatChanges = (
  file: string,
  versions: { old: string; new: string },
): readonly FormatChange[] =>
  compareDocuments({ old: documentOf(file, versions.old), new: documentOf(file, versions.new) }).map(
    (change) => ({ ...change, file }),
  );

/** The current schemas: file names, with their folders. */
const present = (): ReadonlyMap<string, string> =>
  new Map([asked, answered].flatMap((folder) => filesIn(folder).map((file) => [file, folder])));

/** Replaces a removed format: allows nothing. */
const nothing = "not: {}\n";

/** Every change of the recorded formats. */
export const changesSinceRecord = (): readonly FormatChange[] => {
  const folders = present();
  return filesIn(released).flatMap((file) => {
    const folder = folders.get(file);
    const now = folder === undefined ? nothing : readFileSync(join(folder, file), "utf8");
    return formatChanges(file, { old: readFileSync(join(released, file), "utf8"), new: now });
  });
};

/** The last recorded version, and the minimum step since then. */
export const recordedFormats = (): { readonly version: string; readonly change: Bump } => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(released, "version.json"), "utf8"));
  const recorded = filesIn(released);
  const isNew = [...present().keys()].some((file) => !recorded.includes(file));
  const change = bumpFor(changesSinceRecord());
  return { version, change: isNew && change !== "major" ? "minor" : change };
};

/** Records the current formats as those of a version. */
export const recordFormats = (version: string): void => {
  rmSync(released, { recursive: true, force: true });
  mkdirSync(released);
  for (const [file, folder] of present()) cpSync(join(folder, file), join(released, file));
  writeFileSync(join(released, "version.json"), `${JSON.stringify({ version })}\n`);
};
