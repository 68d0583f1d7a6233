import { isInterfaceName } from "../builtin/interface-name.ts";
import { openapiText } from "../builtin/openapi-text.ts";
import type { Contract } from "../core/model/contract.ts";
import type { InterfaceName } from "../core/model/interface-name.ts";
import { madeFor } from "../core/model/made-once.ts";
import type { ApiDocument } from "../documents/document.ts";
import { readDocumentText } from "../documents/read-document.ts";

const ownDocument = madeFor((name: InterfaceName): ApiDocument => {
  if (!isInterfaceName(name)) throw new Error(`there is no document of ${name}`);
  return readDocumentText(`specs/${name}.yaml`, openapiText(name));
});

/** The OpenAPI documents of a contract's interfaces, by name. */
export const documentsOf = async (
  contract: Pick<Contract, "interfaces" | "described">,
): Promise<ReadonlyMap<InterfaceName, ApiDocument>> => {
  const { interfaces } = contract;
  if (interfaces.every(isInterfaceName)) return new Map(interfaces.map((name) => [name, ownDocument(name)]));
  const { documentBehind } = await import("../contracts/document-contract.ts");
  return new Map(interfaces.map((name) => [name, documentBehind(contract, name) ?? ownDocument(name)]));
};
