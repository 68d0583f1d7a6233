import type { JsonObject } from "../../core/model/json-object.ts";
import type { ApiOperation, ApiDocument } from "../../documents/document.ts";
import type { Credentials } from "./credentials.ts";
import type { WriteReach } from "./effects.ts";
import type { SchemaReading } from "./schema-view.ts";
import type { RunRecords } from "./run-records.ts";

/** An operation that a run may call. */
export interface Callable {
  readonly operation: ApiOperation;
  /** Its id in the contract. */
  readonly id: string;
  /** Its id in its document, which its facts name. */
  readonly name: string;
  readonly reach: WriteReach;
}

export interface DeclaredBody {
  readonly body: JsonObject;
  /** Properties of which no two records have the same value. */
  readonly unique: readonly string[];
}

/** A document with what a run needs to call its operations. */
export interface Api {
  /** Name of the interface, which begins the ids of its facts. */
  readonly name: string;
  readonly document: ApiDocument;
  readonly callables: readonly Callable[];
  readonly reading: SchemaReading;
  readonly records: RunRecords;
  /** Bodies that the owner declares to be accepted, by operation. */
  readonly declared: ReadonlyMap<string, DeclaredBody>;
  readonly credentials: Credentials;
  /** Whether records may be created and changed. */
  readonly writes: boolean;
  /** Requests for each operation. */
  readonly effort: number;
  /** Whether a value fits the schema under a validator's key, as a request. */
  fits(key: string, value: unknown): boolean;
}

/** Keys of the validators of a document. */
export const validatorKeys = {
  request: (id: string, mediaType: string): string => `${id}.request ${mediaType}`,
  parameter: (id: string, place: string, name: string): string => `${id}.${place} ${name}`,
  response: (id: string, status: string, mediaType: string): string => `${id}.${status} ${mediaType}`,
  header: (id: string, status: string, name: string): string =>
    `${id}.${status} header ${name.toLowerCase()}`,
};

export const factId = (
  { name }: Pick<Api, "name">,
  { name: operation }: Pick<Callable, "name">,
  kind: string,
): string => `${name}/${operation}/${kind}`;
