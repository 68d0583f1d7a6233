import { readOwnFile } from "../harness/model/own-file.ts";
import type { InterfaceName } from "./interface-name.ts";

/** The text of the OpenAPI document of an interface. */
export const openapiText = (name: InterfaceName): string => {
  // The OpenAPI documents are published beside the sources and the built files alike.
  const text = readOwnFile(`specs/${name}.yaml`, new URL(`../../specs/${name}.yaml`, import.meta.url));
  if (text === undefined) throw new Error(`the OpenAPI document of the ${name} interface is not there`);
  return text;
};

/** How a document is written that was parsed from such a text: as it was. */
export const openapiStyle = { lineWidth: 0, flowCollectionPadding: false } as const;
