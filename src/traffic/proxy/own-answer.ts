import type { ServerResponse } from "node:http";
import { printJson } from "../../core/output/escape.ts";

/** The header that marks the proxy's own answers. */
export const ownMark = "X-Tripact-Proxy";

/** Why the proxy answers instead of a target. */
export type OwnReason =
  | "disturbed"
  | "foreign-host"
  | "malformed-request"
  | "not-found"
  | "read-only"
  | "unreachable";

export interface OwnAnswer {
  readonly status: number;
  readonly reason: OwnReason;
  readonly message: string;
  readonly headers?: readonly string[];
}

const bodyOf = ({ reason, message }: OwnAnswer): string => printJson({ tripact: { proxy: reason, message } });

/** Answers instead of a target, with the mark. The rest of the request's body is read and discarded. */
export const answerOwn = (outgoing: ServerResponse, own: OwnAnswer): void => {
  const body = bodyOf(own);
  outgoing.req.resume();
  outgoing.writeHead(own.status, [
    ownMark,
    own.reason,
    "Content-Type",
    "application/json",
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Cache-Control",
    "no-store",
    ...(own.headers ?? []),
  ]);
  outgoing.end(body);
};

/** The same in bytes, for a request that could not be parsed; the connection ends with it. */
export const ownBytes = (own: OwnAnswer, reasonPhrase: string): string => {
  const body = bodyOf(own);
  return [
    `HTTP/1.1 ${own.status} ${reasonPhrase}`,
    `${ownMark}: ${own.reason}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
};
