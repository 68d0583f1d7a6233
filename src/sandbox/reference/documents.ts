import { Document, parse, parseDocument } from "yaml";
import { beyondDocuments, completeDocument, type BeyondName } from "../../builtin/beyond.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { beyondText, openapiStyle, openapiText } from "../../builtin/openapi-text.ts";
import type { JsonObject } from "../../core/model/json-object.ts";

/** A document shown by the sandbox: of an interface, or of endpoints beyond the specification. */
export type DocumentName = BuiltinInterface | BeyondName;

// Its root is an object.
const parsed = (text: string): JsonObject => parse(text) as JsonObject;

const isBeyond = (name: DocumentName): name is BeyondName => Object.hasOwn(beyondDocuments, name);

/** The interface whose credentials a document needs; the control interface needs none. */
export const interfaceOf = (name: DocumentName): BuiltinInterface | undefined =>
  isBeyond(name) ? beyondDocuments[name].base : name;

/** Endpoints beyond the specification, as a complete document. */
export const beyondDocument = (name: BeyondName): JsonObject => {
  const { base } = beyondDocuments[name];
  return completeDocument(parsed(beyondText(name)), base === undefined ? {} : parsed(openapiText(base)));
};

/** The document with the sandbox at `origin` as its server. */
const documentAt = (name: DocumentName, origin: string): Document => {
  const document: Document = isBeyond(name)
    ? new Document(beyondDocument(name))
    : parseDocument(openapiText(name));
  const url = `${origin}/${interfaceOf(name) ?? name}`;
  document.set("servers", [{ url, description: "This sandbox." }]);
  return document;
};

export const yamlAt = (name: DocumentName, origin: string): string =>
  documentAt(name, origin).toString(openapiStyle);

export const jsonAt = (name: DocumentName, origin: string): string =>
  JSON.stringify(documentAt(name, origin).toJS());
