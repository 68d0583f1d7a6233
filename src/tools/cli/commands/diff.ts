import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import type { Change } from "../../diff/change.ts";
import { compareDocuments } from "../../diff/compare-documents.ts";
import { readDocument, type SourceDocument } from "../../../generators/documents/source-document.ts";
import { isText } from "../../../generators/documents/json.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import type { Impact } from "../../../harness/model/impact.ts";
import { unreadableFile } from "../../../harness/model/unreadable-file.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { usesColor } from "../color.ts";
import type { DiffOptions } from "../definitions/diff.ts";
import type { CliIo } from "../io.ts";
import { assertApart, type FileUse, useOfOperand } from "../file-uses.ts";
import { readTextFile } from "../../../app/read-file.ts";
import { readUsages, usesOfUsageFiles } from "../usage-files.ts";
import { writeFileWhole } from "../../../app/write-file.ts";
import type { Usage } from "../../usage/usage-file.ts";
import { shortLocation } from "../../usage/verdict/describe-use.ts";
import { judgeDocuments, type JudgedChange } from "../../usage/verdict/judge-documents.ts";
import { isSafe, type Matrix, matrixOf, verdictsOf } from "../../usage/verdict/matrix.ts";
import { concernLines, matrixText, releaseLine } from "../../usage/verdict/matrix-text.ts";
import { matrixPage } from "../../usage/verdict/matrix-page.ts";
import { printable } from "../../../harness/output/escape.ts";
import type { Versions } from "../../diff/versions.ts";

/** The changes of one document. */
interface DocumentChanges {
  /** What the document is called on both sides. */
  readonly document: string;
  readonly changes: readonly JudgedChange[];
}

const extensions = new Set([".yaml", ".yml", ".json"]);

/** @throws UsageError where there is nothing. */
const isFolder = async (path: string, { cwd }: CliIo): Promise<boolean> => {
  try {
    return (await stat(resolve(cwd, path))).isDirectory();
  } catch (error) {
    throw unreadableFile(error, { location: path, hint: "name two files or two folders" });
  }
};

const readOpenApi = async (path: string, { cwd, signal }: CliIo): Promise<SourceDocument> => {
  const document = readDocument(path, await readTextFile(resolve(cwd, path), { location: path, signal }));
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
    const document = readDocument(path, await readTextFile(resolve(cwd, path), { location: path, signal }));
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
  location: (pointer) => document.location(pointer),
});

const judged = (documents: Versions<SourceDocument>, usages: readonly Usage[]): readonly JudgedChange[] =>
  judgeDocuments(documents, compareDocuments(documents), usages);

const compareFolders = async (
  old: string,
  now: string,
  usages: readonly Usage[],
  io: CliIo,
): Promise<readonly DocumentChanges[]> => {
  const [before, after] = [await documentsIn(old, io), await documentsIn(now, io)];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((document) => {
    const [left, right] = [before.get(document), after.get(document)];
    const known = left ?? right;
    if (known === undefined) return [];
    // A document on one side only: all that it holds came, or went.
    const documents = { old: left ?? emptied(known), new: right ?? emptied(known) };
    return [{ document, changes: judged(documents, usages) }];
  });
};

const compareAll = async (
  old: string,
  now: string,
  usages: readonly Usage[],
  io: CliIo,
): Promise<readonly DocumentChanges[]> => {
  const [left, right] = [await isFolder(old, io), await isFolder(now, io)];
  if (left !== right)
    throw new UsageError("a folder cannot be compared with a file", {
      location: left ? now : old,
      hint: "name two files or two folders",
    });
  if (left) return compareFolders(old, now, usages, io);
  const documents = { old: await readOpenApi(old, io), new: await readOpenApi(now, io) };
  return [{ document: basename(now), changes: judged(documents, usages) }];
};

const ranks: Readonly<Record<Impact, number>> = { breaking: 0, additive: 1, informational: 2 };

const impactFor = (change: Change, audience: DiffOptions["for"]): Impact => {
  if (audience !== "both") return change[audience];
  return ranks[change.consumers] <= ranks[change.providers] ? change.consumers : change.providers;
};

