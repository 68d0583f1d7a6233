import type { Operation } from "../core/model/operation.ts";
import type { ServedId } from "./generated/operation-types.ts";
import { beyondOperations, type OperationId, operations } from "./generated/operations.ts";
import type { BuiltinInterface } from "./interface-name.ts";

/** An operation of an interface. */
interface InterfaceOperation<Id extends string> extends Operation {
  readonly id: Id;
  readonly interface: BuiltinInterface;
}

/** An operation of the platform's OpenAPI documents. */
export type DocumentedOperation = InterfaceOperation<OperationId>;

/** A documented operation, or one that only the sandbox serves. */
export type ServedOperation = InterfaceOperation<ServedId>;

export const documentedOperations: readonly DocumentedOperation[] =
  Object.values<DocumentedOperation>(operations);

export const assumedOperations: readonly ServedOperation[] = Object.values<ServedOperation>(beyondOperations);
