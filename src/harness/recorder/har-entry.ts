import type { Entry, Header, Response } from "har-format";
import type { Body, Exchange, ExchangeRequest } from "../model/exchange.ts";

type Headers = Readonly<Record<string, string>>;

/** Undone already, or true of the bytes that were masked. */
const ofOtherBytes: ReadonlySet<string> = new Set(["content-encoding", "content-length"]);

const headersOf = (headers: Headers): Header[] =>
  Object.entries(headers).flatMap(([name, value]) => (ofOtherBytes.has(name) ? [] : { name, value }));

const mediaTypeOf = (headers: Headers): string => headers["content-type"] ?? "x-unknown";

const sizesUnknown = { headersSize: -1, bodySize: -1 };

const formOf = (fields: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(fields)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const postedOf = ({ headers, body }: ExchangeRequest): Partial<Entry["request"]> => {
  if (body === undefined) return {};
  const mimeType = mediaTypeOf(headers);
  const isForm = mimeType.startsWith("application/x-www-form-urlencoded");
  const text = typeof body === "string" ? body : isForm ? formOf(body) : JSON.stringify(body);
  return { postData: { mimeType, text } };
};

const textOf = (body: Body): string | undefined => {
  if (body.kind === "json") return JSON.stringify(body.value);
  return body.kind === "text" ? body.text : undefined;
};

/** Browsers write down like this why there is no answer. */
type AnyResponse = Response & { readonly _error?: string };

const responseOf = ({ outcome }: Exchange): AnyResponse => {
  const usual = { httpVersion: "", statusText: "", cookies: [], redirectURL: "", ...sizesUnknown };
  if (outcome.kind === "failure")
    return {
      ...usual,
      status: 0,
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      _error: outcome.reason,
    };
  const { status, headers, body } = outcome;
  const text = textOf(body);
  const size = body.kind === "empty" ? 0 : -1;
  const content = { size, mimeType: mediaTypeOf(headers), ...(text === undefined ? {} : { text }) };
  return { ...usual, status, headers: headersOf(headers), content, bodySize: size };
};

/** A masked exchange as an entry of HAR 1.2. */
export const harEntryOf = (exchange: Exchange, startedAt: Date): Entry => {
  const { request, outcome } = exchange;
  const time = outcome.kind === "response" ? Math.max(0, outcome.elapsedMs) : 0;
  const { authorization } = request;
  const isKnown = authorization !== "none" && authorization !== "unknown";
  return {
    startedDateTime: startedAt.toISOString(),
    time,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "",
      cookies: [],
      headers: [
        ...headersOf(request.headers),
        ...(isKnown ? [{ name: "authorization", value: authorization }] : []),
      ],
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      ...sizesUnknown,
      ...postedOf(request),
    },
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
};
