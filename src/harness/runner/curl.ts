import type { ExchangeRequest } from "../model/exchange.ts";

const safe = /^[\w@%+=:,./-]+$/;

/** Quotes a word for a POSIX shell, so that it stays exactly what it is. */
const quote = (word: string): string => (safe.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Quotes a word that ends in the `$NAME` (or `${NAME}suffix`) of a secret, which alone is left open to the shell. */
const quoteOpen = (word: string): string => {
  const [, before, name] = /^(.*?)(\$[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\}[\w ,.=]*)$/s.exec(word) ?? [];
  return before === undefined || name === undefined
    ? quote(word)
    : `"${before.replace(/["\\`$]/g, "\\$&")}${name}"`;
};

/** The same for a word in which every name of that form is one of a secret. */
const quoteNames = (word: string): string => `"${word.replace(/["\\`]|\$(?![A-Za-z_])/g, "\\$&")}"`;

/** A value that is nothing but a name stands for a secret. */
const secretName = /^\$[A-Za-z_]\w*$/;

const formFlags = (body: unknown, flag: string): string[] =>
  typeof body === "object" && body !== null
    ? Object.entries(body).flatMap(([name, value]) => {
        const word = `${name}=${String(value)}`;
        return [flag, secretName.test(String(value)) ? quoteOpen(word) : quote(word)];
      })
    : [];

const formType = "application/x-www-form-urlencoded";

const bodyFlags = (request: ExchangeRequest): string[] => {
  const { body } = request;
  if (body === undefined) return [];
  const mediaType = request.headers["content-type"] ?? "";
  // Unlike -F, it reads no file where a value starts with @.
  if (mediaType.startsWith("multipart/")) return formFlags(body, "--form-string");
  if (/^application\/x-www-form-urlencoded/i.test(mediaType))
    return [
      ...(mediaType === formType ? [] : ["-H", quote(`Content-Type: ${mediaType}`)]),
      ...formFlags(body, "--data-urlencode"),
    ];
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return ["-H", quote(`Content-Type: ${mediaType}`), "--data-raw", quote(text)];
};

/** Everything else in a query is encoded. */
const hasCredential = /\?[^?]*=[^&]*\$[A-Za-z_]\w*$/;

/** Headers that curl sends by itself, or that go with the body. */
const standard: ReadonlySet<string> = new Set(["accept", "content-type"]);

/**
 * One line that repeats a request in a shell; secrets are in it as `$NAMES`.
 * @param options.namesInUrl whether every `$NAME` in the address is a variable, too
 */
export const curlOf = (request: ExchangeRequest, { namesInUrl = false } = {}): string =>
  [
    "curl",
    "-i",
    ...(request.method === "GET" ? [] : ["-X", request.method]),
    (namesInUrl && request.url.includes("$")) || hasCredential.test(request.url)
      ? quoteNames(request.url)
      : quote(request.url),
    ...Object.entries(request.headers).flatMap(([name, value]) =>
      standard.has(name) ? [] : ["-H", quoteNames(`${name}: ${value}`)],
    ),
    ...(request.authorization === "none" || request.authorization === "unknown"
      ? []
      : ["-H", quoteOpen(`Authorization: ${request.authorization}`)]),
    ...bodyFlags(request),
  ].join(" ");