const lineOf = (
  { change, consumers }: JudgedChange,
  audience: DiffOptions["for"],
  palette: Palette,
): SafeText => {
  const { bad, good, dim, strong } = palette;
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
  ${"".padEnd(13)}  ${dim(`${change.pointer}${where}`)}\n${concernLines(consumers, palette, `  ${"".padEnd(15)}`)}`;
};

const countsOf = (
  changes: readonly JudgedChange[],
  audience: DiffOptions["for"],
): Readonly<Record<Impact, number>> => {
  const counts = { breaking: 0, additive: 0, informational: 0 };
  for (const { change } of changes) counts[impactFor(change, audience)] += 1;
  return counts;
};

/** Whom a change concerns comes first, then what breaks the audience. */
const byConcern =
  (audience: DiffOptions["for"]) =>
  (left: JudgedChange, right: JudgedChange): number =>
    right.consumers.length - left.consumers.length ||
    ranks[impactFor(left.change, audience)] - ranks[impactFor(right.change, audience)];

/** What of the changes is shown. */
type Shown = Pick<DiffOptions, "for"> & Partial<Pick<DiffOptions, "quiet" | "onlyUsed">>;

const isShown = ({ change, consumers }: JudgedChange, { for: audience, quiet, onlyUsed }: Shown): boolean => {
  if (consumers.length > 0) return true;
  return onlyUsed !== true && (quiet !== true || impactFor(change, audience) === "breaking");
};

const textOf = (
  documents: readonly DocumentChanges[],
  matrix: Matrix,
  options: Shown,
  palette: Palette,
): SafeText => {
  const { for: audience, quiet } = options;
  const lines = documents.flatMap(({ document, changes }) => {
    const shown = changes.filter((one) => isShown(one, options)).toSorted(byConcern(audience));
    return shown.length === 0
      ? []
      : [safe`${palette.strong(document)}\n`, ...shown.map((one) => lineOf(one, audience, palette))];
  });
  const counts = countsOf(
    documents.flatMap(({ changes }) => changes),
    audience,
  );
  const whom = audience === "both" ? "consumers or providers" : audience;
  const release = matrix.consumers.length === 0 ? safe`` : releaseLine(matrix, palette);
  if (quiet === true && (matrix.consumers.length > 0 ? isSafe(matrix) : counts.breaking === 0))
    return safe`${lines}`;
  const table =
    matrix.consumers.length > 1 && matrix.rows.length > 0 ? safe`\n${matrixText(matrix, palette)}\n` : safe``;
  return safe`${lines}${table}${counts.breaking} breaking for ${whom}, ${counts.additive} additive, ${counts.informational} informational\n${release}`;
};

const matrixFrom = (documents: readonly DocumentChanges[], usages: readonly Usage[]): Matrix =>
  matrixOf(
    usages.map(({ consumer }) => consumer),
    documents.flatMap(({ changes }) =>
      changes.map(({ change, consumers }) => ({
        what: change.kind,
        message: change.message,
        where: shortLocation(change.pointer),
        consumers,
      })),
    ),
  );

const jsonOf = (
  documents: readonly DocumentChanges[],
  counts: Readonly<Record<Impact, number>>,
  matrix: Matrix,
  options: DiffOptions,
): SafeText => {
  const isJudged = matrix.consumers.length > 0;
  const changes = documents.flatMap(({ document, changes }) =>
    changes
      .filter((one) => options.onlyUsed !== true || one.consumers.length > 0)
      .map(({ change, consumers }) => ({ document, ...change, ...(isJudged && { usage: consumers }) })),
  );
  return safeJson(
    {
      for: options.for,
      summary: counts,
      ...(isJudged && { safe: isSafe(matrix), consumers: verdictsOf(matrix) }),
      changes,
    },
    2,
  );
};

/** What changed between two versions of a document, for consumers. */
export const diffText = (
  document: string,
  versions: Versions<SourceDocument>,
  { color }: Pick<DiffOptions, "color">,
  { env, stdout }: CliIo,
): SafeText => {
  const documents = [{ document, changes: judged(versions, []) }];
  const palette = createPalette(usesColor(color, env, stdout));
  return textOf(documents, matrixFrom(documents, []), { for: "consumers" }, palette);
};

const useOfMatrix = ({ matrix }: DiffOptions, io: CliIo): readonly FileUse[] =>
  matrix === undefined
    ? []
    : [
        {
          path: resolve(io.cwd, matrix),
          name: `the matrix ${printable(matrix)}`,
          location: `--matrix ${printable(matrix)}`,
        },
      ];

/**
 * `tripact diff OLD NEW`: what changed between two versions of a document or of a folder of them. Exit code 1 when a change
 * breaks the audience; with usage files, when a change concerns one of their consumers.
 * @throws UsageError for a document or a usage file that cannot be read.
 */
export const diff = async (options: DiffOptions, io: CliIo, old = "", now = ""): Promise<number> => {
  const outputs = useOfMatrix(options, io);
  if (outputs.length > 0 && options.usage === undefined)
    throw new UsageError("needs the usage files of the consumers", {
      location: "--matrix",
      hint: "add --usage FILE",
    });
  const inputs = [useOfOperand(old, io), useOfOperand(now, io), ...usesOfUsageFiles(options, io)];
  assertApart({ outputs, inputs }, io);
  const usages = await readUsages(options, io);
  const documents = await compareAll(old, now, usages, io);
  const matrix = matrixFrom(documents, usages);
  for (const { path } of outputs) await writeFileWhole(path, matrixPage(matrix));
  const counts = countsOf(
    documents.flatMap(({ changes }) => changes),
    options.for,
  );
  if (options.json === true) io.stdout.write(jsonOf(documents, counts, matrix, options));
  else
    io.stdout.write(
      textOf(documents, matrix, options, createPalette(usesColor(options.color, io.env, io.stdout))),
    );
  const isHarmful = usages.length > 0 ? !isSafe(matrix) : counts.breaking > 0;
  return isHarmful ? 1 : 0;
};
