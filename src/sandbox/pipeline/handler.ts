import type {
  DocumentedStatus,
  PathParameters,
  QueryParameters,
  RequestBodyOf,
  ResponseBodyOf,
  ServedId,
} from "../../builtin/generated/operation-types.ts";
import type { SandboxRefusal, RefusalStatus } from "../refusal.ts";
import type { EndpointContext, JsonText } from "./endpoint.ts";

/** Status of a successful answer. */
type SuccessStatus = 200 | 201 | 202 | 204;

/** One documented success with its documented body, if any. */
type AnswerWith<Id extends ServedId, Status extends DocumentedStatus<Id>> = [
  ResponseBodyOf<Id, Status>,
] extends [undefined]
  ? { readonly status: Status; readonly headers?: Readonly<Record<string, string>> }
  : {
      readonly status: Status;
      readonly body: ResponseBodyOf<Id, Status> | JsonText<ResponseBodyOf<Id, Status>>;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** Possible answers of an operation's handler: a documented success, or a refusal with a documented status. */
export type HandlerResponse<Id extends ServedId> =
  | { [Status in DocumentedStatus<Id> & SuccessStatus]: AnswerWith<Id, Status> }[DocumentedStatus<Id> &
      SuccessStatus]
  | SandboxRefusal<DocumentedStatus<Id> & RefusalStatus>;

/** A validated request, with the types of the OpenAPI documents. */
export interface HandlerRequest<Id extends ServedId> {
  readonly path: PathParameters<Id>;
  readonly query: QueryParameters<Id>;
  readonly body: RequestBodyOf<Id>;
  /** Query parameters that no document names, as text. */
  readonly undocumented: Readonly<Record<string, string>>;
}

/** Context of a handler; only the token endpoint has no caller. */
export type HandlerContext<Id extends ServedId> = Id extends "issueToken"
  ? Omit<EndpointContext, "caller" | "emit">
  : EndpointContext;

/** Answers one operation. Synchronous, because the whole request is one transaction. */
export type Handler<Id extends ServedId> = (
  request: HandlerRequest<Id>,
  context: HandlerContext<Id>,
) => HandlerResponse<Id>;

/** One handler for each operation of a list. */
export type HandlersOf<Id extends ServedId> = { readonly [Each in Id]: Handler<Each> };
