import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listening } from "./listening.ts";

/** A request as a receiver got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers the n-th request, counted from 0. */
export type Answer = (response: ServerResponse, index: number, received: Received) => void;

function* endlessly(text: string): Generator<string> {
  for (;;) yield text;
}

/** Writes a text again and again until the other side hangs up. */
export const flood = (to: Writable, text: string): void =>
  void pipeline(endlessly(text), to).catch(() => undefined);

/** An HTTP server of this machine in place of a receiver; takes everything unless `answer` says otherwise. */
export const standIn = async (answer: Answer = (response) => void response.writeHead(200).end("ok")) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const one: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    received.push(one);
    answer(response, received.length - 1, one);
  });
  return { received, origin: await listening(server) };
};

interface JsonAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A target of this machine that answers JSON; `seen` has `METHOD /path` of every request so far. */
export const fakeTarget = async (answer: (request: Received) => JsonAnswer) => {
  const seen: string[] = [];
  const { received, origin } = await standIn((response, _, request) => {
    seen.push(`${request.method} ${request.path}`);
    const { status = 200, headers = {}, body = {} } = answer(request);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  return { origin, seen, received };
};
