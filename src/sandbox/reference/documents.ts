import { Document, parse, parseDocument } from "yaml";
import { beyondDocuments, completeDocument, type BeyondName } from "../../contract/beyond.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { beyondText, openapiStyle, openapiText } from "../../contract/openapi-text.ts";
import type { JsonObject } from "../../harness/model/json-object.ts";

/** A document that the sandbox shows: of an interface, or of what it serves beyond the specification. */
export type DocumentName = InterfaceName | BeyondName;

// Its root is an object.
const parsed = (text: string): JsonObject => parse(text) as JsonObject;

const isBeyond = (name: DocumentName): name is BeyondName => Object.hasOwn(beyondDocuments, name);

/** Whose credentials a document asks for: the control interface has none. */
export const interfaceOf = (name: DocumentName): InterfaceName | undefined =>
  isBeyond(name) ? beyondDocuments[name].base : name;

/** What the sandbox serves beyond the specification, complete in itself. */
export const beyondDocument = (name: BeyondName): JsonObject => {
  const { base } = beyondDocuments[name];
  return completeDocument(parsed(beyondText(name)), base === undefined ? {} : parsed(openapiText(base)));
};

/** The document as it is written, but for its server: the sandbox at `origin`. */
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
