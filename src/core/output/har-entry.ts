import type { Entry, Header, Response } from "har-format";
import type { ExchangeRequest } from "../model/exchange.ts";

type Headers = Readonly<Record<string, string>>;

export const harHeaders = (headers: Headers): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

export const mediaTypeOf = (headers: Headers): string => headers["content-type"] ?? "x-unknown";

/** An exchange as an entry of HAR 1.2; HTTP versions and sizes are unknown. @param time in milliseconds */
export const harEntry = (
  { method, url, headers, authorization }: Omit<ExchangeRequest, "body">,
  text: string | undefined,
  startedAt: Date,
  time: number,
  response: Partial<Response> & { readonly _error?: string },
): Entry => {
  const unknown = { httpVersion: "", cookies: [], headersSize: -1, bodySize: -1 };
  const isShown = authorization !== "none" && authorization !== "unknown";
  return {
    startedDateTime: startedAt.toISOString(),
    time,
    request: {
      ...unknown,
      method,
      url,
      headers: harHeaders(isShown ? { ...headers, authorization } : headers),
      queryString: URL.canParse(url)
        ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
        : [],
      ...(text === undefined ? {} : { postData: { mimeType: mediaTypeOf(headers), text } }),
    },
    response: {
      ...unknown,
      status: 0,
      statusText: "",
      headers: [],
      redirectURL: "",
      content: { size: 0, mimeType: "x-unknown" },
      ...response,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
};
