import { documentFiles, openFiles, type ReadDocumentOptions } from "./reading/files.ts";
import type { ApiDocument } from "./document.ts";
import { normalDocument } from "./reading/normal-document.ts";
import { readSourceDocument } from "./source-document.ts";

export type { ReadDocumentOptions } from "./reading/files.ts";

/**
 * Reads an OpenAPI document of any version (Swagger 2.0, OpenAPI 3.0, 3.1, 3.2), YAML or JSON, and the files in its folder
 * that it refers to.
 * @throws UsageError with `file:line:column` for what is no such document, for a reference to nothing, to another host or
 * to a file outside the document's folder.
 */
export const readDocument = async (path: string, options: ReadDocumentOptions): Promise<ApiDocument> =>
  normalDocument(path, await openFiles(path, options));

/**
 * The same for a text that is already there, such as one fetched from an address.
 * @param name how messages call it: a path or an address
 * @param files further files by their paths, to which the text may refer
 */
export const readDocumentText = (
  name: string,
  text: string,
  files: Readonly<Record<string, string>> = {},
): ApiDocument =>
  normalDocument(
    name,
    documentFiles([
      readSourceDocument(name, text),
      ...Object.entries(files).map(([path, content]) => readSourceDocument(path, content)),
    ]),
  );
