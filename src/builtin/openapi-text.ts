import { readOwnFile } from "../core/model/own-file.ts";
import { beyondDocuments, type BeyondName } from "./beyond.ts";
import type { BuiltinInterface } from "./interface-name.ts";

const textAt = (path: string): string => {
  // The OpenAPI documents are published beside both the sources and the built files.
  const text = readOwnFile(path, new URL(`../../${path}`, import.meta.url));
  if (text === undefined) throw new Error(`the OpenAPI document ${path} is not there`);
  return text;
};

/** The text of the OpenAPI document of an interface. */
export const openapiText = (name: BuiltinInterface): string => textAt(`specs/${name}.yaml`);

/** The text of a document of what the sandbox serves beyond the specification. */
export const beyondText = (name: BeyondName): string => textAt(beyondDocuments[name].path);

/** YAML options that write a parsed document in its original style. */
export const openapiStyle = { lineWidth: 0, flowCollectionPadding: false } as const;
