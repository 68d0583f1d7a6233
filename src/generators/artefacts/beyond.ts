import { beyondDocuments } from "../../builtin/beyond.ts";
import { completeDocuments } from "../../documents/contract.ts";
import type { SourceFiles } from "../../documents/source-files.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { schemaBundle } from "./schemas.ts";
import { typesIn } from "./types.ts";

/** What is for readers, or about errors, which the sandbox's pipeline writes. */
const unserved = new Set(["description", "summary", "tags", "x-unknown", "x-effect", "info", "servers"]);

/** A document with no more than it takes to serve its declared resources, as JSON. */
const servedText = (document: JsonObject): string => {
  const parts = ({ paths, components, ...rest }: JsonObject): JsonObject => ({
    openapi: rest["openapi"],
    info: { title: "", version: "" },
    "x-resources": rest["x-resources"],
    paths,
    components: isObject(components)
      ? { schemas: components["schemas"], parameters: components["parameters"] }
      : {},
  });
  const text = JSON.stringify(parts(document), (key, value: unknown) => {
    if (unserved.has(key) && typeof value !== "object") return undefined;
    if (key === "tags" || key === "x-unknown") return Array.isArray(value) ? undefined : value;
    if (key !== "responses" || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([status]) => status.startsWith("2")));
  });
  return `${text}\n`;
};

/**
 * `types/<name>.ts` and, for extensions of an interface, `schemas/<name>.json`: models, parameters and bodies as
 * TypeScript types, and every model as JSON Schema 2020-12 under `$defs`. `served/<name>.json`: what serves its declared
 * resources.
 */
export const generateBeyond = async (files: SourceFiles): Promise<ReadonlyMap<string, string>> => {
  const generated = new Map<string, string>();
  for (const [name, document] of completeDocuments(files)) {
    generated.set(`types/${name}.ts`, await typesIn(document));
    if (beyondDocuments[name].base !== undefined)
      generated.set(`schemas/${name}.json`, schemaBundle(name, document));
    if (document["x-resources"] !== undefined) generated.set(`served/${name}.json`, servedText(document));
  }
  return generated;
};
