import { type Document, parseDocument } from "yaml";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { openapiStyle, openapiText } from "../../contract/openapi-text.ts";

/** The document of an interface as it is written, but for its server: the sandbox at `origin`. */
const documentAt = (name: InterfaceName, origin: string): Document => {
  const document: Document = parseDocument(openapiText(name));
  document.set("servers", [{ url: `${origin}/${name}`, description: "This sandbox." }]);
  return document;
};

export const yamlAt = (name: InterfaceName, origin: string): string =>
  documentAt(name, origin).toString(openapiStyle);

export const jsonAt = (name: InterfaceName, origin: string): string =>
  JSON.stringify(documentAt(name, origin).toJS());
