import type { IncomingMessage, RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Incoming, Outgoing } from "./pipeline/message.ts";
import type { ShortCut } from "./short-cut.ts";
import { createTurn, type Turn } from "./turn.ts";

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
  const turn = createTurn();
  return (request, response) => {
    const isTaken = shortly(request, turn, shortCut, (outgoing) => turn.answer(response, outgoing));
    if (!isTaken) void byFetch(request, response);
  };
};

const shortly = (
  request: IncomingMessage,
  turn: Turn,
  shortCut: ShortCut,
  answer: (outgoing: Outgoing) => void,
): boolean => {
  const { method = "", url = "", headers } = request;
  const { host = "" } = headers;
  const parts = plain.exec(url);
  if (parts === null || !shortMethods.has(method) || !plainHost.test(host)) return false;
  const [, path = "", search = ""] = parts;
  const origin = `http://${host}`;
  const incoming: Incoming = {
    method,
    origin,
    url: `${origin}${url}`,
    search: search === "" ? noParameters : new URLSearchParams(search),
    header: (name) => headers[name],
    readBody: (atMost, then) => readAtMost(request, atMost, (bytes) => turn.work(() => then(() => bytes))),
  };
  return shortCut(incoming, path, answer);
};

const noParameters = new URLSearchParams();

/** Calls back once: with the bytes, or with undefined when they are too many or do not all arrive. */
const readAtMost = (
  request: IncomingMessage,
  atMost: number,
  then: (bytes: Uint8Array | undefined) => void,
): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const finish = (bytes: Uint8Array | undefined): void => {
    if (isOver) return;
    isOver = true;
    then(bytes);
  };
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= atMost) chunks.push(chunk);
    else finish(undefined);
  });
  request.on("end", () => finish(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  // Nobody is left to hear the answer.
  request.on("error", () => finish(undefined));
  request.on("close", () => finish(undefined));
};
