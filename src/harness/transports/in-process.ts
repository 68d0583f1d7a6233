import type { Transport } from "../model/transport.ts";
import { decodeBody, readAnswerBody } from "../http/response-body.ts";

/** A fetch-style application such as the sandbox. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** Calls an application without a network. An exception of the application is a bug and is not caught. */
export const inProcessTransport =
  (handle: FetchHandler, monotonic: () => number): Transport =>
  async (request) => {
    const startedAt = monotonic();
    const response = await handle(
      new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    );
    const headers: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      headers[name] = value;
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const found = readAnswerBody(decodeBody(bytes), headers["content-type"]);
    if (found.kind === "failure") return found;
    return {
      kind: "response",
      status: response.status,
      headers,
      body: found.body,
      elapsedMs: monotonic() - startedAt,
    };
  };
