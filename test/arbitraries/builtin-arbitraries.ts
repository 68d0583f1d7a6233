import { documentArbitraries } from "../../src/arbitraries/document-arbitraries.ts";
import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import { openapiText } from "../../src/builtin/openapi-text.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";

const of = (name: BuiltinInterface) =>
  documentArbitraries(readDocumentText(`specs/${name}.yaml`, openapiText(name)));

/** The arbitraries of each document of the built-in contract. */
export const arbitrariesOf = {
  crm: await of("crm"),
  donation: await of("donation"),
  volunteer: await of("volunteer"),
} as const satisfies Record<BuiltinInterface, object>;
