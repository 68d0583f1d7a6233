import { environmentOf } from "../inputs/app-options.ts";
import { diffOptions, type DiffOptions } from "./options.ts";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import type { ApiDocument } from "../documents/document.ts";
import { readDocument, readDocumentText } from "../documents/read-document.ts";
import { unreadableFile } from "../core/model/unreadable-file.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { DocumentDiff, NamedVersions } from "../consumers/usage/verdict/document-diff.ts";
import { readTextFile } from "../core/source/read-file.ts";
import { readUsages } from "../consumers/usage/read-usages.ts";
import type { Environment } from "../core/model/environment.ts";

const extensions = new Set([".yaml", ".yml", ".json"]);

/** @throws UsageError if nothing exists there */
const isFolder = async (path: string, { cwd }: Environment): Promise<boolean> => {
  try {
    return (await stat(resolve(cwd, path))).isDirectory();
  } catch (error) {
    throw unreadableFile(error, { location: path, hint: "name two files or two folders" });
  }
};

const readOne = (path: string, { cwd, signal }: Environment): Promise<ApiDocument> =>
  readDocument(path, { cwd, signal });

/** Whether a file says that it is an OpenAPI document; what cannot be read at all says nothing. */
const isOpenApi = async (path: string, { cwd, signal }: Environment): Promise<boolean> =>
  /^\s*["']?(?:openapi|swagger)["']?\s*:|^\s*\{[^{}]*"(?:openapi|swagger)"/m.test(
    await readTextFile(resolve(cwd, path), { location: path, signal }),
  );

/** The OpenAPI documents of a folder by name; other YAML and JSON files are ignored. */
const documentsIn = async (
  folder: string,
  around: Environment,
): Promise<ReadonlyMap<string, ApiDocument>> => {
  const names = (await readdir(resolve(around.cwd, folder))).filter((name) => extensions.has(extname(name)));
  const found = new Map<string, ApiDocument>();
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    if (await isOpenApi(path, around)) found.set(name, await readOne(path, around));
  }
  if (found.size > 0) return found;
  throw new UsageError("contains no OpenAPI document", {
    location: folder,
    hint: "choose another folder, or a file",
  });
};

/** A document without anything, in the place of one that is on the other side only. */
const emptied = ({ file }: ApiDocument): ApiDocument =>
  readDocumentText(file, JSON.stringify({ openapi: "3.1.0", paths: {} }));

const readVersions = async (
  { old, new: now }: DiffOptions,
  around: Environment,
): Promise<readonly NamedVersions[]> => {
  const [left, right] = [await isFolder(old, around), await isFolder(now, around)];
  if (left !== right)
    throw new UsageError("a folder cannot be compared with a file", {
      location: left ? now : old,
      hint: "name two files or two folders",
    });
  if (!left)
    return [{ document: basename(now), old: await readOne(old, around), new: await readOne(now, around) }];
  const [before, after] = [await documentsIn(old, around), await documentsIn(now, around)];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((document) => {
    const [one, other] = [before.get(document), after.get(document)];
    const known = one ?? other;
    if (known === undefined) return [];
    // A document on one side only: everything in it was added or removed.
    return [{ document, old: one ?? emptied(known), new: other ?? emptied(known) }];
  });
};

/**
 * Compares two versions of an OpenAPI document, or two folders of them: what changed, whom it breaks, and, with usage
 * files, which consumers and where. Writes nothing.
 * @throws UsageError for a document or a usage file that cannot be read.
 * @example
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import { diff } from "tripact";
 *
 * const document = { openapi: "3.1.0", info: { title: "Gifts", version: "1" }, paths: {} };
 * writeFileSync("old.json", JSON.stringify({ ...document, paths: { "/gifts": { get: { operationId: "listGifts", responses: {} } } } }));
 * writeFileSync("new.json", JSON.stringify(document));
 * const { summary, changes } = await diff({ old: "old.json", new: "new.json" });
 * console.log(summary.breaking, changes[0]?.kind); // 1 operation-removed
 * ```
 */
export const diff = async (options: DiffOptions): Promise<DocumentDiff> => {
  const around = environmentOf(options, diffOptions);
  const usages = await readUsages(options, around);
  const versions = await readVersions(options, around);
  const { diffDocuments } = await import("../consumers/usage/verdict/document-diff.ts");
  const { for: audience = diffOptions.for.usual, onlyUsed = false } = options;
  return diffDocuments(versions, around.signal, { for: audience, usages, onlyUsed });
};
