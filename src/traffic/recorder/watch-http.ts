import { ClientRequest, IncomingMessage } from "node:http";
import type { ClientHttp2Stream, Http2Session } from "node:http2";
import { Duplex, type Readable, type Writable } from "node:stream";
import { headerFields } from "../recordings/header-fields.ts";
import { isObject } from "../recordings/json-value.ts";
import {
  createExchangeWatch,
  createPassingBody,
  type ExchangeWatch,
  type PassingBody,
  unknownBody,
} from "./exchange-watch.ts";
import { isRecordedByCaller, type Listener, listenTo, quietly, type Traffic } from "./traffic.ts";

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";

/** Observes what is written, without changing it. */
const watchWriting = (to: Pick<Writable, "write" | "end">): PassingBody => {
  const sent = createPassingBody();
  const look = (args: readonly unknown[]): void => {
    const [piece, encoding] = args;
    if (piece === undefined || piece === null || typeof piece === "function") return;
    // Node refuses unknown encodings.
    sent.add(typeof piece === "string" ? Buffer.from(piece, encodingOf(encoding)) : piece);
  };
  for (const name of ["write", "end"] as const) {
    const own: unknown = to[name];
    if (typeof own !== "function") continue;
    to[name] = (...args: unknown[]): never => {
      quietly(() => look(args));
      // Returns what the method itself returns.
      return Reflect.apply(own, to, args) as never;
    };
  }
  return sent;
};

/** Observes arriving data without affecting its flow. `onEnd` is called after the last chunk. */
const watchArriving = (from: Readable, watch: Pick<ExchangeWatch, "data">, onEnd: () => void): void => {
  const push = from.push.bind(from);
  from.push = (piece: unknown, encoding?: BufferEncoding): boolean => {
    quietly(() => (piece === null ? onEnd() : watch.data(piece)));
    return push(piece, encoding);
  };
};

const urlOf = (request: ClientRequest): string =>
  /^https?:/.test(request.path)
    ? request.path
    : `${request.protocol}//${String(request.getHeader("host") ?? request.host)}${request.path}`;

/** Watches node:http and node:https through Node's diagnostics channels. Returns the function that stops it. */
export const watchHttp = (traffic: Traffic): (() => void) => {
  const watches = new WeakMap<ClientRequest, ExchangeWatch>();

  const created: Listener = ({ request }) => {
    if (!(request instanceof ClientRequest) || isRecordedByCaller()) return;
    const url = urlOf(request);
    if (!traffic.wants(request.method, url)) return;
    const sent = watchWriting(request);
    const body = () => (request.writableEnded ? sent.body() : unknownBody);
    const asked = { method: request.method, url, headers: () => headerFields(request.getHeaders()), body };
    watches.set(request, createExchangeWatch(traffic, asked));
  };
  const answered: Listener = ({ request, response }) => {
    if (!(request instanceof ClientRequest) || !(response instanceof IncomingMessage)) return;
    const watch = watches.get(request);
    if (watch === undefined) return;
    watch.start(response.statusCode ?? 0, headerFields(response.headers));
    watchArriving(response, watch, watch.end);
    response.once("close", watch.error);
  };
  const failed: Listener = ({ request }) => {
    if (request instanceof ClientRequest) watches.get(request)?.error();
  };

  return listenTo({
    "http.client.request.created": created,
    "http.client.response.finish": answered,
    "http.client.request.error": failed,
  });
};

// Node does not export their class.
const isStream = (value: unknown): value is ClientHttp2Stream =>
  value instanceof Duplex && "sentHeaders" in value;

/** undici's own connections; their requests arrive on undici's channels. */
const isOfUndici = (session: Http2Session | undefined): boolean =>
  session !== undefined &&
  Object.getOwnPropertySymbols(session).some((key) => {
    if (key.description !== "client") return false;
    const client: unknown = Reflect.get(session, key);
    return isObject(client) && typeof client["dispatch"] === "function";
  });

/** Watches node:http2 through its diagnostics channels (Node 24.2 and later). Returns the function that stops it. */
export const watchHttp2 = (traffic: Traffic): (() => void) => {
  const watches = new WeakMap<ClientHttp2Stream, ExchangeWatch>();

  const created: Listener = ({ stream }) => {
    if (!isStream(stream) || isRecordedByCaller() || isOfUndici(stream.session)) return;
    const head = stream.sentHeaders;
    const method = String(head[":method"]);
    const url = `${String(head[":scheme"])}://${String(head[":authority"])}${String(head[":path"])}`;
    if (!traffic.wants(method, url)) return;
    const sent = watchWriting(stream);
    const body = () => (stream.writableEnded ? sent.body() : unknownBody);
    const watch = createExchangeWatch(traffic, { method, url, headers: () => headerFields(head), body });
    watches.set(stream, watch);
    let isEnded = false;
    watchArriving(stream, watch, () => {
      // Node also pushes an end to destroyed streams.
      isEnded ||= !stream.destroyed;
    });
    // A reset stream may have ended before, but its answer is incomplete.
    stream.once("close", () => (isEnded && stream.rstCode === 0 ? watch.end() : watch.error()));
  };
  const answered: Listener = ({ stream, headers }) => {
    if (isStream(stream) && isObject(headers))
      watches.get(stream)?.start(Number(headers[":status"]), headerFields(headers));
  };

  return listenTo({ "http2.client.stream.created": created, "http2.client.stream.finish": answered });
};
