import { beyondDocuments, beyondNames, completeDocument } from "../../contract/beyond.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";
import { readDocument } from "../documents/source-document.ts";
import type { SourceFiles } from "../source-files.ts";
import { schemaBundle } from "./schemas.ts";
import { typesIn } from "./types.ts";

const documentAt = (files: SourceFiles, path: string): JsonObject => {
  const { root } = readDocument(path, files.read(path));
  return isObject(root) ? root : {};
};

/**
 * `types/<name>.ts` and, beyond an interface, `schemas/<name>.json`: models, parameters and bodies as TypeScript types,
 * and every model as JSON Schema 2020-12 below `$defs`.
 */
export const generateBeyond = async (files: SourceFiles): Promise<ReadonlyMap<string, string>> => {
  const generated = new Map<string, string>();
  const there = new Set(files.list("specs/beyond").map((file) => `specs/beyond/${file}`));
  for (const name of beyondNames.filter((one) => there.has(beyondDocuments[one].path))) {
    const { path, base } = beyondDocuments[name];
    const document = completeDocument(
      documentAt(files, path),
      base === undefined ? {} : documentAt(files, `specs/${base}.yaml`),
    );
    generated.set(`types/${name}.ts`, await typesIn(document));
    if (base !== undefined) generated.set(`schemas/${name}.json`, schemaBundle(name, document));
  }
  return generated;
};
