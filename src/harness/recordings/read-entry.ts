import { isAscii, isUtf8 } from "node:buffer";
import { parseJson } from "../model/json-object.ts";
import { assertFewValues } from "./entry-values.ts";
import { headerFields } from "./header-fields.ts";
import { isObject, type JsonObject, numberAt, objectAt, textAt } from "./json-value.ts";
import { type Recorded, type RecordedBody, type RecordedResponse, UnreadableEntry } from "./recorded.ts";

const fromBase64 = (base64: string): RecordedBody =>
  base64 === "" ? { kind: "empty" } : { kind: "bytes", bytes: Buffer.from(base64, "base64") };

const fromText = (text: string): RecordedBody => (text === "" ? { kind: "empty" } : { kind: "text", text });

const fromJson = (value: unknown): RecordedBody => ({ kind: "read", body: { kind: "json", value } });

const wrapperKeys: ReadonlySet<string> = new Set([
  "encoding",
  "string",
  "base64_string",
  "size",
  "$base64",
  "kind",
  "value",
  "text",
]);

/** Body wrappers of known recorders, which hold only their own keys. */
const wrapped = (body: JsonObject): RecordedBody | undefined => {
  if (!Object.keys(body).every((key) => wrapperKeys.has(key))) return undefined;
  const base64 = textAt(body, "base64_string") ?? textAt(body, "$base64");
  if (base64 !== undefined) return fromBase64(base64);
  const { string } = body;
  if (string instanceof Uint8Array) return { kind: "bytes", bytes: string };
  if (typeof string === "string") return fromText(string);
  switch (body["kind"]) {
    case "empty":
    case "unknown":
      return { kind: body["kind"] };
    case "json":
      return "value" in body ? fromJson(body["value"]) : undefined;
    case "text":
      // Text stays text even if it is valid JSON.
      return typeof body["text"] === "string"
        ? { kind: "read", body: { kind: "text", text: body["text"] } }
        : undefined;
    default:
      return undefined;
  }
};

const bodyOf = (body: unknown, absent: RecordedBody): RecordedBody => {
  if (body === undefined || body === null) return absent;
  if (typeof body === "string") return fromText(body);
  if (body instanceof Uint8Array) return { kind: "bytes", bytes: body };
  const inner = isObject(body) ? wrapped(body) : undefined;
  return inner ?? (isObject(body) && "encoding" in body && "string" in body ? absent : fromJson(body));
};

const statusOf = (response: JsonObject): number => {
  const status = numberAt(response, "status") ?? numberAt(objectAt(response, "status"), "code");
  const named = numberAt(response, "status_code") ?? numberAt(response, "statusCode");
  // go-vcr has the status line as text.
  return status ?? named ?? numberAt(response, "code") ?? 0;
};

const elapsedOf = (response: JsonObject): number =>
  // Schemathesis counts seconds.
  numberAt(response, "elapsedMs") ?? (numberAt(response, "elapsed") ?? 0) * 1000;

const responseFrom = (response: JsonObject): RecordedResponse | undefined => {
  const status = statusOf(response);
  if (status < 100) return undefined;
  const headers = headerFields(response["headers"]);
  const isBodiless = status === 204 || status === 304 || headers["content-length"] === "0";
  const absent: RecordedBody = { kind: isBodiless ? "empty" : "unknown" };
  const body = "content" in response && !("body" in response) ? response["content"] : response["body"];
  return { status, headers, body: bodyOf(body, absent), elapsedMs: elapsedOf(response) };
};

const isInteraction = (value: JsonObject): boolean => {
  const { request } = value;
  return isObject(request) && (typeof request["url"] === "string" || typeof request["uri"] === "string");
};

