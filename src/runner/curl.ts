import type { ExchangeRequest } from "../model/exchange.ts";

const safe = /^[\w@%+=:,./?&-]+$/;

/** Quotes a word for a POSIX shell, keeping `$NAMES` of secrets open to expansion. */
const quote = (word: string): string => {
  if (/\$[A-Z][A-Z0-9_]*/.test(word)) return `"${word.replace(/(["\\`])/g, "\\$1")}"`;
  return safe.test(word) && !word.includes("?") && !word.includes("&") ? word : `'${word.replaceAll("'", `'\\''`)}'`;
};

const formFlags = (body: unknown, flag: string): string[] =>
  typeof body === "object" && body !== null
    ? Object.entries(body).flatMap(([name, value]) => [flag, quote(`${name}=${String(value)}`)])
    : [];

const bodyFlags = (request: ExchangeRequest): string[] => {
  const { body } = request;
  if (body === undefined) return [];
  const mediaType = request.headers["content-type"] ?? "";
  if (mediaType.startsWith("multipart/")) return formFlags(body, "-F");
  if (mediaType.startsWith("application/x-www-form-urlencoded")) return formFlags(body, "--data-urlencode");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return ["-H", quote(`Content-Type: ${mediaType}`), "--data-raw", quote(text)];
};

/** One line that repeats a request in a shell; secrets stand in it as `$NAMES`. */
export const curlOf = (request: ExchangeRequest): string =>
  [
    "curl",
    "-i",
    ...(request.method === "GET" ? [] : ["-X", request.method]),
    quote(request.url),
    ...(request.authorization === "none" || request.authorization === "unknown"
      ? []
      : ["-H", quote(`Authorization: ${request.authorization}`)]),
    ...bodyFlags(request),
  ].join(" ");
