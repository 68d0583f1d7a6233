import type { ClientHttp2Stream, Http2Session } from "node:http2";
import { Duplex } from "node:stream";
import { isObject } from "../recordings/json-value.ts";
import { headerFields } from "../recordings/header-fields.ts";
import { createExchangeWatch, type ExchangeWatch, unknownBody } from "./exchange-watch.ts";
import { isRecordedByCaller } from "./recorded-once.ts";
import { listenTo, type Listener, type Traffic } from "./traffic.ts";
import { watchArriving, watchWriting } from "./watch-stream.ts";

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
