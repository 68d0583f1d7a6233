import { isAscii, isUtf8 } from "node:buffer";
import { own, parseJson } from "../../core/model/json-object.ts";
import { assertFewValues } from "./entry-values.ts";
import { type Headers, headerFields, sentLength } from "./header-fields.ts";
import { isObject, type JsonObject, numberAt, objectAt, textAt } from "./json-value.ts";
import type { Packing } from "./packed-text.ts";
import { type Recorded, type RecordedBody, type RecordedResponse, UnreadableEntry } from "./recorded.ts";

const fromJson = (value: unknown): RecordedBody => ({ kind: "read", body: { kind: "json", value } });

/** Marks of a packed body, beside it, of many recorders. */
const packingMarks: readonly (readonly [key: string, value: RegExp, packing: Packing])[] = [
  ["encoding", /^base64$/i, "base64"],
  ["bodyEncoding", /^base64$/i, "base64"],
  ["base64Encoded", /^true$/i, "base64"],
  ["isBase64Encoded", /^true$/i, "base64"],
  ["encodedBody", /^true$/i, "base64"],
  ["_isBinary", /^true$/i, "hex"],
  ["isBinary", /^true$/i, "hex"],
];

const packingIn = (part: JsonObject): Packing | undefined =>
  packingMarks.find(([key, value]) => value.test(String(own(part, key))))?.[2];

/** An empty text may be a body that was not kept. */
const fromText = (text: string, absent: RecordedBody, packing?: Packing, size?: number): RecordedBody =>
  text === "" ? absent : { kind: "text", text, packing, size };

const fromBytes = (bytes: Uint8Array, absent: RecordedBody): RecordedBody =>
  bytes.length === 0 ? absent : { kind: "bytes", bytes };

/** Bytes as Node writes them into JSON. */
const nodeBytes = ({ type, data }: JsonObject): Uint8Array | undefined =>
  type === "Buffer" && Array.isArray(data) ? Uint8Array.from(data, Number) : undefined;

const ownKeys: ReadonlySet<string> = new Set(["kind", "value", "text"]);

