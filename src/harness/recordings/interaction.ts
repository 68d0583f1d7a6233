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
  return status ?? numberAt(response, "status_code") ?? numberAt(response, "statusCode") ?? 0;
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

/** Whether a value looks like a request with its outcome. */
export const isInteraction = (value: JsonObject): boolean => {
  const { request } = value;
  return isObject(request) && (typeof request["url"] === "string" || typeof request["uri"] === "string");
};

/**
 * Reads an interaction of a cassette (Ruby's VCR, vcrpy, Schemathesis) or an exchange written by this project's
 * recorder: a `request` with `url` or `uri`, and a `response` or an `outcome`. @throws UnreadableEntry
 */
export const readInteraction = (value: JsonObject): Recorded => {
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
    method: method.toUpperCase(),
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
