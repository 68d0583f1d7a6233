import type { ExchangeRequest } from "../model/exchange.ts";

const safe = /^[\w@%+=:,./-]+$/;

const quote = (word: string): string => (safe.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** Quotes a word that ends in a secret's `$NAME` (or `${NAME}suffix`); the shell expands only that name. */
const quoteOpen = (word: string): string => {
  const [, before, name] = /^(.*?)(\$[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\}[\w ,.=]*)$/s.exec(word) ?? [];
  return before === undefined || name === undefined
    ? quote(word)
    : `"${before.replace(/["\\`$]/g, "\\$&")}${name}"`;
};

/** Quotes a word in which the shell expands every `$NAME`. */
const quoteNames = (word: string): string => `"${word.replace(/["\\`]|\$(?![A-Za-z_])/g, "\\$&")}"`;

/** A value that is only a `$NAME` stands for a secret. */
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
  // Unlike -F, it does not read a file if a value starts with @.
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

/** Headers that curl sends by itself, or that belong to the body. */
const standard: ReadonlySet<string> = new Set(["accept", "content-type"]);

/** Repeats a request in a shell. @param options.namesInUrl whether every `$NAME` in the address is a variable */
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
