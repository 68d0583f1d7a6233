import { ClientRequest, IncomingMessage } from "node:http";
import { headerFields } from "../recordings/header-fields.ts";
import { createExchangeWatch, createPassingBody, unknownBody, type ExchangeWatch } from "./exchange-watch.ts";
import { isRecordedByCaller } from "./recorded-once.ts";
import { listenTo, type Listener, quietly, type Traffic } from "./traffic.ts";

const urlOf = (request: ClientRequest): string =>
  /^https?:/.test(request.path)
    ? request.path
    : `${request.protocol}//${String(request.getHeader("host") ?? request.host)}${request.path}`;

/** Looks at what is written to a request; what is written is what it was. */
const watchWriting = (
  request: ClientRequest,
): (() => ReturnType<ReturnType<typeof createPassingBody>["body"]>) => {
  const sent = createPassingBody();
  const look = (args: readonly unknown[]): void => {
    const [piece, encoding] = args;
    if (piece === undefined || piece === null || typeof piece === "function") return;
    // Node refuses an encoding that it does not know.
    sent.add(typeof piece === "string" ? Buffer.from(piece, encodingOf(encoding)) : piece);
  };
  for (const name of ["write", "end"] as const) {
    const own: unknown = request[name];
    if (typeof own !== "function") continue;
    request[name] = (...args: unknown[]): never => {
      quietly(() => look(args));
      // It answers what the method itself answers.
      return Reflect.apply(own, request, args) as never;
    };
  }
  return () => (request.writableEnded ? sent.body() : unknownBody);
};

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";

/** Looks at what arrives before anybody reads it, so that it flows as it would. */
const watchArriving = (response: IncomingMessage, watch: ExchangeWatch): void => {
  watch.start(response.statusCode ?? 0, headerFields(response.headers));
  const push = response.push.bind(response);
  response.push = (piece: unknown, encoding?: BufferEncoding): boolean => {
    quietly(() => (piece === null ? watch.end() : watch.data(piece)));
    return push(piece, encoding);
  };
  response.once("close", () => watch.error());
};

/** Watches what node:http and node:https send, by Node's own channels. Returns what ends it. */
export const watchHttp = (traffic: Traffic): (() => void) => {
  const watches = new WeakMap<ClientRequest, ExchangeWatch>();

  const created: Listener = ({ request }) => {
    if (!(request instanceof ClientRequest) || isRecordedByCaller()) return;
    const url = urlOf(request);
    if (!traffic.wants(request.method, url)) return;
    const body = watchWriting(request);
    const asked = { method: request.method, url, headers: () => headerFields(request.getHeaders()), body };
    watches.set(request, createExchangeWatch(traffic, asked));
  };
  const answered: Listener = ({ request, response }) => {
    if (!(request instanceof ClientRequest) || !(response instanceof IncomingMessage)) return;
    const watch = watches.get(request);
    if (watch !== undefined) watchArriving(response, watch);
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
