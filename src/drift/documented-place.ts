import { documentedBodies } from "../generated/documented-bodies.ts";
import type { DocumentedPlace } from "../model/documented-place.ts";
import { operations } from "../generated/operations.ts";
import { type Operation, responseFor } from "../model/operation.ts";

const table: Readonly<Record<string, Operation>> = operations;

/** The documented operation of this id, or undefined. */
export const operationOf = (id: string): Operation | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

/** What the documents say of the JSON body that an operation answers with this status; undefined for nothing. */
export const documentedBody = (operation: string, status: number): DocumentedPlace | undefined => {
  const found = operationOf(operation);
  const key = found === undefined ? undefined : responseFor(found, status)?.validator;
  return key === undefined || !Object.hasOwn(documentedBodies, key) ? undefined : documentedBodies[key];
};
