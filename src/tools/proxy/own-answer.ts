import type { ServerResponse } from "node:http";
import { printJson } from "../../harness/output/escape.ts";

/** The field by which an answer of the proxy's own is known. */
export const ownMark = "X-Tripact-Proxy";

/** Why the proxy answers in place of a target. */
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

/** Answers in place of a target, and says so. What is left of the request's body is taken and dropped. */
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

/** The same in bytes, for a request that could not be read: the connection ends with it. */
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
