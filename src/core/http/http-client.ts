import type { Method } from "../model/operation.ts";
import { constants } from "node:buffer";
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector, DecoratorHandler, type Dispatcher, errors, request as send } from "undici";
import type { Body, FailureOutcome } from "../model/exchange.ts";
import type { FinalOutcome, AsSent } from "../model/transport.ts";
import { decodeBody, failure, readAnswerBody, type ReadBody as ReadBodyText } from "./response-body.ts";
import { codeOf } from "../model/error-code.ts";
import { isLoopback, isLoopbackAddress } from "../model/https-address.ts";
import type { FindProxy, ForwardProxy } from "../model/proxy.ts";
import { createTunnels, isOfTls, ProxyFailure, tooSlow } from "./tunnel.ts";

export interface HttpLimits {
  /** Limit for connecting, for the headers and for the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Limit for all answers together, in bytes of memory: their text, plus 48 per value; default 48 MiB. */
  readonly maxKeptBytes?: number;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  /** Name resolution; the system's by default. */
  readonly lookup?: LookupFunction;
  /** The proxy for an address; default: none. */
  readonly proxyFor?: FindProxy;
}

export interface HttpRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Replaces `body` if the body is no text. */
  readonly bytes?: Uint8Array;
  /** Whether only the status is wanted; the body is then `unknown` and not waited for. */
  readonly statusOnly?: true;
  /** Whether nobody keeps the answer: it does not count against the limit of all answers together. */
  readonly isDropped?: true;
  /** Whether the answer is wanted as it was sent, too. */
  readonly asSent?: true;
}

/** Returns one outcome for one request. Never throws because of a server. */
export interface HttpClient {
  (request: HttpRequest, signal?: AbortSignal): Promise<FinalOutcome>;
  close(): Promise<void>;
}

const malformedCodes = new Set([
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_HEADERS_OVERFLOW",
  // For answers that undici's parser considers impossible, such as a status of 000.
  "ERR_ASSERTION",
]);

const causes = function* (error: unknown): Generator<unknown> {
  yield error;
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner);
  else if (error instanceof Error && error.cause !== undefined) yield* causes(error.cause);
};

interface Progress {
  /** Whether it got a connection: before that, no bytes can have been sent. */
  isStarted: boolean;
  /** Whether its answer has begun. */
  isAnswered: boolean;
}

/** Sends through a dispatcher and notes when a request starts; skips interim answers, such as 103 (RFC 9110, 15.2). */
const noting =
  (progress: Progress): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const whole: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
    const start = whole.onRequestStart?.bind(whole);
    whole.onRequestStart = (...begun) => {
      progress.isStarted = true;
      start?.(...begun);
    };
    const respond = whole.onResponseStart?.bind(whole);
    whole.onResponseStart = (controller, status, ...rest) => {
      if (status >= 200) respond?.(controller, status, ...rest);
    };
    return dispatch(options, whole);
  };

const unreachable = (
  codes: readonly string[],
  isLate: boolean,
  timeoutMs: number,
  proxy: ForwardProxy | undefined,
): FailureOutcome => {
  const [code = "no code"] = codes;
  if (isOfTls(code)) return failure("unreachable", `no trusted connection can be made (${code})`);
  const isSlow = isLate || /^UND_ERR.*TIMEOUT/.test(code);
  if (isSlow && proxy !== undefined) return failure("unreachable", tooSlow(proxy, timeoutMs));
  const by = proxy === undefined ? "" : ` through the proxy in ${proxy.variable}`;
  const why = isSlow ? `no connection within ${timeoutMs} ms` : code;
  return failure("unreachable", `the address cannot be reached${by} (${why})`);
};

/** Names the reason by the error's code; the error's text may hold addresses and is not passed on. */
const classify = (
  error: unknown,
  { isStarted, isAnswered }: Progress,
  end: { readonly isLate: boolean; readonly isGivenUp: boolean; readonly proxy: ForwardProxy | undefined },
  options: HttpLimits,
): FailureOutcome => {
  const all = [...causes(error)];
  const ofProxy = all.find((one) => one instanceof ProxyFailure);
  if (ofProxy !== undefined) return failure("unreachable", ofProxy.message);
  const codes = all.map(codeOf).filter((one) => one !== "");
  const [code = ""] = codes;
  if (codes.includes(elsewhere)) return { ...plainHttp };
  if (code === "UND_ERR_INVALID_ARG")
    return failure("not-sent", "the request has invalid characters in a header or its address");
  if (!isStarted && !end.isGivenUp) return unreachable(codes, end.isLate, options.timeoutMs, end.proxy);
  if (end.isLate || /TIMEOUT|ABORT_ERR/.test(code))
    return failure("timeout", `it took longer than ${options.timeoutMs} ms`);
  if (all.some((one) => one instanceof errors.HTTPParserError) || malformedCodes.has(code))
    return failure("malformed-response", "the answer is not well-formed HTTP");
  const broken = failure("reset", `the connection broke (${code === "" ? "no code" : code})`);
  return isAnswered ? { ...broken, isPartial: true } : broken;
};

