import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { literal, source } from "./text.ts";

const tableOf = (documents: readonly InterfaceDocument[]) =>
  Object.fromEntries(
    documents.flatMap(({ operations }) => operations.map(({ operation }) => [operation.id, operation])),
  );

/** `operations.ts`: every documented operation, in the order of interfaces and documents. */
export const generateOperations = (contract: PlatformDocuments): ReadonlyMap<string, string> => {
  const text = source(
    `import type { Operation } from "../../core/model/operation.ts";`,
    `/** Every documented operation under its id. */
export const operations = ${literal(tableOf(contract.interfaces))} as const satisfies Record<string, Operation>;`,
    `/** What the sandbox serves beyond them, under its ids: requests alone. */
export const beyondOperations = ${literal(tableOf(contract.beyond))} as const satisfies Record<string, Operation>;`,
    `export type OperationId = keyof typeof operations;`,
    `export const operationIds = Object.keys(operations) as readonly OperationId[];`,
    `export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);`,
  );
  return new Map([["operations.ts", text]]);
};
