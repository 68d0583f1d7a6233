import { type IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { climbs, pathOfTarget } from "../core/model/climbs.ts";
import type { MovableClock } from "./clock.ts";
import { nothingHere, type Sandbox } from "./sandbox.ts";
import { plainAddress, reasonIn, type Incoming, type Outgoing } from "./pipeline/message.ts";
import type { RequestLog } from "./request-log.ts";

/** Characters of an authority; `:80` is left to the URL parser, which drops a default port. */
const plainHost = /^[a-z0-9.-]+(?!:80$)(?::\d{1,5})?$/;

const plainMethods: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** The clock's time as a Date header; formatted once per second. */
const dateOf = (clock: MovableClock): (() => string) => {
  let second = Number.NaN;
  let text = "";
  return () => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) text = new Date(now * 1000).toUTCString();
    second = now;
    return text;
  };
};

/** The path of an interface in a sandbox, from one that may leave the interface's name out. */
const ownPath =
  (own: string | undefined) =>
  (path: string): string =>
    own === undefined || path === `/${own}` || path.startsWith(`/${own}/`) ? path : `/${own}${path}`;

const belowOwn = (request: Request, below: (path: string) => string): Request => {
  const url = new URL(request.url);
  url.pathname = below(url.pathname);
  return new Request(url, request);
};

/**
 * Serves a sandbox with node:http: the interfaces without fetch objects if the address is plain, everything else with
 * fetch, and the same answers. The Date header follows the sandbox's clock, which a run may have moved.
 * @param own the only interface that is served, whose paths need not begin with its name
 */
export const createListener = (
  { fetch, answerInterface, clock }: Pick<Sandbox, "fetch" | "answerInterface" | "clock">,
  log: RequestLog,
  own?: string,
): RequestListener => {
  const date = dateOf(clock);
  const below = ownPath(own);
  const answerByFetch = async (
    request: Request,
    { outgoing }: HttpBindings | Http2Bindings,
  ): Promise<Response> => {
    const response = await fetch(own === undefined ? request : belowOwn(request, below));
    if (outgoing instanceof ServerResponse) log.note(outgoing, reasonIn(response));
    return response;
  };
  const byFetch = getRequestListener(answerByFetch, { overrideGlobalObjects: false });
  return (request, response) => {
    const { method = "", url = "", headers } = request;
    // HTTP/1.0 has no Host.
    headers.host ??= `${request.socket.localAddress ?? "localhost"}:${request.socket.localPort ?? 80}`;
    const [, path = "", search = ""] = plainAddress.exec(url) ?? [];
    const sent = pathOfTarget(url);
    // fetch would resolve the address, so that a prefix rule of a proxy in front would not apply.
    const outward = climbs(sent) || sent.includes("\\") ? sent : undefined;
    const isPlain = path !== "" && plainMethods.has(method) && plainHost.test(headers.host ?? "");
    const isAnswered =
      (isPlain || outward !== undefined) &&
      answerInterface(incomingOf(request, method, search), below(outward ?? path), (outgoing) => {
        log.note(response, outgoing.reason);
        write(response, outgoing, date());
      });
    if (isAnswered) return;
    if (outward === undefined) {
      response.setHeader("date", date());
      return void byFetch(request, response);
    }
    request.resume();
    write(response, nowhere, date());
  };
};

const nowhere: Outgoing = {
  status: 404,
  headers: { "content-type": "application/json" },
  text: JSON.stringify(nothingHere),
};

const incomingOf = (request: IncomingMessage, method: string, search: string): Incoming => {
  const { url = "", headers } = request;
  const origin = `http://${headers.host ?? ""}`;
  return {
    method,
    origin,
    url: `${origin}${url}`,
    search: search === "" ? noParameters : new URLSearchParams(search),
    header: (name) => [headers[name] ?? []].flat().join(", ") || undefined,
    readBody: (atMost, then) => readAtMost(request, atMost, (bytes) => then(() => bytes)),
  };
};

const write = (response: ServerResponse, { status, headers, text }: Outgoing, date: string): void => {
  const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { date, ...headers, ...length }).end(text);
};

const noParameters = new URLSearchParams();

/** Calls back once: with the bytes, or with undefined if they are too many or do not all arrive. */
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
  // The client is gone.
  request.on("error", () => finish(undefined));
  request.on("close", () => finish(undefined));
};