/** Error code for a name that resolves to another machine where only this one is allowed. */
const elsewhere = "TRIPACT_NOT_LOOPBACK";

/** Resolves a name to addresses of this machine only. */
const toLoopback =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === "string" ? [{ address, family: family ?? 4 }] : address;
      const own = (error === null ? found : []).filter((one) => isLoopbackAddress(one.address));
      const [first] = own;
      const refusal = Object.assign(new Error("the name resolves to another machine"), { code: elsewhere });
      if (first === undefined) callback(error ?? refusal, "");
      else if (options.all === true) callback(null, own);
      else callback(null, first.address, first.family);
    });

/**
 * Connects with TLS to any host, through its proxy if it has one, and without TLS to this machine only, whatever names
 * resolve to.
 */
const createConnections = ({ timeoutMs, lookup = systemLookup, proxyFor = () => undefined }: HttpLimits) => {
  const secure = buildConnector({ timeout: timeoutMs, lookup });
  const plain = buildConnector({ timeout: timeoutMs, lookup: toLoopback(lookup) });
  const tunnels = createTunnels({ timeoutMs, toProxy: secure, secure });
  const connect: buildConnector.connector = (options, callback) => {
    if (options.protocol !== "https:") return plain(options, callback);
    const proxy = proxyFor(`https://${options.host ?? options.hostname}`);
    if (proxy === undefined) return secure(options, callback);
    return void tunnels.connect(proxy, options, callback);
  };
  return { connect, close: tunnels.close };
};

const isAllowed = (url: string): boolean => {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === "https:" || isLoopback(hostname ?? "");
};

const plainHttp = failure("not-sent", "plain http is only for addresses of this machine");

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Names and values, each line of its own. */
const linesOf = (raw: RawHeaders): AsSent["headers"] =>
  Object.entries(raw).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one] as const));

const headersOf = (raw: RawHeaders): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw))
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  return headers;
};

const compressions = new Set(["gzip", "x-gzip", "compress", "deflate", "br", "zstd"]);

/** The compression of a body, which is not undone; undefined if there is none. */
const compressionOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers["content-encoding"]
    ?.toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .find((coding) => compressions.has(coding));

/** Undefined beyond `limit`. Grows one buffer: several large bodies are read at once, none in memory twice. */
const readAtMost = async (body: AsyncIterable<Uint8Array>, limit: number) => {
  let first: Uint8Array | undefined;
  let room: ArrayBuffer | undefined;
  let size = 0;
  const add = (chunk: Uint8Array, into: ArrayBuffer): void => {
    into.resize(size + chunk.byteLength);
    new Uint8Array(into, size).set(chunk);
    size += chunk.byteLength;
  };
  for await (const chunk of body) {
    if (size + (first?.byteLength ?? 0) + chunk.byteLength > limit) return undefined;
    if (first === undefined && room === undefined) {
      first = chunk;
      continue;
    }
    room ??= new ArrayBuffer(0, { maxByteLength: limit });
    if (first !== undefined) add(first, room);
    first = undefined;
    add(chunk, room);
  }
  return room === undefined ? (first ?? new Uint8Array(0)) : new Uint8Array(room, 0, size);
};

/** Frees the memory of a large body at once; the garbage collector would let several accumulate. */
const release = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
};

const mebibyte = 1_048_576;

/** Bytes of answers after which what earlier ones left behind is collected. */
const mostGarbage = 8 * mebibyte;

/**
 * Has the garbage of large texts collected, if this program exposes the collector (the command line does): V8 would let
 * it grow to as much as all that is kept.
 */
const createCollector = (): ((bytes: number) => void) => {
  let garbage = 0;
  return (bytes) => {
    garbage += bytes;
    if (garbage < mostGarbage) return;
    garbage = 0;
    globalThis.gc?.();
  };
};

/** Memory of a JSON value in addition to its text. */
const bytesPerValue = 48;

/** Counts the memory of a run's answers and refuses what exceeds the limit. */
const limitMemory = (limit: number): ((bytes: number) => FailureOutcome | undefined) => {
  let kept = 0;
  return (bytes) => {
    kept += bytes;
    if (kept <= limit) return undefined;
    const size = `${Math.round(limit / mebibyte)} MiB`;
    return {
      ...failure("body-too-large", `the answers of this run take more than ${size}`),
      stop: "budget",
    };
  };
};

