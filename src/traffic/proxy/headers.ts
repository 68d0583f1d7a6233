import type { IncomingMessage } from "node:http";

/** Headers in their original order: names and values alternate, and each character is one byte. */
export type RawHeaders = readonly string[];

/** Headers for one connection only, besides those that `Connection` lists. */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "upgrade",
]);

/** Headers that `Connection` cannot remove: length, recipient and credential of the message. */
const endToEnd: ReadonlySet<string> = new Set([
  "authorization",
  "content-length",
  "cookie",
  "host",
  "transfer-encoding",
]);

const tokensOf = (value: string): readonly string[] =>
  value.split(",").map((token) => token.trim().toLowerCase());

/** The first value of a header, by its lowercase name. */
export const firstHeaderValue = (raw: RawHeaders, name: string): string | undefined => {
  for (let at = 0; at < raw.length; at += 2) if (raw[at]?.toLowerCase() === name) return raw[at + 1];
  return undefined;
};

const namedByConnection = (raw: RawHeaders): ReadonlySet<string> => {
  const named = new Set<string>();
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.toLowerCase() === "connection")
      for (const token of tokensOf(raw[at + 1] ?? "")) if (!endToEnd.has(token)) named.add(token);
  return named;
};

/** The end-to-end headers, unchanged. `replaced` sets other values. */
const passedOn = (raw: RawHeaders, replaced: Readonly<Record<string, string>> = {}): string[] => {
  const named = namedByConnection(raw);
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    const key = name.toLowerCase();
    if (!hopByHop.has(key) && !named.has(key)) kept.push(name, replaced[key] ?? value);
  }
  return kept;
};

/** The headers of a request to a target. */
export const requestHeaders = (
  { rawHeaders }: Pick<IncomingMessage, "rawHeaders">,
  host: string,
  authorization?: string,
): string[] => {
  const headers = passedOn(rawHeaders, { host });
  if (firstHeaderValue(headers, "host") === undefined) headers.unshift("Host", host);
  if (authorization !== undefined) headers.push("Authorization", authorization);
  // The client accepts trailers, and so does the proxy, which declares that for its own connection.
  if (tokensOf(firstHeaderValue(rawHeaders, "te") ?? "").includes("trailers"))
    headers.push("TE", "trailers", "Connection", "TE");
  return headers;
};

/** How the end of a body is determined. */
export type Framing = "none" | "length" | "chunked" | "close";

const framingOf = (
  raw: RawHeaders,
  status: number,
  { method, httpVersion }: Pick<IncomingMessage, "method" | "httpVersion">,
): Framing => {
  if (method === "HEAD" || status === 204 || status === 304) return "none";
  const coding = firstHeaderValue(raw, "transfer-encoding");
  const isOld = httpVersion === "1.0";
  if (coding !== undefined) return tokensOf(coding).at(-1) === "chunked" && !isOld ? "chunked" : "close";
  if (firstHeaderValue(raw, "content-length") !== undefined) return "length";
  return isOld ? "close" : "chunked";
};

/**
 * The head of an answer to the client. A body that ended with the target's connection is chunked, so that a broken one
 * does not look complete; an HTTP/1.0 client does not understand chunks.
 */
export const answerHead = (
  { rawHeaders, statusCode = 0 }: Pick<IncomingMessage, "rawHeaders" | "statusCode">,
  request: Pick<IncomingMessage, "method" | "httpVersion">,
  keepAlive: boolean,
) => {
  const framing = framingOf(rawHeaders, statusCode, request);
  let headers = passedOn(rawHeaders);
  const isCoded = firstHeaderValue(headers, "transfer-encoding") !== undefined;
  if (framing === "chunked" && !isCoded) headers.push("Transfer-Encoding", "chunked");
  if (isCoded && request.httpVersion === "1.0") headers = without(headers, "transfer-encoding");
  // Without trailers, the list of trailers is useless, and node:http refuses it.
  if (framing !== "chunked") headers = without(headers, "trailer");
  if (!keepAlive || framing === "close") headers.push("Connection", "close");
  else if (request.httpVersion === "1.0") headers.push("Connection", "keep-alive");
  return { headers, framing };
};

const without = (raw: RawHeaders, name: string): string[] =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== name);

/** Alternating names and values as pairs. */
export const pairsOf = (raw: RawHeaders): [name: string, value: string][] => {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return pairs;
};
