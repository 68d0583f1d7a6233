import { environmentOf } from "../inputs/app-options.ts";
import { acceptOptions, type AcceptOptions } from "./options.ts";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { contractOf } from "../inputs/named-target.ts";
import { meaningOf } from "../inputs/meaning.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { type BuiltinInterface, isInterfaceName } from "../builtin/interface-name.ts";
import { openapiStyle, openapiText } from "../builtin/openapi-text.ts";
import { readDocumentText } from "../documents/read-document.ts";
import { openHistory } from "../monitoring/history/sqlite.ts";
import type { RunRepository } from "../monitoring/history/create-repository.ts";
import type { Acceptance, Drift, DriftTarget } from "../core/model/drift.ts";
import { makeFolder } from "../core/model/make-folder.ts";
import { printable } from "../core/output/escape.ts";
import { amendDocument } from "../monitoring/amend/amend-document.ts";
import { type DocumentDiff, diffDocuments } from "../consumers/usage/verdict/document-diff.ts";
import type { Documentation } from "../core/shapes/documentation.ts";
import { acceptAll, acceptanceOf, openBy } from "../monitoring/history/accepting.ts";
import { openKeptStore } from "../core/store/kept-store.ts";
import { readTextFile } from "../core/source/read-file.ts";
import type { Environment } from "../core/model/environment.ts";
import { writeFileWhole } from "../core/output/write-file.ts";

/** An OpenAPI document into which accepted changes were written. */
export interface AmendedDocument {
  readonly path: string;
  /** Changes that could not be written into it, and why. */
  readonly notes: readonly string[];
  /** Changes written for operations in which no run has observed them. */
  readonly unseen: readonly string[];
  /** Its difference from the document that tripact ships. */
  readonly diff: DocumentDiff;
}

/** What was accepted, and where. */
export interface AcceptResult extends Acceptance {
  readonly accepted: readonly { readonly fingerprint: string; readonly targets: readonly DriftTarget[] }[];
  readonly documents: readonly AmendedDocument[];
}

/** The changes of any target with these fingerprints or in groups with them, without duplicates. */
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

/** A document with the accepted changes, not written yet. */
interface AmendedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  readonly document: AmendedDocument;
}

const amendedFile = async (
  name: BuiltinInterface,
  changes: readonly Drift[],
  folder: string,
  { cwd, signal }: Environment,
  documentation: Documentation,
): Promise<AmendedFile> => {
  const file = `${name}.yaml`;
  const path = resolve(cwd, folder, file);
  const shown = printable(join(folder, file));
  const original = openapiText(name);
  // Changes accepted one after another accumulate in one copy.
  const base = existsSync(path) ? await readTextFile(path, { location: shown, signal }) : original;
  // Throws with the location if the document cannot be read.
  readDocumentText(shown, base);
  const { text, notes, unseen } = amendDocument(base, changes, documentation, openapiStyle);
  const versions = { old: readDocumentText(`specs/${file}`, original), new: readDocumentText(shown, text) };
  const diff = await diffDocuments([{ document: file, ...versions }], signal);
  return { path, text, document: { path: shown, notes, unseen, diff } };
};

/** @throws UsageError if an existing copy cannot be read */
const amendedFiles = async (
  fingerprints: readonly string[],
  folder: string,
  runs: RunRepository,
  around: Environment,
  documentation: Documentation,
): Promise<readonly AmendedFile[]> => {
  const byInterface = Map.groupBy(await changesWith(fingerprints, runs), ({ target }) => target.interface);
  const files: AmendedFile[] = [];
  for (const [name, changes] of byInterface) {
    if (!isInterfaceName(name))
      throw new UsageError(`${name} has a document of its own, which only its owner changes`, {
        option: "intoDocuments",
        hint: "omit it",
      });
    files.push(await amendedFile(name, changes, folder, around, documentation));
  }
  return files;
};

/** @throws UsageError if a copy cannot be written */
const writeAll = async (files: readonly AmendedFile[]): Promise<void> => {
  for (const { path, text } of files) {
    try {
      makeFolder(dirname(path));
    } catch {
      // The write below reports why the folder is missing.
    }
    await writeFileWhole(path, text);
  }
};

/** Implements `acceptDrift`. @throws UsageError */
export const acceptChanges = async (options: AcceptOptions): Promise<AcceptResult> => {
  const around = environmentOf(options, acceptOptions);
  const { fingerprints: named, intoDocuments: folder } = options;
  const acceptance = acceptanceOf(options, around);
  const { documentation } = meaningOf(await contractOf(options, around));
  const kept = openKeptStore(options, around);
  try {
    const runs = await openHistory(kept, documentation);
    const changes = await openBy(named, runs, "tripact drift --history lists what drifted");
    const files =
      folder === undefined
        ? []
        : await amendedFiles(
            changes.flatMap(({ fingerprints }) => fingerprints),
            folder,
            runs,
            around,
            documentation,
          );
    await writeAll(files);
    const accepted = await acceptAll(changes, runs, acceptance);
    return { accepted, ...acceptance, documents: files.map(({ document }) => document) };
  } finally {
    kept.close();
  }
};
