import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Incoming, Outgoing } from "./pipeline/message.ts";
import type { ShortCut } from "./short-cut.ts";

/** Addresses that every reader understands alike: nothing encoded, no dot, no empty segment. */
const plain = /^((?:\/[\w-]+)+)(?:\?([\w=&.:+-]*))?$/;

/** What an authority may be made of for the short cut; `:80` is left to those who know that it goes without saying. */
const plainHost = /^[a-z0-9.-]+(?!:80$)(?::\d{1,5})?$/;

const shortMethods: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Serves a sandbox over node:http: by the short cut where an address is plain and leads to an endpoint, and by fetch
 * for everything else, with the same answers.
 */
export const createListener = (
  fetch: (request: Request) => Promise<Response>,
  shortCut: ShortCut,
): RequestListener => {
  const byFetch = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (request, response) => {
    const answer = shortly(request, shortCut);
    if (answer === undefined) void byFetch(request, response);
    else if (answer instanceof Promise) void answer.then((outgoing) => write(response, outgoing));
    else write(response, answer);
  };
};

const shortly = (request: IncomingMessage, shortCut: ShortCut): ReturnType<ShortCut> => {
  const { method = "", url = "", headers } = request;
  const { host = "" } = headers;
  const parts = plain.exec(url);
  if (parts === null || !shortMethods.has(method) || !plainHost.test(host)) return undefined;
  const [, path = "", search = ""] = parts;
  return shortCut(incomingOf(request, { method, url, host, search }), path);
};

const noParameters = new URLSearchParams();

const incomingOf = (
  request: IncomingMessage,
  { method, url, host, search }: { method: string; url: string; host: string; search: string },
): Incoming => {
  const origin = `http://${host}`;
  return {
    method,
    origin,
    url: `${origin}${url}`,
    search: search === "" ? noParameters : new URLSearchParams(search),
    header: (name) => request.headers[name],
    readBody: (atMost) => readAtMost(request, atMost),
  };
};

const readAtMost = (request: IncomingMessage, atMost: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= atMost) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    // Nobody is left to hear the answer.
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });

const write = (response: ServerResponse, { status, headers, text }: Outgoing): void => {
  const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length }).end(text);
};
