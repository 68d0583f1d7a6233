import { headerFields } from "./header-fields.ts";
import { type JsonObject, isObject, numberAt, objectAt, textAt } from "./json-value.ts";
import { type Recorded, type RecordedBody, type RecordedResponse, UnreadableEntry } from "./recorded.ts";

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");

/** Whether the sizes in an entry say that there was no body. */
const isEmpty = (part: JsonObject, size: number | undefined, headers: Readonly<Record<string, string>>) => {
  const announced = headers["content-length"];
  if (announced !== undefined) return Number(announced) === 0;
  return size === 0 && (numberAt(part, "bodySize") ?? 0) <= 0;
};

const contentOf = (response: JsonObject, headers: Readonly<Record<string, string>>): RecordedBody => {
  const content = objectAt(response, "content");
  const size = numberAt(content, "size");
  const text = textAt(content, "text");
  if (text === undefined || text === "")
    return isEmpty(response, size, headers) ? { kind: "empty" } : { kind: "unknown" };
  if (textAt(content, "encoding") === "base64") return { kind: "bytes", bytes: bytesOf(text) };
  return size === undefined || size <= 0 ? { kind: "text", text } : { kind: "text", text, size };
};

const fieldsOf = (params: unknown): string | undefined =>
  Array.isArray(params) && params.length > 0
    ? new URLSearchParams(
        (params as readonly unknown[])
          .filter(isObject)
          .map(({ name, value }): [string, string] => [String(name), String(value ?? "")]),
      ).toString()
    : undefined;

const postedOf = (request: JsonObject): RecordedBody => {
  const posted = request["postData"];
  const text = isObject(posted) ? (textAt(posted, "text") ?? fieldsOf(posted["params"])) : undefined;
  if (text !== undefined && text !== "") {
    const isBase64 = isObject(posted) && textAt(posted, "encoding") === "base64";
    return isBase64 ? { kind: "bytes", bytes: bytesOf(text) } : { kind: "text", text };
  }
  return (numberAt(request, "bodySize") ?? 0) > 0 ? { kind: "unknown" } : { kind: "empty" };
};

const answerOf = (entry: JsonObject): RecordedResponse | undefined => {
  const response = objectAt(entry, "response");
  const status = numberAt(response, "status") ?? 0;
  if (status < 100) return undefined;
  const headers = headerFields(response["headers"]);
  const mimeType = textAt(objectAt(response, "content"), "mimeType");
  const named =
    headers["content-type"] === undefined && mimeType?.includes("/") === true
      ? { ...headers, "content-type": mimeType }
      : headers;
  return {
    status,
    headers: named,
    body: contentOf(response, headers),
    elapsedMs: Math.max(0, numberAt(entry, "time") ?? 0),
  };
};

/** Whether a value looks like an entry of HAR 1.2. */
export const isHarEntry = (value: JsonObject): boolean => {
  const { request, response } = value;
  if (!isObject(request) || typeof request["url"] !== "string") return false;
  if (!isObject(response)) return false;
  return isObject(response["content"]) || (Array.isArray(response["headers"]) && !("body" in response));
};

/** Reads an entry of HAR 1.2. @throws UnreadableEntry */
export const readHarEntry = (entry: JsonObject): Recorded => {
  const request = objectAt(entry, "request");
  const url = textAt(request, "url");
  const method = textAt(request, "method");
  if (url === undefined || method === undefined) throw new UnreadableEntry("an entry without a request");
  const response = objectAt(entry, "response");
  const failure = textAt(response, "_error") ?? textAt(entry, "_error");
  const headers = headerFields(request["headers"]);
  const mimeType = textAt(objectAt(request, "postData"), "mimeType");
  return {
    method: method.toUpperCase(),
    url,
    headers:
      headers["content-type"] === undefined && mimeType !== undefined && mimeType !== ""
        ? { ...headers, "content-type": mimeType }
        : headers,
    body: postedOf(request),
    ...(failure === undefined ? {} : { failure }),
    response: () => answerOf(entry),
  };
};
