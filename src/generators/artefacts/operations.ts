import type { Contract } from "../documents/contract.ts";
import { literal, source } from "./text.ts";

/** `operations.ts`: every documented operation, in the order of interfaces and documents. */
export const generateOperations = (contract: Contract): ReadonlyMap<string, string> => {
  const table = Object.fromEntries(
    contract.interfaces.flatMap(({ operations }) =>
      operations.map(({ operation }) => [operation.id, operation]),
    ),
  );
  const text = source(
    `import type { Operation } from "../../harness/model/operation.ts";`,
    `/** Every documented operation under its id. */
export const operations = ${literal(table)} as const satisfies Record<string, Operation>;`,
    `export type OperationId = keyof typeof operations;`,
    `export const operationIds = Object.keys(operations) as readonly OperationId[];`,
    `export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);`,
  );
  return new Map([["operations.ts", text]]);
};
