import type { InterfaceName } from "../../core/model/interface-name.ts";
import { childPointer, tokensOf } from "../../core/formats/json-pointer.ts";
import { madeOnce } from "../../core/model/made-once.ts";
import type { ApiDocument } from "../../documents/document.ts";
import { createTargets } from "./verdict/targets.ts";

/** The OpenAPI documents of a contract's interfaces, by name. */
export type InterfaceDocuments = ReadonlyMap<InterfaceName, ApiDocument>;

/** The lookups in a document, made on first use. */
export const targetsOf = madeOnce((document: ApiDocument) => createTargets(document));

/** The operations of a document by their ids. */
export const operationsOf = madeOnce(
  ({ operations }: ApiDocument) => new Map(operations.map((operation) => [operation.id, operation])),
);

const isPosition = (token: string): boolean => token === "*" || /^\d+$/.test(token);

/** `/items/0/name` in a body is `/properties/items/items/properties/name` in its schema. */
export const bodyPointer = (base: string, pointer: string): string =>
  tokensOf(pointer).reduce<string>(
    (at, token) => (isPosition(token) ? childPointer(at, "items") : childPointer(at, "properties", token)),
    base,
  );
