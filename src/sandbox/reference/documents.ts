import { parseDocument } from "yaml";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { openapiStyle, openapiText } from "../../contract/openapi-text.ts";

/** A document in both of its usual writings. */
export interface WrittenDocument {
  readonly yaml: string;
  readonly json: string;
}

/** The document of an interface as it is written, but for its server: the sandbox at `origin`. */
export const documentAt = (name: InterfaceName, origin: string): WrittenDocument => {
  const document = parseDocument(openapiText(name));
  document.set("servers", [{ url: `${origin}/${name}`, description: "This sandbox." }]);
  return {
    yaml: document.toString(openapiStyle),
    json: JSON.stringify(document.toJS()),
  };
};
