import type { Dispatcher } from "undici";
import { headerFields } from "../recordings/header-fields.ts";
import type { RecordedBody } from "../recordings/recorded.ts";
import type { Recorder } from "./recorder.ts";

/** An interceptor for `dispatcher.compose`. */
export type RecordingInterceptor = Dispatcher.DispatcherComposeInterceptor &
  Pick<Recorder, "counts" | "flush">;

const longestBody = 10 * 1024 * 1024;

const unknown: RecordedBody = { kind: "unknown" };

const requestBody = (body: unknown): RecordedBody => {
  if (body === undefined || body === null || body === "") return { kind: "empty" };
  if (typeof body === "string") return { kind: "text", text: body };
  return body instanceof Uint8Array ? { kind: "bytes", bytes: body.slice() } : unknown;
};

/** Headers as undici takes and gives them: an object, or a list of names and values in turn. */
const fieldsOf = (headers: unknown): Readonly<Record<string, string>> => {
  if (!Array.isArray(headers) || Array.isArray(headers[0]))
    return headerFields(isIterable(headers) ? [...headers] : headers);
  const texts = headers.map(String);
  const pairs = texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? ""]] : []));
  return headerFields(pairs);
};

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

const urlOf = ({ origin, path, query }: Dispatcher.DispatchOptions): string => {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${String(origin ?? "")}${path}${search === "" ? "" : `?${search}`}`;
};

/** Watches one answer arrive, by whichever names undici calls its handler. */
interface Watch {
  readonly start: (status: number, headers: unknown) => void;
  readonly data: (chunk: unknown) => void;
  readonly end: () => void;
  readonly error: () => void;
}

type Tap = (watch: Watch, args: readonly unknown[]) => void;

/** The events of a handler, of the current kind of handler and of the one before it. */
const taps: Readonly<Record<string, Tap>> = {
  onResponseStart: (watch, [, status, headers]) => watch.start(Number(status), headers),
  onResponseData: (watch, [, chunk]) => watch.data(chunk),
  onResponseEnd: (watch) => watch.end(),
  onResponseError: (watch) => watch.error(),
  onHeaders: (watch, [status, headers]) => watch.start(Number(status), headers),
  onData: (watch, [chunk]) => watch.data(chunk),
  onComplete: (watch) => watch.end(),
  onError: (watch) => watch.error(),
};

const createWatch = (recorder: Recorder, options: Dispatcher.DispatchOptions): Watch => {
  const asked = {
    method: options.method.toUpperCase(),
    url: urlOf(options),
    headers: fieldsOf(options.headers),
    body: requestBody(options.body),
  };
  const startedAt = performance.now();
  const parts: Uint8Array[] = [];
  let size = 0;
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let isOver = false;

  const body = (): RecordedBody =>
    size > longestBody
      ? unknown
      : size === 0
        ? { kind: "empty" }
        : { kind: "bytes", bytes: Buffer.concat(parts) };

  const finish = (failure: string | undefined): void => {
    if (isOver) return;
    isOver = true;
    const elapsedMs = performance.now() - startedAt;
    const got = answer;
    if (got === undefined)
      return recorder.record({ ...asked, failure: failure ?? "reset", response: () => undefined });
    // An answer that broke off has begun as one: its head counts.
    const read = failure === undefined ? body() : unknown;
    recorder.record({ ...asked, response: () => ({ ...got, body: read, elapsedMs }) });
  };

  return {
    start(status, headers) {
      if (status >= 200) answer = { status, headers: fieldsOf(headers) };
    },
    data(chunk) {
      if (!(chunk instanceof Uint8Array)) return;
      size += chunk.length;
      if (size > longestBody) parts.length = 0;
      else parts.push(Uint8Array.from(chunk));
    },
    end: () => finish(undefined),
    error: () => finish("reset"),
  };
};

/** The handler itself, with somebody listening: undici of any version finds what it looks for in it. */
const tapped = (handler: Dispatcher.DispatchHandler, watch: Watch): Dispatcher.DispatchHandler =>
  new Proxy(handler, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const tap = typeof name === "string" && Object.hasOwn(taps, name) ? taps[name] : undefined;
      return (...args: unknown[]): unknown => {
        try {
          tap?.(watch, args);
        } catch {
          // Recording never gets in the way of the call.
        }
        return Reflect.apply(member, target, args);
      };
    },
  });

/** An interceptor that lets a recorder see what it wants; the handler sees the answer as it comes. */
export const interceptorOf = (recorder: Recorder): RecordingInterceptor => {
  const watchOf = (asked: Dispatcher.DispatchOptions): Watch | undefined => {
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
    return dispatch(asked, watch === undefined ? handler : tapped(handler, watch));
  };
  return Object.assign(interceptor, {
    counts: () => recorder.counts(),
    flush: () => recorder.flush(),
  });
};
