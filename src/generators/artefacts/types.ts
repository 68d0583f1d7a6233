import type * as OpenapiTypescript from "openapi-typescript";
import { UsageError } from "../../harness/model/usage-error.ts";
import type { Contract, InterfaceDocument } from "../documents/contract.ts";
import { source } from "./text.ts";

/** openapi-typescript is loaded when it is needed: it brings the TypeScript compiler along. */
const loadOpenapiTypescript = async (): Promise<typeof OpenapiTypescript> => {
  try {
    return await import("openapi-typescript");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new UsageError("types cannot be generated without openapi-typescript", {
      hint: "npm install --save-dev openapi-typescript typescript",
    });
  }
};

const typesOf = async ({ source: document }: InterfaceDocument): Promise<string> => {
  const { default: openapiTS, astToString } = await loadOpenapiTypescript();
  // Parsed and checked before; the generator changes the document it is given, hence the copy.
  const nodes = await openapiTS(structuredClone(document.root) as OpenapiTypescript.OpenAPI3, {
    silent: true,
    emptyObjectsUnknown: true,
  });
  return source(astToString(nodes).trimEnd());
};

/** `types/<interface>.ts`: the models, parameters and bodies of a document as TypeScript types. */
export const generateTypes = async (contract: Contract): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>();
  for (const document of contract.interfaces) files.set(`types/${document.name}.ts`, await typesOf(document));
  return files;
};