/** Texts of at least this length, and as many of them, are known again. */
const longText = 4096;
const mostTexts = 32;

/** Keeps once what a server sends again and again, such as its page for whatever is not there. */
const createTexts = (): ((body: Body) => Body | undefined) => {
  const known = new Map<string, Body>();
  return (body) => {
    if (body.kind !== "text" || body.text.length < longText) return undefined;
    const same = known.get(body.text);
    if (same === undefined && known.size < mostTexts) known.set(body.text, body);
    return same;
  };
};

interface WholeBody {
  readonly kind: "body";
  readonly body: Body;
  /** If the request wants them. */
  readonly bytes?: Uint8Array;
}

/** A compressed body. */
const notRead: ReadBodyText = { kind: "read", body: { kind: "unknown" }, values: 1, widened: 0 };

type ReadBody = (
  response: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  request: HttpRequest,
) => Promise<WholeBody | FailureOutcome>;

/** Reads the bodies of a run's answers within the limits for each and for all. */
const createBodyReader = ({ maxBodyBytes, maxKeptBytes = 48 * mebibyte }: HttpLimits): ReadBody => {
  const keep = limitMemory(maxKeptBytes);
  const collect = createCollector();
  const knownText = createTexts();
  // No string can be longer, and a buffer of the allowed size may be impossible.
  const largest = Math.min(maxBodyBytes, constants.MAX_STRING_LENGTH);
  return async (response, headers, { headers: sent, isDropped = false, asSent = false }) => {
    const bytes = await readAtMost(response.body, largest);
    if (bytes === undefined) {
      response.body.destroy();
      return failure("body-too-large", `the body is larger than ${largest} bytes`);
    }
    const compression = bytes.byteLength === 0 ? undefined : compressionOf(headers);
    if (compression !== undefined && sent["accept-encoding"] === undefined)
      return failure(
        "malformed-response",
        `the body is compressed (${compression}), which was not requested`,
      );
    const { byteLength } = bytes;
    collect(byteLength);
    const found =
      compression === undefined ? readAnswerBody(decodeBody(bytes), headers["content-type"]) : notRead;
    if (!asSent) release(bytes);
    if (found.kind === "failure") return found;
    const known = knownText(found.body);
    const whole: WholeBody = { kind: "body", body: known ?? found.body, ...(asSent ? { bytes } : {}) };
    const added = known === undefined || asSent ? byteLength + found.widened : 0;
    return isDropped ? whole : (keep(added + found.values * bytesPerValue) ?? whole);
  };
};

/**
 * Network access through undici, for every connection of this program: follows no redirect, decompresses nothing, uses
 * plain http only on this machine, and ends every exchange within `timeoutMs` and `maxBodyBytes`, whatever the server
 * does.
 */
export const createHttpClient = (options: HttpLimits): HttpClient => {
  const bodyOf = createBodyReader(options);
  const connections = createConnections(options);
  const agent = new Agent({
    connect: connections.connect,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  });

  const exchange = async (
    request: HttpRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<FinalOutcome> => {
    const startedAt = options.monotonic();
    const response = await send(request.url, {
      method: request.method,
      headers: { "accept-encoding": "identity", ...request.headers },
      body: request.bytes ?? request.body ?? null,
      dispatcher: agent.compose(noting(progress)),
      signal,
    });
    progress.isAnswered = true;
    const headers = headersOf(response.headers);
    const statusOnly = request.statusOnly === true;
    const whole: WholeBody | FailureOutcome = statusOnly
      ? { kind: "body", body: { kind: "unknown" } }
      : await bodyOf(response, headers, request);
    if (statusOnly) response.body.on("error", () => undefined).destroy();
    if (whole.kind === "failure") return whole;
    const { body, bytes } = whole;
    return {
      kind: "response",
      status: response.statusCode,
      headers,
      body,
      elapsedMs: options.monotonic() - startedAt,
      ...(bytes === undefined ? {} : { asSent: { headers: linesOf(response.headers), body: bytes } }),
    };
  };

  const client = async (request: HttpRequest, signal?: AbortSignal): Promise<FinalOutcome> => {
    if (!isAllowed(request.url)) return { ...plainHttp };
    const deadline = AbortSignal.timeout(options.timeoutMs);
    const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    const progress = { isStarted: false, isAnswered: false };
    try {
      return await exchange(request, progress, either);
    } catch (error) {
      return classify(
        error,
        progress,
        {
          isLate: deadline.aborted,
          isGivenUp: signal?.aborted === true,
          proxy: options.proxyFor?.(request.url),
        },
        options,
      );
    }
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    connections.close();
    return agent.close();
  };
  return Object.assign(client, { close: () => (closing ??= close()) });
};
