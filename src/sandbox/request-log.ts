import type { RequestListener, ServerResponse } from "node:http";
import type { LoggedReason } from "./refusal.ts";

/** A request that was answered, or abandoned by its client. */
export interface ServedRequest {
  readonly method: string;
  /** Without its query, which may contain search terms. */
  readonly path: string;
  /** Undefined if the client left before the answer. */
  readonly status: number | undefined;
  readonly elapsedMs: number;
  readonly reason: LoggedReason | undefined;
}

export interface RequestLog {
  /** Reports each request of a listener once, after its answer. */
  watch(listener: RequestListener): RequestListener;
  /** Records why the request of a response was refused. */
  note(response: ServerResponse, reason: LoggedReason | undefined): void;
}

export const noRequestLog: RequestLog = { watch: (listener) => listener, note: () => {} };

export const createRequestLog = (onServed: (served: ServedRequest) => void): RequestLog => {
  const reasons = new WeakMap<ServerResponse, LoggedReason>();
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