/** Of a cassette (Ruby's VCR, vcrpy, go-vcr, Schemathesis) or of this project's recorder. @throws UnreadableEntry */
const readInteraction = (value: JsonObject): Recorded => {
  const request = objectAt(value, "request");
  const url = textAt(request, "url") ?? textAt(request, "uri");
  const method = textAt(request, "method");
  if (url === undefined || method === undefined) throw new UnreadableEntry("an entry without a request");
  const answer = value["outcome"] ?? value["response"];
  const outcome = isObject(answer) ? answer : {};
  const failure = outcome["kind"] === "failure" ? (textAt(outcome, "reason") ?? "reset") : undefined;
  const known = textAt(value, "interface");
  const authorization = textAt(request, "authorization");
  return {
    // Ruby may write a symbol.
    method: method.replace(/^:/, "").toUpperCase(),
    url,
    headers: {
      ...headerFields(request["headers"]),
      ...(authorization === undefined || /^(?:none|unknown)$/.test(authorization) ? {} : { authorization }),
    },
    body: bodyOf(request["body"], { kind: "empty" }),
    ...(known === undefined ? {} : { interface: known }),
    ...(failure === undefined ? {} : { failure }),
    response: () => (failure === undefined ? responseFrom(outcome) : undefined),
  };
};

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");

const isBase64 = (part: JsonObject): boolean => textAt(part, "encoding")?.toLowerCase() === "base64";

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
  if (isBase64(content)) return { kind: "bytes", bytes: bytesOf(text) };
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
    return isObject(posted) && isBase64(posted)
      ? { kind: "bytes", bytes: bytesOf(text) }
      : { kind: "text", text };
  }
  return (numberAt(request, "bodySize") ?? 0) > 0 ? { kind: "unknown" } : { kind: "empty" };
};

const answerOf = (entry: JsonObject, failure: string | undefined): RecordedResponse | undefined => {
  const response = objectAt(entry, "response");
  const status = numberAt(response, "status") ?? 0;
  if (status < 100) return undefined;
  const headers = headerFields(response["headers"]);
  const mimeType = textAt(objectAt(response, "content"), "mimeType");
  // Without any header, none was kept, and one more would make them look complete.
  const isMissing = headers["content-type"] === undefined && Object.keys(headers).length > 0;
  const named =
    isMissing && mimeType?.includes("/") === true ? { ...headers, "content-type": mimeType } : headers;
  return {
    status,
    headers: named,
    // An answer that failed after its status is incomplete.
    body: failure === undefined ? contentOf(response, headers) : { kind: "unknown" },
    elapsedMs: Math.max(0, numberAt(entry, "time") ?? 0),
  };
};

const isHarEntry = (value: JsonObject): boolean => {
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
  const failure = [response, entry].map((part) => textAt(part, "_error")).find(Boolean);
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
    response: () => answerOf(entry, failure),
  };
};

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** UTF-8 text without byte order mark. @throws UnreadableEntry */
export const textOf = (bytes: Uint8Array): string => {
  const buffer = bufferOf(bytes);
  // The fastest conversion, and most recordings are ASCII.
  if (isAscii(buffer)) return buffer.toString("latin1");
  if (!isUtf8(buffer)) throw new UnreadableEntry("an entry that is not text in UTF-8");
  const text = buffer.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
};

/** Schemathesis events without an exchange: an object whose only key is the event's name. */
const isEvent = (value: JsonObject): boolean => {
  const keys = Object.keys(value);
  return keys.length === 1 && /^[A-Z][A-Za-z]+$/.test(keys[0] ?? "") && isObject(value[keys[0] ?? ""]);
};

const scenarioInteractions = (value: JsonObject): readonly Recorded[] =>
  Object.values(objectAt(objectAt(objectAt(value, "ScenarioFinished"), "recorder"), "interactions"))
    .filter(isObject)
    .filter(isInteraction)
    .map(readInteraction);

export const isEntry = (value: unknown): value is JsonObject =>
  isObject(value) && (isInteraction(value) || isEvent(value));

/** The exchanges of a parsed entry; none for an event without exchange. @throws UnreadableEntry */
export const readValue = (value: unknown): readonly Recorded[] => {
  if (!isObject(value)) throw new UnreadableEntry("an entry that is not an object");
  if (isHarEntry(value)) return [readHarEntry(value)];
  if (isInteraction(value)) return [readInteraction(value)];
  if (isEvent(value)) return scenarioInteractions(value);
  throw new UnreadableEntry("an entry without a request");
};

/** The exchanges of an entry in JSON. @throws UnreadableEntry */
export const readJsonEntry = (bytes: Uint8Array): readonly Recorded[] => {
  const text = textOf(bytes);
  assertFewValues(text, "an entry that");
  const value = parseJson(text);
  if (value === undefined) throw new UnreadableEntry("an entry that is not JSON");
  return readValue(value);
};
