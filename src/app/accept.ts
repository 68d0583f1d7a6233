import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { documentation } from "../contract/documents.ts";
import { type InterfaceName, isInterfaceName } from "../contract/interface-name.ts";
import { openapiStyle, openapiText } from "../contract/openapi-text.ts";
import { readDocument } from "../generators/documents/source-document.ts";
import { openHistory } from "../harness/history/sqlite.ts";
import type { RunRepository } from "../harness/history/run-repository.ts";
import type { Acceptance, Drift, DriftTarget } from "../harness/model/drift.ts";
import { makeFolder } from "../harness/model/make-folder.ts";
import { printable } from "../harness/output/escape.ts";
import { amendDocument } from "../tools/amend/amend-document.ts";
import { type DocumentDiff, diffDocuments } from "../tools/usage/verdict/document-diff.ts";
import { acceptAll, acceptanceOf, openBy } from "../harness/history/accepting.ts";
import { openKeptStore } from "../harness/store/kept-store.ts";
import { readTextFile } from "../harness/source/read-file.ts";
import { type AppOptions, type Surroundings, surroundingsOf } from "../harness/model/surroundings.ts";
import { writeFileWhole } from "../harness/output/write-file.ts";

/** What is accepted, why, and until when. */
export interface AcceptOptions extends AppOptions, Omit<Acceptance, "at"> {
  /** The store of the drift runs; without it there has been none. */
  readonly store?: string;
  /** Of problems, groups of changes or single changes that are open: all that are named are accepted, or none. */
  readonly fingerprints: readonly string[];
  /** A folder for copies of the OpenAPI documents into which the changes are written, too. */
  readonly intoDocuments?: string;
}

/** An OpenAPI document that accepted changes were written into. */
export interface AmendedDocument {
  readonly path: string;
  /** Changes that could not be written into it, and why. */
  readonly notes: readonly string[];
  /** What was written for operations, too, that have not shown it. */
  readonly unseen: readonly string[];
  /** How it differs from the document that comes with tripact. */
  readonly diff: DocumentDiff;
}

/** What was accepted, and where. */
export interface AcceptResult extends Acceptance {
  readonly accepted: readonly { readonly fingerprint: string; readonly targets: readonly DriftTarget[] }[];
  readonly documents: readonly AmendedDocument[];
}

/** The changes with these fingerprints, of whatever target, and those of groups with them; each once. */
const changesWith = async (
  fingerprints: readonly string[],
  runs: RunRepository,
): Promise<readonly Drift[]> => {
  const wanted = new Set(fingerprints);
  const found = new Map<string, Drift>();
  for await (const { drift, groups } of runs.histories()) {
    const members = groups
      .filter(({ fingerprint }) => wanted.has(fingerprint))
      .flatMap(({ changes }) => changes);
    const all = new Set([...wanted, ...members]);
    for (const one of drift) if (all.has(one.fingerprint)) found.set(one.fingerprint, one);
  }
  return [...found.values()];
};

/** A document with accepted changes in it, not written yet. */
interface AmendedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly document: AmendedDocument;
}

const amendedFile = async (
  name: InterfaceName,
  changes: readonly Drift[],
  folder: string,
  { cwd, signal }: Surroundings,
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
  const diff = diffDocuments([{ document: file, ...versions }]);
  return { path, text, document: { path: shown, notes, unseen, diff } };
};

/** @throws UsageError for a copy that is there and cannot be read */
const amendedFiles = async (
  fingerprints: readonly string[],
  folder: string,
  runs: RunRepository,
  around: Surroundings,
): Promise<readonly AmendedFile[]> => {
  const byInterface = Map.groupBy(await changesWith(fingerprints, runs), ({ target }) => target.interface);
  const files: AmendedFile[] = [];
  for (const [name, changes] of byInterface)
    if (isInterfaceName(name)) files.push(await amendedFile(name, changes, folder, around));
  return files;
};

/** @throws UsageError where a copy cannot be written */
const writeAll = async (files: readonly AmendedFile[]): Promise<void> => {
  for (const { path, text } of files) {
    try {
      makeFolder(dirname(path));
    } catch {
      // Whoever writes into it says why it is not there.
    }
    await writeFileWhole(path, text);
  }
};

/** Does the work of `acceptDrift`. @throws UsageError */
export const acceptChanges = async (options: AcceptOptions): Promise<AcceptResult> => {
  const { fingerprints: named, intoDocuments: folder } = options;
  const around = surroundingsOf(options);
  const acceptance = acceptanceOf(options, around);
  const kept = openKeptStore(options, around);
  try {
    const runs = await openHistory(kept, documentation);
    const fingerprints = await openBy(named, runs, "tripact drift --history lists what drifted");
    const files = folder === undefined ? [] : await amendedFiles(fingerprints, folder, runs, around);
    await writeAll(files);
    const accepted = await acceptAll(fingerprints, runs, acceptance);
    return { accepted, ...acceptance, documents: files.map(({ document }) => document) };
  } finally {
    kept.close();
  }
};
