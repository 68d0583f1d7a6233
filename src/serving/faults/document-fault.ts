/** A request as a fault sees it. */
export interface FaultyRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** As text; undefined if there is none. */
  readonly body: string | undefined;
}

export interface FaultyAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** As text; empty if there is none. */
  readonly body: string;
}

/** Answers a request; what a fault wraps must be passed on whole. */
export type FaultyServer<Request extends FaultyRequest> = (request: Request) => Promise<FaultyAnswer>;

/** A deliberate defect of one operation of a document, made from its schemas. */
export interface DocumentFault {
  /** `changeOrder/count-is-lost`; a sandbox puts the interface's name in front. */
  readonly id: string;
  /** The operation's id. */
  readonly operation: string;
  /** What the operation does with records, or `ask` for one without any. */
  readonly verb: string;
  /** The property that it is about; undefined for the whole record. */
  readonly field: string | undefined;
  readonly title: string;
  /** Wraps the document's server. @param basePath what its paths begin with */
  wrap<Request extends FaultyRequest>(next: FaultyServer<Request>, basePath: string): FaultyServer<Request>;
}