/** A body as this project's recorder writes it. */
const ownBody = (body: JsonObject): RecordedBody | undefined => {
  if (!Object.keys(body).every((key) => ownKeys.has(key))) return undefined;
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

/** Keys whose text is packed, whatever is beside them. */
const packedKeys = ["base64_string", "$base64"] as const;

/** Keys of a body's content in an envelope that says how it is encoded. */
const contentKeys = ["string", "text", "data", "content", "body"] as const;

/** The envelope of a recorder: `{encoding, string}`, `{string}` or `{base64_string}`, perhaps with more beside it. */
const enveloped = (body: JsonObject, absent: RecordedBody): RecordedBody | undefined => {
  const packed = packedKeys.find((key) => own(body, key) !== undefined && body[key] !== null);
  const key = packed ?? contentKeys.find((one) => own(body, one) !== undefined);
  const isAlone = Object.keys(body).length === 1 && key === "string";
  if (packed === undefined && !isAlone && textAt(body, "encoding") === undefined) return undefined;
  // The text is the name of a file that is elsewhere.
  if (/^(?:true|yes|on)$/i.test(String(own(body, "file")))) return { kind: "unknown" };
  const content = key === undefined ? undefined : body[key];
  if (key === undefined || content === null) return absent;
  if (content instanceof Uint8Array) return fromBytes(content, absent);
  if (typeof content !== "string") return undefined;
  return fromText(content, absent, packed === undefined ? packingIn(body) : "base64", numberAt(body, "size"));
};

const isListOfTexts = (body: unknown): body is readonly string[] =>
  Array.isArray(body) && body.every((one) => typeof one === "string");

/** A body as a recorder keeps it; `absent` if there is none, which says nothing by itself. */
const bodyOf = (body: unknown, absent: RecordedBody, packing?: Packing): RecordedBody => {
  if (body === undefined || body === null) return absent;
  if (typeof body === "string") return fromText(body, absent, packing);
  if (body instanceof Uint8Array) return fromBytes(body, absent);
  // It may be a list of packed pieces.
  if (isListOfTexts(body)) return { kind: "text", text: JSON.stringify(body), packing };
  if (!isObject(body)) return fromJson(body);
  const bytes = nodeBytes(body);
  return bytes === undefined
    ? (ownBody(body) ?? enveloped(body, absent) ?? fromJson(body))
    : fromBytes(bytes, absent);
};

/** What an answer carried if the recording holds nothing: it is empty only if its status or its length says so. */
const absentBody = (status: number, length: number | undefined): RecordedBody => ({
  kind: hasNoBody(status) || length === 0 ? "empty" : "unknown",
});

/** Answers without a body by definition: what a recording shows is out of a cache. */
const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** What a request carried if the recording holds nothing. */
const absentRequestBody = (method: string, headers: Headers, size = 0): RecordedBody => {
  const length = sentLength(headers);
  // Some clients send a media type with every GET.
  const isTyped = /^:?(?:post|put|patch)$/i.test(method) && headers["content-type"] !== undefined;
  const isStated = isTyped || headers["transfer-encoding"] !== undefined || size > 0;
  return { kind: length === 0 || (length === undefined && !isStated) ? "empty" : "unknown" };
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

/** Keys of an answer's body, first the usual one. */
const bodyKeys = ["body", "content", "jsonBody", "base64Body"] as const;

const responseFrom = (response: JsonObject): RecordedResponse | undefined => {
  const status = statusOf(response);
  if (status < 100) return undefined;
  const headers = headerFields(response["headers"] ?? response["rawHeaders"]);
  const key = bodyKeys.find((one) => one in response) ?? "body";
  // go-vcr notes what the client knew.
  const absent = absentBody(status, sentLength(headers) ?? numberAt(response, "content_length"));
  const packing = key === "base64Body" ? "base64" : packingIn(response);
  const body = hasNoBody(status) ? absent : bodyOf(response[key], absent, packing);
  return { status, headers, body, elapsedMs: elapsedOf(response) };
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
  const headers = headerFields(request["headers"] ?? request["rawHeaders"]);
  return {
    // Ruby may write a symbol.
    method: method.replace(/^:/, "").toUpperCase(),
    url,
    headers: {
      ...headers,
      ...(authorization === undefined || /^(?:none|unknown)$/.test(authorization) ? {} : { authorization }),
    },
    body: bodyOf(request["body"], absentRequestBody(method, headers), packingIn(request)),
    ...(known === undefined ? {} : { interface: known }),
    ...(value["masked"] === true ? { masked: true } : {}),
    ...(failure === undefined ? {} : { failure }),
    response: () => (failure === undefined ? responseFrom(outcome) : undefined),
  };
};

/** The size of a body as the recorder counted it, or as it was on the wire, if that is the same. */
const sizeOf = (response: JsonObject, content: JsonObject, headers: Headers): number | undefined => {
  const onWire = headers["content-encoding"] === undefined ? numberAt(response, "bodySize") : undefined;
  return [numberAt(content, "size"), onWire].find((size) => size !== undefined && size > 0);
};

const contentOf = (response: JsonObject, status: number, headers: Headers): RecordedBody => {
  const absent = absentBody(status, sentLength(headers));
  if (hasNoBody(status)) return absent;
  const content = objectAt(response, "content");
  const { text } = content;
  return typeof text === "string"
    ? fromText(text, absent, packingIn(content), sizeOf(response, content, headers))
    : bodyOf(text, absent, packingIn(content));
};

const fieldsOf = (params: unknown): string | undefined =>
  Array.isArray(params) && params.length > 0
    ? new URLSearchParams(
        (params as readonly unknown[])
          .filter(isObject)
          .map(({ name, value }): [string, string] => [String(name), String(value ?? "")]),
      ).toString()
    : undefined;

const postedOf = (request: JsonObject, headers: Headers): RecordedBody => {
  const posted = objectAt(request, "postData");
  const text = textAt(posted, "text");
  const absent = absentRequestBody(textAt(request, "method") ?? "", headers, numberAt(request, "bodySize"));
  return text === undefined || text === ""
    ? fromText(fieldsOf(posted["params"]) ?? "", absent)
    : fromText(text, absent, packingIn(posted));
};

/** Charles keeps entries that it has not seen to their end. */
const isCutOff = (response: JsonObject): boolean => {
  const state = textAt(response, "_charlesStatus");
  return state !== undefined && state !== "COMPLETE";
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
    body:
      failure === undefined && !isCutOff(entry) && !isCutOff(response)
        ? contentOf(response, status, headers)
        : { kind: "unknown" },
    elapsedMs: Math.max(0, numberAt(entry, "time") ?? 0),
  };
};

/** What this project's recorder writes beside an entry of which it has replaced the values. */
export const maskedComment = "values masked by tripact";

/** The same for its reports. */
const isOfReport = (comment: string): boolean => /^exchange \d+, asked for by /.test(comment);

const isMasked = (entry: JsonObject): boolean => {
  const comment = textAt(entry, "comment") ?? "";
  return comment === maskedComment || isOfReport(comment);
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
    body: postedOf(request, headers),
    ...(isMasked(entry) ? { masked: true } : {}),
    ...(failure === undefined ? {} : { failure }),
    response: () => answerOf(entry, failure),
  };
};

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** UTF-8 text without byte order mark. @throws UnreadableEntry */
export const utf8Text = (bytes: Uint8Array): string => {
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
  const text = utf8Text(bytes);
  assertFewValues(text, "an entry that");
  const value = parseJson(text);
  if (value === undefined) throw new UnreadableEntry("an entry that is not JSON");
  return readValue(value);
};
