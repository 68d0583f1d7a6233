import type { RequestListener, ServerResponse } from "node:http";
import type { Refusal } from "./refusal.ts";

/** Why a request was turned down. */
type Reason = Pick<Refusal, "rule" | "message" | "fields">;

/** A request that was answered, or given up by its client. */
export interface ServedRequest {
  readonly method: string;
  /** Without its query, which may hold what a client searches for. */
  readonly path: string;
  /** Undefined where the client went before its answer. */
  readonly status: number | undefined;
  readonly elapsedMs: number;
  readonly reason: Reason | undefined;
}

export interface RequestLog {
  /** Reports what a listener has answered, once for each request. */
  watch(listener: RequestListener): RequestListener;
  /** Says why the request behind a response was turned down. */
  note(response: ServerResponse, reason: Reason | undefined): void;
}

/** Nobody listens. */
export const noRequestLog: RequestLog = { watch: (listener) => listener, note: () => {} };

export const createRequestLog = (onServed: (served: ServedRequest) => void): RequestLog => {
  const reasons = new WeakMap<ServerResponse, Reason>();
  return {
    watch: (listener) => (request, response) => {
      const startedAt = performance.now();
      const { method = "", url = "" } = request;
      response.once("close", () =>
        onServed({
          method,
          path: url.split("?", 1)[0] ?? "",
          status: response.writableFinished ? response.statusCode : undefined,
          elapsedMs: performance.now() - startedAt,
          reason: reasons.get(response),
        }),
      );
      listener(request, response);
    },
    note: (response, reason) => {
      if (reason !== undefined) reasons.set(response, reason);
    },
  };
};
