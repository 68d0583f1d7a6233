import type { Operation } from "../harness/model/operation.ts";
import { type OperationId, operations } from "./generated/operations.ts";
import type { InterfaceName } from "./interface-name.ts";

/** An operation of the platform's documents. */
export interface DocumentedOperation extends Operation {
  readonly id: OperationId;
  readonly interface: InterfaceName;
}

export const documentedOperations: readonly DocumentedOperation[] =
  Object.values<DocumentedOperation>(operations);
