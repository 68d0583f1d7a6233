import { parseDocument } from "yaml";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { readOwnFile } from "../../harness/model/own-file.ts";

/** A document in both of its usual writings. */
export interface WrittenDocument {
  readonly yaml: string;
  readonly json: string;
}

/** The document of an interface as it is written, but for its server: the sandbox at `origin`. */
export const documentAt = (name: InterfaceName, origin: string): WrittenDocument => {
  // The OpenAPI documents are published beside the sources and the built files alike.
  const file = new URL(`../../../specs/${name}.yaml`, import.meta.url);
  const text = readOwnFile(`specs/${name}.yaml`, file);
  if (text === undefined) throw new Error(`the OpenAPI document of the ${name} interface is not there`);
  const document = parseDocument(text);
  document.set("servers", [{ url: `${origin}/${name}`, description: "This sandbox." }]);
  return {
    yaml: document.toString({ lineWidth: 0, flowCollectionPadding: false }),
    json: JSON.stringify(document.toJS()),
  };
};
