import { own } from "../../core/model/json-object.ts";
import type { Dispatcher } from "undici";
import { createExchangeWatch, type ExchangeWatch, givenBody } from "./exchange-watch.ts";
import { recordedByCaller } from "./traffic.ts";
import type { Recorder } from "./recorder.ts";
import { undiciFields } from "./undici-fields.ts";

/** An interceptor for `dispatcher.compose`. */
export type RecordingInterceptor = Dispatcher.DispatcherComposeInterceptor &
  Pick<Recorder, "counts" | "flush">;

const urlOf = ({ origin, path, query }: Dispatcher.DispatchOptions): string => {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${String(origin ?? "")}${path}${search === "" ? "" : `?${search}`}`;
};

type Tap = (watch: ExchangeWatch, args: readonly unknown[]) => void;

/** Handler events, of undici's current handler interface and the previous one. */
const taps: Readonly<Record<string, Tap>> = {
  onResponseStart: (watch, [, status, headers]) => watch.start(Number(status), undiciFields(headers)),
  onResponseData: (watch, [, chunk]) => watch.data(chunk),
  onResponseEnd: (watch) => watch.end(),
  onResponseError: (watch) => watch.error(),
  onHeaders: (watch, [status, headers]) => watch.start(Number(status), undiciFields(headers)),
  onData: (watch, [chunk]) => watch.data(chunk),
  onComplete: (watch) => watch.end(),
  onError: (watch) => watch.error(),
};

const createWatch = (recorder: Recorder, options: Dispatcher.DispatchOptions): ExchangeWatch => {
  const body = givenBody(options.body);
  const headers = undiciFields(options.headers);
  return createExchangeWatch(recorder, {
    method: options.method.toUpperCase(),
    url: urlOf(options),
    headers: () => headers,
    body: () => body,
  });
};

/** The handler itself, observed by a proxy: undici of any version finds the members it looks for. */
const tapped = (handler: Dispatcher.DispatchHandler, watch: ExchangeWatch): Dispatcher.DispatchHandler =>
  new Proxy(handler, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const tap = typeof name === "string" ? own(taps, name) : undefined;
      return (...args: unknown[]): unknown => {
        try {
          tap?.(watch, args);
        } catch {
          // Recording never disturbs the call.
        }
        return Reflect.apply(member, target, args);
      };
    },
  });

/** An interceptor that lets a recorder see what it wants; the handler sees the answer unchanged. */
export const interceptorOf = (recorder: Recorder): RecordingInterceptor => {
  const watchOf = (asked: Dispatcher.DispatchOptions): ExchangeWatch | undefined => {
    try {
      return recorder.wants(asked.method.toUpperCase(), urlOf(asked))
        ? createWatch(recorder, asked)
        : undefined;
    } catch {
      return undefined;
    }
  };
  const interceptor: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (asked, handler) => {
    const watch = watchOf(asked);
    if (watch === undefined) return dispatch(asked, handler);
    return recordedByCaller(() => dispatch(asked, tapped(handler, watch)));
  };
  return Object.assign(interceptor, {
    counts: () => recorder.counts(),
    flush: () => recorder.flush(),
  });
};
