import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import type { Change } from "../../diff/change.ts";
import { compareDocuments } from "../../diff/compare-documents.ts";
import { readDocument, type SourceDocument } from "../../../generators/documents/source-document.ts";
import { isText } from "../../../generators/documents/json.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import type { Impact } from "../../../harness/model/impact.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { usesColor } from "../color.ts";
import type { DiffOptions } from "../definitions/diff.ts";
import type { CliIo } from "../io.ts";
import { readTextFile } from "../read-file.ts";

/** The changes of one document. */
interface DocumentChanges {
  /** What the document is called on both sides. */
  readonly document: string;
  readonly changes: readonly Change[];
}

const extensions = new Set([".yaml", ".yml", ".json"]);

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const readOpenApi = async (path: string, { cwd, signal }: CliIo): Promise<SourceDocument> => {
  const document = readDocument(path, await readTextFile(resolve(cwd, path), { place: path, signal }));
  if (isObject(document.root) && isText(document.root["openapi"])) return document;
  throw new UsageError("is not an OpenAPI document", {
    location: path,
    hint: "its root needs the key openapi",
  });
};

/** The OpenAPI documents of a folder by their names; other YAML and JSON files are left alone. */
const documentsIn = async (
  folder: string,
  { cwd, signal }: CliIo,
): Promise<ReadonlyMap<string, SourceDocument>> => {
  const names = (await readdir(resolve(cwd, folder))).filter((name) => extensions.has(extname(name)));
  const found = new Map<string, SourceDocument>();
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    const document = readDocument(path, await readTextFile(resolve(cwd, path), { place: path, signal }));
    if (isObject(document.root) && isText(document.root["openapi"])) found.set(name, document);
  }
  if (found.size === 0)
    throw new UsageError("contains no OpenAPI document", {
      location: folder,
      hint: "choose another folder, or a file",
    });
  return found;
};

const emptied = (document: SourceDocument): SourceDocument => ({
  path: document.path,
  root: { openapi: "3.1.0", paths: {}, components: {} },
  place: (pointer) => document.place(pointer),
});

const compareFolders = async (old: string, now: string, io: CliIo): Promise<readonly DocumentChanges[]> => {
  const [before, after] = [await documentsIn(old, io), await documentsIn(now, io)];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((document) => {
    const [left, right] = [before.get(document), after.get(document)];
    const known = left ?? right;
    if (known === undefined) return [];
    // A document on one side only: all that it holds came, or went.
    const changes = compareDocuments({ old: left ?? emptied(known), new: right ?? emptied(known) });
    return [{ document, changes }];
  });
};

const compareAll = async (old: string, now: string, io: CliIo): Promise<readonly DocumentChanges[]> => {
  const [left, right] = [await isFolder(resolve(io.cwd, old)), await isFolder(resolve(io.cwd, now))];
  if (left !== right)
    throw new UsageError("a folder cannot be compared with a file", {
      location: left ? now : old,
      hint: "name two files or two folders",
    });
  if (left) return compareFolders(old, now, io);
  const changes = compareDocuments({ old: await readOpenApi(old, io), new: await readOpenApi(now, io) });
  return [{ document: basename(now), changes }];
};

const ranks: Readonly<Record<Impact, number>> = { breaking: 0, additive: 1, informational: 2 };

const impactFor = (change: Change, audience: DiffOptions["for"]): Impact => {
  if (audience !== "both") return change[audience];
  return ranks[change.consumers] <= ranks[change.providers] ? change.consumers : change.providers;
};

const lineOf = (
  change: Change,
  audience: DiffOptions["for"],
  { bad, good, dim, strong }: Palette,
): SafeText => {
  const styles = { breaking: bad, additive: good, informational: dim };
  const impact = impactFor(change, audience);
  const whom =
    change.consumers === "breaking" && change.providers === "breaking"
      ? "consumers and providers"
      : change.consumers === "breaking"
        ? "consumers"
        : change.providers === "breaking"
          ? "providers"
          : "";
  const breaks = whom === "" ? "" : dim(`  breaks ${whom}`);
  const where = change.operations.length === 0 ? "" : `  ${change.operations.join(", ")}`;
  return safe`  ${styles[impact](impact.padEnd(13))}  ${strong(change.kind)}  ${change.message}${breaks}
  ${"".padEnd(13)}  ${dim(`${change.pointer}${where}`)}\n`;
};

const countsOf = (
  changes: readonly Change[],
  audience: DiffOptions["for"],
): Readonly<Record<Impact, number>> => {
  const counts = { breaking: 0, additive: 0, informational: 0 };
  for (const change of changes) counts[impactFor(change, audience)] += 1;
  return counts;
};

const textOf = (
  documents: readonly DocumentChanges[],
  { for: audience, quiet }: DiffOptions,
  palette: Palette,
): SafeText => {
  const lines = documents.flatMap(({ document, changes }) => {
    const shown = changes
      .filter((change) => quiet !== true || impactFor(change, audience) === "breaking")
      .toSorted((left, right) => ranks[impactFor(left, audience)] - ranks[impactFor(right, audience)]);
    return shown.length === 0
      ? []
      : [safe`${palette.strong(document)}\n`, ...shown.map((one) => lineOf(one, audience, palette))];
  });
  const counts = countsOf(
    documents.flatMap(({ changes }) => changes),
    audience,
  );
  const whom = audience === "both" ? "consumers or providers" : audience;
  if (quiet === true && counts.breaking === 0) return safe`${lines}`;
  return safe`${lines}${counts.breaking} breaking for ${whom}, ${counts.additive} additive, ${counts.informational} informational\n`;
};

/**
 * `tripact diff OLD NEW`: what changed between two versions of a document or of a folder of them. Exit code
 * 1 when a change breaks the audience.
 * @throws UsageError for a document that cannot be read.
 */
export const diff = async (options: DiffOptions, io: CliIo, old = "", now = ""): Promise<number> => {
  const documents = await compareAll(old, now, io);
  const all = documents.flatMap(({ document, changes }) =>
    changes.map((change) => ({ document, ...change })),
  );
  const counts = countsOf(all, options.for);
  if (options.json === true)
    io.stdout.write(safeJson({ for: options.for, summary: counts, changes: all }, 2));
  else
    io.stdout.write(textOf(documents, options, createPalette(usesColor(options.color, io.env, io.stdout))));
  return counts.breaking > 0 ? 1 : 0;
};
