import { beyondDocuments } from "../../builtin/beyond.ts";
import { completeDocuments } from "../../documents/contract.ts";
import type { SourceFiles } from "../../documents/source-files.ts";
import { schemaBundle } from "./schemas.ts";
import { typesIn } from "./types.ts";

/**
 * `types/<name>.ts` and, for extensions of an interface, `schemas/<name>.json`: models, parameters and bodies as
 * TypeScript types, and every model as JSON Schema 2020-12 under `$defs`.
 */
export const generateBeyond = async (files: SourceFiles): Promise<ReadonlyMap<string, string>> => {
  const generated = new Map<string, string>();
  for (const [name, document] of completeDocuments(files)) {
    generated.set(`types/${name}.ts`, await typesIn(document));
    if (beyondDocuments[name].base !== undefined)
      generated.set(`schemas/${name}.json`, schemaBundle(name, document));
  }
  return generated;
};
