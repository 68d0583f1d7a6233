import type { Call, CallBody } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { ApiMedia, ApiOperation, ApiParameter } from "../../documents/document.ts";
import { bodyContent, type Input, isJsonType, inputKey } from "./input.ts";
import type { SchemaReading } from "./schema-view.ts";

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

const separators: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "|" };

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const pairsOf = (value: object): readonly string[] =>
  Object.entries(value).flatMap(([name, inner]) => [name, textOf(inner)]);

/** One parameter in the query, by its style (OpenAPI 3.1, section 4.8.12). */
const queryOf = ({ name, style, explode, content }: ApiParameter, value: unknown): readonly string[] => {
  const own = encoded(name);
  if (content !== undefined) return [`${own}=${encoded(JSON.stringify(value))}`];
  if (Array.isArray(value)) {
    const items = value.map((item) => encoded(textOf(item)));
    if (items.length === 0) return [];
    return explode && style === "form"
      ? items.map((item) => `${own}=${item}`)
      : [`${own}=${items.join(separators[style] ?? ",")}`];
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (style === "deepObject")
      return entries.map(([key, inner]) => `${encoded(`${name}[${key}]`)}=${encoded(textOf(inner))}`);
    return explode
      ? entries.map(([key, inner]) => `${encoded(key)}=${encoded(textOf(inner))}`)
      : [`${own}=${pairsOf(value).map(encoded).join(",")}`];
  }
  return [`${own}=${encoded(textOf(value))}`];
};

/** A parameter in a path, a header or a cookie, as one text. */
export const simpleText = (
  { name, style, explode, content }: Pick<ApiParameter, "name" | "style" | "explode" | "content">,
  value: unknown,
): string => {
  if (content !== undefined) return JSON.stringify(value);
  const join = (parts: readonly string[], separator = ","): string => parts.join(separator);
  const parts = Array.isArray(value)
    ? value.map(textOf)
    : isObject(value)
      ? explode
        ? Object.entries(value).map(([key, inner]) => `${key}=${textOf(inner)}`)
        : pairsOf(value)
      : [textOf(value)];
  if (style === "label") return `.${join(parts, explode ? "." : ",")}`;
  if (style === "matrix")
    return explode && Array.isArray(value)
      ? parts.map((part) => `;${name}=${part}`).join("")
      : `;${name}=${join(parts)}`;
  return join(parts);
};

/** Whether a request can carry a value: a header holds no control characters, and no space at its ends. */
export const canCarry = (parameter: ApiParameter, value: unknown): boolean =>
  parameter.in !== "header" || /^[!-~](?:[\t -~]*[!-~])?$/.test(simpleText(parameter, value));

const boundary = "tripact-form-boundary";

const isBinary = (media: ApiMedia | undefined, name: string, reading: SchemaReading): boolean => {
  const property = reading.view(media?.schema).properties[name];
  const { format, contentMediaType } = reading.view(property).keywords;
  return format === "binary" || contentMediaType !== undefined;
};

const partsOf = (value: unknown): readonly (readonly [name: string, value: unknown])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) =>
        Array.isArray(inner) ? inner.map((item: unknown) => [name, item] as const) : [[name, inner] as const],
      )
    : [];

const multipart = (value: unknown, media: ApiMedia | undefined, reading: SchemaReading): string => {
  const parts = partsOf(value).map(([name, inner]) => {
    const type = media?.encoding.get(name)?.contentType;
    const isFile = isBinary(media, name, reading);
    const head = [
      `Content-Disposition: form-data; name="${name}"${isFile ? '; filename="tripact.txt"' : ""}`,
      ...(type !== undefined || isFile
        ? [`Content-Type: ${type?.split(",")[0] ?? "application/octet-stream"}`]
        : []),
      ...(type === undefined && !isFile && isObject(inner) ? ["Content-Type: application/json"] : []),
    ];
    return `--${boundary}\r\n${head.join("\r\n")}\r\n\r\n${textOf(inner)}\r\n`;
  });
  return `${parts.join("")}--${boundary}--\r\n`;
};

const bodyOf = (
  operation: ApiOperation,
  { body, rawBody }: Input,
  reading: SchemaReading,
): CallBody | undefined => {
  if (rawBody !== undefined) return { kind: "text", ...rawBody };
  if (body === undefined) return undefined;
  const { mediaType, value } = body;
  if (isJsonType(mediaType)) return { kind: "json", value, mediaType };
  if (mediaType.startsWith("multipart/"))
    return {
      kind: "text",
      text: multipart(value, bodyContent(operation, mediaType), reading),
      mediaType: `multipart/form-data; boundary=${boundary}`,
    };
  if (mediaType.startsWith("application/x-www-form-urlencoded"))
    return {
      kind: "text",
      text: new URLSearchParams(
        partsOf(value).map(([name, inner]): [string, string] => [name, textOf(inner)]),
      ).toString(),
      mediaType,
    };
  return { kind: "text", text: textOf(value), mediaType };
};

/** The media types of answers, JSON first: nothing else is read. */
const acceptOf = (types: readonly string[]): string => {
  if (types.length === 0) return "application/json, */*";
  const [json, others] = [types.filter(isJsonType), types.filter((type) => !isJsonType(type))];
  return [...json, ...others.map((type) => (json.length === 0 ? type : `${type};q=0.5`)), "*/*;q=0.1"].join(
    ", ",
  );
};

/** The parts of a call that carry an input. Ids in the path are the call's own. */
export const requestParts = (
  operation: ApiOperation,
  input: Input,
  reading: SchemaReading,
): Pick<Call, "search" | "headers" | "body"> => {
  const given = operation.parameters.flatMap((parameter) => {
    const value = input.parameters.get(inputKey(parameter));
    return value === undefined || value === null ? [] : [{ parameter, value }];
  });
  const search = given.flatMap(({ parameter, value }) =>
    parameter.in === "query" ? queryOf(parameter, value) : [],
  );
  const cookies = given.flatMap(({ parameter, value }) =>
    parameter.in === "cookie" ? [`${parameter.name}=${encoded(simpleText(parameter, value))}`] : [],
  );
  const headers = given.flatMap(({ parameter, value }): [string, string][] =>
    parameter.in === "header" ? [[parameter.name, simpleText(parameter, value)]] : [],
  );
  const types = [
    ...new Set(operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType))),
  ];
  const body = bodyOf(operation, input, reading);
  return {
    ...(search.length === 0 ? {} : { search: search.join("&") }),
    headers: {
      accept: acceptOf(types),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
      ...Object.fromEntries(headers),
    },
    ...(body === undefined ? {} : { body }),
  };
};
