import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { documentation } from "../../contract/documents.ts";
import { type InterfaceName, isInterfaceName } from "../../contract/interface-name.ts";
import { openapiStyle, openapiText } from "../../contract/openapi-text.ts";
import { readDocument, type SourceDocument } from "../../generators/documents/source-document.ts";
import type { DriftStore } from "../../harness/drift/drift-store.ts";
import type { Drift } from "../../harness/model/drift.ts";
import { makeFolder } from "../../harness/model/make-folder.ts";
import { printable } from "../../harness/output/escape.ts";
import { amendDocument } from "../amend/amend-document.ts";
import type { Versions } from "../diff/versions.ts";
import { assertApart } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { readTextFile } from "../../app/read-file.ts";
import { useOfStore } from "./run-store.ts";
import { writeFileWhole } from "../../app/write-file.ts";

/** A document with accepted changes in it, not written yet. */
export interface AmendedFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** Changes that could not be written into it, and why. */
  readonly notes: readonly string[];
  /** What was written for operations, too, that have not shown it. */
  readonly unseen: readonly string[];
  /** The document as it comes with tripact, and the one with the changes. */
  readonly versions: Versions<SourceDocument>;
}

/** The changes with these fingerprints, of whatever target, and those of groups with them; each once. */
const changesWith = (fingerprints: readonly string[], store: DriftStore): readonly Drift[] => {
  const wanted = new Set(fingerprints);
  const found = new Map<string, Drift>();
  for (const { drift, groups } of store.histories()) {
    const members = groups
      .filter(({ fingerprint }) => wanted.has(fingerprint))
      .flatMap(({ changes }) => changes);
    const all = new Set([...wanted, ...members]);
    for (const one of drift) if (all.has(one.fingerprint)) found.set(one.fingerprint, one);
  }
  return [...found.values()];
};

const amendedFile = async (
  name: InterfaceName,
  changes: readonly Drift[],
  folder: string,
  { cwd, signal }: CliIo,
): Promise<AmendedFile> => {
  const file = `${name}.yaml`;
  const path = resolve(cwd, folder, file);
  const shown = printable(join(folder, file));
  const original = openapiText(name);
  // Changes that are accepted one after another end up in one copy.
  const base = existsSync(path) ? await readTextFile(path, { location: shown, signal }) : original;
  // Says where a document cannot be read.
  readDocument(shown, base);
  const { text, notes, unseen } = amendDocument(base, changes, documentation, openapiStyle);
  const versions = { old: readDocument(`specs/${file}`, original), new: readDocument(shown, text) };
  return { path, name: shown, text, notes, unseen, versions };
};

/**
 * Copies of the OpenAPI documents with changes written into them, for a folder.
 * @throws UsageError for a copy that is there and cannot be read
 */
export const amendedFiles = async (
  fingerprints: readonly string[],
  folder: string,
  store: DriftStore,
  io: CliIo,
): Promise<readonly AmendedFile[]> => {
  const byInterface = Map.groupBy(changesWith(fingerprints, store), ({ target }) => target.interface);
  const files: AmendedFile[] = [];
  for (const [name, changes] of byInterface)
    if (isInterfaceName(name)) files.push(await amendedFile(name, changes, folder, io));
  return files;
};

/** @throws UsageError where a copy would overwrite the store, or cannot be written */
export const writeAmended = async (
  files: readonly AmendedFile[],
  store: string | undefined,
  io: CliIo,
): Promise<void> => {
  const outputs = files.map(({ path, name }) => ({
    path,
    name: `the document ${name}`,
    location: "--into-documents",
  }));
  assertApart({ outputs, inputs: [], store: useOfStore(store, io) }, io);
  for (const { path, text } of files) {
    try {
      makeFolder(dirname(path));
    } catch {
      // Whoever writes into it says why it is not there.
    }
    await writeFileWhole(path, text);
  }
};
