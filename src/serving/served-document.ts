import type { JsonObject } from "../core/model/json-object.ts";
import type { RecordStore } from "./record-store.ts";
import type { DocumentFault } from "./faults/document-fault.ts";
import type { Choices } from "./choices.ts";

/** An OpenAPI document, ready to be served. */
export interface ServedDocument {
  /** Of the interface; its paths begin with it. */
  readonly name: string;
  /** Where the document was read: a path or an address. */
  readonly file: string;
  /** What its records are, in the form of a configuration; undefined if nothing is declared. */
  readonly resources: unknown;
  readonly choices: Choices;
  /** Operation ids and what they do with records, for the log and the pages. */
  readonly operations: readonly { readonly method: string; readonly path: string; readonly role: string }[];
  /** Permissions that its operations state by `x-permission`, for whoever knows what they are. */
  readonly permissions: readonly string[];
  /** Callbacks and webhooks of the document: its server sends none. */
  readonly unsent: readonly string[];
  /** Defects that its server can be given, without their interface's name. */
  faults(): readonly Pick<DocumentFault, "id" | "operation" | "verb" | "field" | "title">[];
  serve(parts: ServingParts): DocumentServer;
}

/** What a served document gets from its environment. */
export interface ServingParts {
  readonly store: RecordStore;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Decides ids, values and credentials. */
  readonly seed: number;
  /** A text of letters and digits that the seed and the name decide. */
  token(name: string, length: number): string;
}

/** The same with what was chosen where the document leaves open. */
export interface Serving extends ServingParts {
  readonly choices: Choices;
}

/** A request below the interface's base address. */
export interface DocumentRequest {
  readonly method: string;
  /** As sent, percent-encoded, from the base address on. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** Address of the interface as the caller sees it, without a slash at the end. */
  readonly baseUrl: string;
  header(name: string): string | undefined;
  /** Whether whoever passes the request on has seen a credential. */
  readonly isAuthenticated: boolean;
  /** Undefined if there are more bytes than are read. */
  readonly body: Uint8Array | undefined;
}

/** Why a request is refused, or what of it was ignored. */
export interface Reason {
  readonly rule: "not modelled" | "credential" | "parameters" | "body" | "schema" | "handler";
  readonly message: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly reason?: Reason;
}

export interface DocumentServer {
  /** Deliberate defects that can be planted. */
  readonly faults: readonly DocumentFault[];
  /** Creates the records that are there from the beginning. */
  fill(): void;
  /** Whether the operation that a request asks for reads a body. */
  readsBody(method: string, path: string): boolean;
  /** The permission that an operation states; undefined if none. */
  permissionFor(method: string, path: string): string | undefined;
  /** Whether the document has a path with this method. */
  has(method: string, path: string): boolean;
  answer(request: DocumentRequest): DocumentAnswer;
  /** By security scheme, in the form of a configuration. */
  readonly credentials: JsonObject;
}
