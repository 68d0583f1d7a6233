import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import type { InterfaceName } from "../../contract/interface-name.ts";

/** A document in both of its usual writings. */
export interface WrittenDocument {
  readonly yaml: string;
  readonly json: string;
}

/** The document of an interface as it is written, but for its server: the sandbox at `origin`. */
export const documentAt = (name: InterfaceName, origin: string): WrittenDocument => {
  // The OpenAPI documents are published beside the sources and the built files alike.
  const file = new URL(`../../../specs/${name}.yaml`, import.meta.url);
  const document = parseDocument(readFileSync(file, "utf8"));
  document.set("servers", [{ url: `${origin}/${name}`, description: "This sandbox." }]);
  return {
    yaml: document.toString({ lineWidth: 0, flowCollectionPadding: false }),
    json: JSON.stringify(document.toJS()),
  };
};
