import { documentedBodies } from "../../contract/generated/documented-bodies.ts";
import { tokensOf } from "../formats/json-pointer.ts";
import type { DocumentedPlace } from "../model/documented-place.ts";
import { operations } from "../../contract/generated/operations.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import { anyName } from "./field-name.ts";

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

const below = (place: DocumentedPlace | undefined, token: string): DocumentedPlace | undefined => {
  if (token === anyName) return place?.items ?? place?.map;
  return place?.fields !== undefined && Object.hasOwn(place.fields, token) ? place.fields[token] : undefined;
};

/** The same of a location in it; `*` in the pointer is any item of an array or any name of a map. */
export const documentedAt = (
  operation: string,
  status: number,
  pointer: string,
): DocumentedPlace | undefined => tokensOf(pointer).reduce(below, documentedBody(operation, status));
