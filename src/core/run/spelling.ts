import type { Spelling } from "../model/exchange.ts";
import { isObject, parseJson } from "../model/json-object.ts";
import type { WireRequest } from "../model/transport.ts";

type Rewrite = (request: WireRequest) => WireRequest;

const withHeader =
  (name: string, change: (value: string) => string): Rewrite =>
  (request) => {
    const value = request.headers[name];
    return value === undefined
      ? request
      : { ...request, headers: { ...request.headers, [name]: change(value) } };
  };

const withBody =
  (change: (text: string) => string): Rewrite =>
  (request) =>
    request.body === undefined ? request : { ...request, body: change(request.body) };

const withJson = (write: (value: unknown) => string): Rewrite =>
  withBody((text) => {
    const value = parseJson(text);
    return value === undefined ? text : write(value);
  });

const withQuery =
  (change: (pairs: readonly string[]) => readonly string[]): Rewrite =>
  (request) => {
    const [path = "", query] = request.url.split("?");
    return query === undefined
      ? request
      : { ...request, url: `${path}?${change(query.split("&")).join("&")}` };
  };

/** In lower-case hexadecimal digits. */
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

const firstEncoded = (text: string): string => text.replace(/^[A-Za-z0-9]/, percent);

/** Applies to the last segments of a path, which hold its parameters. */
const withParameters =
  (change: (segment: string) => string): Rewrite =>
  (request) => {
    const [path = "", ...query] = request.url.split("?");
    const segments = path.split("/");
    for (const value of Object.values(request.pathParameters)) {
      const at = segments.lastIndexOf(encodeURIComponent(value));
      if (at >= 0) segments[at] = change(segments[at] ?? "");
    }
    return { ...request, url: [segments.join("/"), ...query].join("?") };
  };

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, turned(inner)]),
  );
};

/** Escapes every character of every string, those beyond 16 bits as a pair; a slash in its short form. */
const escaped = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) => {
    const units = String(parseJson(token)).split("");
    return `"${units.map((unit) => (unit === "/" ? "\\/" : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)).join("")}"`;
  });

const formFields = (form: string): readonly string[] =>
  [...new URLSearchParams(form)].map(([name, value]) => `${percent(name)}=${percent(value)}`);

const spellings: Readonly<Record<Spelling, Rewrite>> = {
  "header-names": (request) => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value]),
    ),
  }),
  "accept-anything": withHeader("accept", () => "*/*"),
  "accept-list": withHeader("accept", () => "Application/JSON, text/plain;q=0.5, */*;q=0.1"),
  charset: withHeader("content-type", (value) => `${value} ; charset=utf-8`),
  "media-type-case": withHeader(
    "content-type",
    (value) => `${value.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())};charset="UTF-8"`,
  ),
  "query-order": withQuery((pairs) => pairs.toReversed()),
  "query-names": withQuery((pairs) => pairs.map(firstEncoded)),
  "query-values": withQuery((pairs) =>
    pairs.map((pair) => pair.replace(/=(.)/, (_, first: string) => `=${firstEncoded(first)}`)),
  ),
  "path-encoding": withParameters(firstEncoded),
  "json-order": withJson((value) => JSON.stringify(turned(value))),
  "json-space": withJson((value) => `\r\n\t${JSON.stringify(value, null, 2)}\n`),
  "json-escapes": withBody(escaped),
  "form-order": withBody((form) => form.split("&").toReversed().join("&")),
  "form-encoding": withBody((form) => formFields(form).join("&")),
};

/** The same request in another spelling, in the order of `how`: header names last, since others look for them. */
export const spelled = (request: WireRequest, how: readonly Spelling[] = []): WireRequest =>
  how
    .toSorted((one, other) => Number(one === "header-names") - Number(other === "header-names"))
    .reduce((written, name) => spellings[name](written), request);
