import type {
  DocumentedStatus,
  PathParameters,
  QueryParameters,
  RequestBodyOf,
  ResponseBodyOf,
  ServedId,
} from "../../contract/generated/operation-types.ts";
import type { Refusal, RefusalStatus } from "../refusal.ts";
import type { Context } from "./endpoint.ts";
import type { JsonText } from "./json-text.ts";

/** What the sandbox answers a request that it fulfils with. */
type SuccessStatus = 200 | 201 | 202 | 204;

/** One documented success with the body documented for it; there is none where none is documented. */
type AnswerWith<Id extends ServedId, Status extends DocumentedStatus<Id>> = [
  ResponseBodyOf<Id, Status>,
] extends [undefined]
  ? { readonly status: Status; readonly headers?: Readonly<Record<string, string>> }
  : {
      readonly status: Status;
      readonly body: ResponseBodyOf<Id, Status> | JsonText<ResponseBodyOf<Id, Status>>;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** What a handler of an operation may answer: a documented success, or a refusal with a documented status. */
export type HandlerResponse<Id extends ServedId> =
  | { [Status in DocumentedStatus<Id> & SuccessStatus]: AnswerWith<Id, Status> }[DocumentedStatus<Id> &
      SuccessStatus]
  | Refusal<DocumentedStatus<Id> & RefusalStatus>;

/** A request as the OpenAPI documents type it; it was validated already. */
export interface HandlerRequest<Id extends ServedId> {
  readonly path: PathParameters<Id>;
  readonly query: QueryParameters<Id>;
  readonly body: RequestBodyOf<Id>;
  /** Query parameters that no document names, as text. */
  readonly undocumented: Readonly<Record<string, string>>;
}

/** Context of a handler; the token endpoint alone has no caller. */
export type HandlerContext<Id extends ServedId> = Id extends "issueToken"
  ? Omit<Context, "caller" | "emit">
  : Context;

/** Answers one operation. Synchronous: the whole request is one transaction. */
export type Handler<Id extends ServedId> = (
  request: HandlerRequest<Id>,
  context: HandlerContext<Id>,
) => HandlerResponse<Id>;

/** One handler for each operation of a list, none forgotten. */
export type HandlersOf<Id extends ServedId> = { readonly [Each in Id]: Handler<Each> };
