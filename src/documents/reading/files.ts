import { realpath } from "node:fs/promises";
import { dirname, posix, relative, resolve, sep } from "node:path";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { unreadableFile } from "../../core/model/unreadable-file.ts";
import { readTextFile } from "../../core/source/read-file.ts";
import { isText } from "../json.ts";
import { readSourceDocument, type LocatedDocument } from "../source-document.ts";
import { walk } from "../walk.ts";
import { type DocumentFiles, pathFrom } from "./references.ts";

export interface ReadDocumentOptions {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** The library option that names the file, if any. */
  readonly option?: string;
}

/** Limits of a document's files together. */
const mostFiles = 2000;
const mostCharacters = 32 * 1_048_576;

export const documentFiles = (documents: readonly LocatedDocument[]): DocumentFiles =>
  new Map(documents.map((document) => [posix.normalize(document.path), document]));

interface FileReference {
  readonly path: string;
  readonly shown: string;
  readonly location: () => string;
}

/** The other files that a document refers to; what is no file is refused where it is followed. */
const filesOf = (document: LocatedDocument): readonly FileReference[] =>
  walk(document.root).flatMap(({ pointer, value: { $ref: reference } }) => {
    if (!isText(reference) || reference.startsWith("#")) return [];
    const path = pathFrom(document.path, reference.split("#", 1)[0] ?? "");
    return path === undefined
      ? []
      : [{ path, shown: reference, location: () => document.location(childPointer(pointer, "$ref")) }];
  });

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
};

/** The real path of a file, which a link may not lead out of the folder. @throws UsageError at the reference */
const realPathIn = async (
  folder: string,
  path: string,
  { shown, location }: FileReference,
): Promise<string> => {
  const outside = (): UsageError =>
    new UsageError(`reference ${printable(shown)} points outside the document's folder`, {
      location: location(),
      hint: "move the file into that folder, or copy what it means into components",
    });
  if (!isWithin(folder, path)) throw outside();
  try {
    const real = await realpath(path);
    if (isWithin(await realpath(folder), real)) return real;
  } catch (error) {
    throw unreadableFile(error, { location: `${location()}: ${printable(shown)}` });
  }
  throw outside();
};

/** Reads a document's file and every file that it refers to, at any depth. @throws UsageError */
export const openFiles = async (
  path: string,
  { cwd, signal, option }: ReadDocumentOptions,
): Promise<DocumentFiles> => {
  const folder = dirname(resolve(cwd, path));
  const named = { location: path, ...(option === undefined ? {} : { option }), signal };
  const text = await readTextFile(resolve(cwd, path), named);
  const files = new Map([[posix.normalize(path), readSourceDocument(path, text)]]);
  let characters = text.length;
  // Iteration of a map includes entries added meanwhile.
  for (const document of files.values())
    for (const reference of filesOf(document)) {
      if (files.has(reference.path)) continue;
      const real = await realPathIn(folder, resolve(cwd, reference.path), reference);
      const more = await readTextFile(real, { location: reference.path, signal });
      characters += more.length;
      if (files.size === mostFiles || characters > mostCharacters)
        throw new UsageError(
          `the document's files are more than ${mostFiles}, or larger than 32 MiB together`,
          {
            location: reference.location(),
          },
        );
      files.set(reference.path, readSourceDocument(reference.path, more));
    }
  return files;
};
