import { constants } from "node:buffer";
import { Agent, errors, request as send } from "undici";
import type { FailureOutcome, FailureReason, Outcome } from "../model/exchange.ts";
import type { Transport, WireRequest } from "../model/transport.ts";
import { decodeBody, readAnswerBody } from "./response-body.ts";
import { codeOf } from "../model/error-code.ts";

export interface LiveOptions {
  /** Milliseconds allowed for connecting, for the headers and for the whole exchange. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Bytes that all answers of the run may come to, since all of them are kept until it ends; 48 MiB by default. */
  readonly maxKeptBytes?: number;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
}

const failure = (reason: FailureReason, message: string): FailureOutcome => ({
  kind: "failure",
  reason,
  message,
});

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  // The system's own word for a connection that nobody took; undici has another one.
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const malformedCodes = new Set([
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_HEADERS_OVERFLOW",
  // What undici's parser takes for impossible, such as a status of 000.
  "ERR_ASSERTION",
]);

const causes = function* (error: unknown): Generator<unknown> {
  yield error;
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner);
  else if (error instanceof Error && error.cause !== undefined) yield* causes(error.cause);
};

/** Names the reason by the error's code; the error's own text may hold addresses and is not passed on. */
const classify = (error: unknown, timedOut: boolean, options: LiveOptions): FailureOutcome => {
  const all = [...causes(error)];
  const codes = all.map(codeOf).filter((one) => one !== "");
  const code = codes.find((one) => unreachableCodes.has(one)) ?? codes.at(0) ?? "";
  if (unreachableCodes.has(code)) return failure("unreachable", `the address cannot be reached (${code})`);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code))
    return failure("unreachable", `no trusted connection can be made (${code})`);
  if (code === "UND_ERR_INVALID_ARG")
    return failure("not-sent", "the request holds what no header or address may hold");
  if (timedOut || /TIMEOUT|ABORT_ERR/.test(code))
    return failure("timeout", `no answer within ${options.timeoutMs} ms`);
  if (all.some((one) => one instanceof errors.HTTPParserError) || malformedCodes.has(code))
    return failure("malformed-response", "the answer is not well-formed HTTP");
  return failure("reset", `the connection broke (${code === "" ? "no code" : code})`);
};

const headersOf = (raw: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw))
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  return headers;
};

const compressions = new Set(["gzip", "x-gzip", "compress", "deflate", "br", "zstd"]);

/** How a body is compressed, although nothing was asked for and nothing is undone; undefined when it is not. */
const compressionOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers["content-encoding"]
    ?.toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .find((coding) => compressions.has(coding));

/**
 * The bytes of a body, or undefined beyond `limit`. Several chunks are laid one after the other into memory that
 * grows where it is: several of the largest bodies are read at once, and none may stand there twice.
 */
const readAtMost = async (
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> => {
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

/** Gives the memory of a large body back at once, where the collector would let several of them gather. */
const release = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
};

const mebibyte = 1_048_576;

/** What a value of JSON takes in memory besides its text. */
const bytesPerValue = 48;

/** Counts what the answers of a run come to, and says when that is too much to be kept. */
const createLarder = (limit: number): ((bytes: number) => FailureOutcome | undefined) => {
  let kept = 0;
  return (bytes) => {
    kept += bytes;
    if (kept <= limit) return undefined;
    const size = `${Math.round(limit / mebibyte)} MiB`;
    return {
      ...failure("body-too-large", `the answers of this run come to more than ${size}`),
      stop: "budget",
    };
  };
};

/**
 * The network, through undici: no redirect is followed, nothing is decompressed, and every exchange ends
 * within `timeoutMs` and `maxBodyBytes`, whatever the server does.
 */
export const liveTransport = (options: LiveOptions): Transport & { close(): Promise<void> } => {
  const agent = new Agent({
    connect: { timeout: options.timeoutMs },
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  });
  const keep = createLarder(options.maxKeptBytes ?? 48 * mebibyte);
  // No text is longer, and nobody could set aside as much memory as may be allowed.
  const largest = Math.min(options.maxBodyBytes, constants.MAX_STRING_LENGTH);

  const exchange = async (request: WireRequest, signal: AbortSignal): Promise<Outcome> => {
    const startedAt = options.monotonic();
    const response = await send(request.url, {
      method: request.method,
      headers: { ...request.headers, "accept-encoding": "identity" },
      body: request.body ?? null,
      dispatcher: agent,
      signal,
    });
    const headers = headersOf(response.headers);
    const bytes = await readAtMost(response.body, largest);
    if (bytes === undefined) {
      response.body.destroy();
      return failure("body-too-large", `the body is larger than ${largest} bytes`);
    }
    const compression = bytes.byteLength === 0 ? undefined : compressionOf(headers);
    if (compression !== undefined)
      return failure(
        "malformed-response",
        `the body is compressed (${compression}), which was not asked for`,
      );
    const decoded = decodeBody(bytes);
    release(bytes);
    const found = readAnswerBody(decoded, headers["content-type"]);
    if (found.kind === "failure") return found;
    const excess = keep(decoded.size + found.values * bytesPerValue);
    if (excess !== undefined) return excess;
    return {
      kind: "response",
      status: response.statusCode,
      headers,
      body: found.body,
      elapsedMs: options.monotonic() - startedAt,
    };
  };

  const transport = async (request: WireRequest, signal?: AbortSignal): Promise<Outcome> => {
    const deadline = AbortSignal.timeout(options.timeoutMs);
    const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    try {
      return await exchange(request, either);
    } catch (error) {
      return classify(error, deadline.aborted, options);
    }
  };
  let closing: Promise<void> | undefined;
  return Object.assign(transport, { close: () => (closing ??= agent.close()) });
};
