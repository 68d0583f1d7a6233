import { ClientRequest, IncomingMessage } from "node:http";
import { headerFields } from "../recordings/header-fields.ts";
import { createExchangeWatch, unknownBody, type ExchangeWatch } from "./exchange-watch.ts";
import { isRecordedByCaller } from "./recorded-once.ts";
import { listenTo, type Listener, type Traffic } from "./traffic.ts";
import { watchArriving, watchWriting } from "./watch-stream.ts";

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
