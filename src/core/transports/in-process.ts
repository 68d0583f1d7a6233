import type { AsSent, Transport, WireRequest } from "../model/transport.ts";
import { decodeBody, readAnswerBody } from "../http/response-body.ts";

/** A fetch-style application such as the sandbox. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** An answer with lower-case header names; without text it has no body. */
interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Answers without fetch objects, which take longer than most answers; undefined for what only fetch answers. */
export type PlainHandler = (request: WireRequest) => Promise<PlainAnswer> | undefined;

const byFetch = async (
  handle: FetchHandler,
  { url, method, headers: sent, body: text, bytes }: WireRequest,
) => {
  const body = bytes ?? text;
  const request = new Request(url, { method, headers: sent, ...(body === undefined ? {} : { body }) });
  const response = await handle(request);
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return { status: response.status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
};

/** The headers as a server sends them. */
const served = (headers: Readonly<Record<string, string>>, { byteLength }: Uint8Array): AsSent["headers"] => [
  ...Object.entries(headers).filter(([name]) => name !== "content-length"),
  ...(byteLength === 0 ? [] : [["content-length", String(byteLength)] as const]),
];

/** Calls an application without a network. An exception of the application is a bug and is not caught. */
export const inProcessTransport =
  (handle: FetchHandler, monotonic: () => number, answer: PlainHandler = () => undefined): Transport =>
  async (request) => {
    const startedAt = monotonic();
    const plain = await answer(request);
    const { status, headers, bytes } =
      plain === undefined
        ? await byFetch(handle, request)
        : { ...plain, bytes: Buffer.from(plain.text ?? "") };
    const found = readAnswerBody(decodeBody(bytes), headers["content-type"]);
    if (found.kind === "failure") return found;
    return {
      kind: "response",
      status,
      headers,
      body: found.body,
      elapsedMs: monotonic() - startedAt,
      ...(request.asSent === true ? { asSent: { headers: served(headers, bytes), body: bytes } } : {}),
    };
  };
