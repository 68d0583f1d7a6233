import {
  createExchangeWatch,
  createPassingBody,
  unknownBody,
  type ExchangeWatch,
  type PassingBody,
} from "./exchange-watch.ts";
import { isRecordedByCaller, type Listener, listenTo, quietly, type Traffic } from "./traffic.ts";
import { undiciFields } from "./undici-fields.ts";

/** A request object of any undici version. */
type UndiciRequest = Record<string, unknown>;

const isRequest = (value: unknown): value is UndiciRequest => typeof value === "object" && value !== null;

const urlOf = ({ origin, path }: UndiciRequest): string =>
  typeof path === "string" && /^https?:/.test(path) ? path : `${String(origin)}${String(path)}`;

/** Observes the first argument of a request's method; false if there is no such method. */
const watchCalls = (request: UndiciRequest, name: string, look: (first: unknown) => void): boolean => {
  const own = request[name];
  if (typeof own !== "function") return false;
  request[name] = (...args: unknown[]): unknown => {
    quietly(() => look(args[0]));
    return Reflect.apply(own, request, args);
  };
  return true;
};

interface Watched {
  readonly watch: ExchangeWatch;
  readonly sent: PassingBody;
  isSent: boolean;
  /** Whether body chunks arrive on channels: undici has them since version 7.11. */
  readonly byChannels: boolean;
}

/** Watches fetch and undici with any dispatcher, through undici's channels. Returns the function that stops it. */
export const watchUndici = (traffic: Traffic): (() => void) => {
  const known = new WeakMap<object, Watched>();

  const create: Listener = ({ request }) => {
    if (!isRequest(request) || isRecordedByCaller()) return;
    const [method, url] = [String(request["method"]).toUpperCase(), urlOf(request)];
    if (!traffic.wants(method, url)) return;
    const sent = createPassingBody();
    const hasBody = request["body"] !== null && request["body"] !== undefined;
    const watch = createExchangeWatch(traffic, {
      method,
      url,
      headers: () => undiciFields(request["headers"]),
      body: () => (!hasBody || known.get(request)?.isSent === true ? sent.body() : unknownBody),
    });
    const isCalled = watchCalls(request, "onData", (piece) => watch.data(piece));
    if (isCalled) watchCalls(request, "onBodySent", (piece) => sent.add(piece));
    known.set(request, { watch, sent, isSent: false, byChannels: !isCalled });
  };
  const of = (request: unknown): Watched | undefined => (isRequest(request) ? known.get(request) : undefined);

  return listenTo({
    "undici:request:create": create,
    "undici:request:bodyChunkSent": ({ request, chunk }) => {
      const watched = of(request);
      if (watched?.byChannels === true) watched.sent.add(chunk);
    },
    "undici:request:bodySent": ({ request }) => {
      const watched = of(request);
      if (watched !== undefined) watched.isSent = true;
    },
    "undici:request:headers": ({ request, response }) => {
      if (isRequest(response))
        of(request)?.watch.start(Number(response["statusCode"]), undiciFields(response["headers"]));
    },
    "undici:request:bodyChunkReceived": ({ request, chunk }) => {
      const watched = of(request);
      if (watched?.byChannels === true) watched.watch.data(chunk);
    },
    "undici:request:trailers": ({ request }) => of(request)?.watch.end(),
    "undici:request:error": ({ request }) => of(request)?.watch.error(),
  });
};
