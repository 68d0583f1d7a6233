import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { Body } from "../model/exchange.ts";
import { mayBeJson } from "../model/json-media-type.ts";
import { parseJson } from "../model/json-object.ts";
import { assertFewValues } from "./entry-values.ts";
import { entryLimit } from "./entry-splitter.ts";
import { type RecordedBody, UnreadableEntry } from "./recorded.ts";
import { startsWith } from "./unpack.ts";

type Headers = Readonly<Record<string, string>>;

const decoder = new TextDecoder("utf-8");

/**
 * JSON if it parses and the media type is JSON, missing, or the text looks like it; otherwise text, as for live
 * answers. A body that is not JSON despite its media type stays text, for a check to judge. @throws UnreadableEntry
 */
const bodyOfText = (text: string, contentType: string | undefined): Body => {
  if (!mayBeJson(text, contentType)) return { kind: "text", text };
  assertFewValues(text, "an entry whose body");
  const value = parseJson(text);
  return value === undefined ? { kind: "text", text } : { kind: "json", value };
};

/** Undoes one content coding; undefined if the bytes are not coded that way, as most recorders decode them. */
const uncode = (bytes: Uint8Array, coding: string, maxOutputLength: number): Uint8Array | undefined => {
  const options = { maxOutputLength };
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return startsWith(bytes, [0x1f, 0x8b]) ? gunzipSync(bytes, options) : undefined;
    case "zstd":
      return startsWith(bytes, [0x28, 0xb5, 0x2f, 0xfd]) ? zstdDecompressSync(bytes, options) : undefined;
    case "deflate":
      return (bytes[0] ?? 0) === 0x78 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    case "br":
      return brotliDecompressSync(bytes, options);
    default:
      return undefined;
  }
};

const looksLikeJson = (bytes: Uint8Array): boolean => {
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b || first === 0x22;
};

const uncodedBytes = (bytes: Uint8Array, headers: Headers, limit: number): Uint8Array => {
  const codings = (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
  let plain = bytes;
  for (const coding of codings.toReversed()) {
    if (looksLikeJson(plain)) return plain;
    try {
      plain = uncode(plain, coding, limit) ?? plain;
    } catch {
      // Coded otherwise than announced, or not at all.
      return plain;
    }
  }
  return plain;
};

const isText = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

const announcesText = (headers: Headers): boolean =>
  /json|text|xml|html/i.test(headers["content-type"] ?? "json");

const fromBytes = (bytes: Uint8Array, headers: Headers, limit: number): Body => {
  const plain = uncodedBytes(bytes, headers, limit);
  // The remains of a coding that could not be undone are not the text that was sent.
  if (headers["content-encoding"] !== undefined && announcesText(headers) && !isText(plain))
    return { kind: "unknown" };
  // The decoder drops a byte order mark.
  return plain.length === 0 ? { kind: "empty" } : bodyOfText(decoder.decode(plain), headers["content-type"]);
};

/** Expected size of a body in bytes: the recording's own count, or the header if nothing was coded. */
const dueBytes = (size: number | undefined, headers: Headers): number => {
  const length = headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 0;
  return Math.max(size ?? 0, Number.isFinite(length) ? length : 0);
};

/** Whether a recorder took the bytes of a coding for text, from which they cannot be restored. */
const isMangled = (text: string, headers: Headers): boolean =>
  headers["content-encoding"] !== undefined && /[\0-\x08\v\f\x0E-\x1F\uFFFD]/.test(text);

const fromText = (text: string, size: number | undefined, headers: Headers): Body => {
  const body = bodyOfText(text.startsWith("\uFEFF") ? text.slice(1) : text, headers["content-type"]);
  if (body.kind === "text" && isMangled(text, headers)) return { kind: "unknown" };
  // Recorders truncate long bodies, and a truncated one says nothing about what was sent.
  return body.kind === "text" && Buffer.byteLength(text) < dueBytes(size, headers)
    ? { kind: "unknown" }
    : body;
};

/** The body that was sent, as far as the recording holds it; coded bodies up to `limit` bytes. */
export const bodyOf = (body: RecordedBody, headers: Headers, limit: number = entryLimit): Body => {
  switch (body.kind) {
    case "empty":
    case "unknown":
      return body;
    case "read":
      return body.body;
    case "text":
      return fromText(body.text, body.size, headers);
    case "bytes":
      return body.bytes.length === 0 ? { kind: "empty" } : fromBytes(body.bytes, headers, limit);
  }
};

const isForm = (contentType: string): boolean => contentType.startsWith("application/x-www-form-urlencoded");

const mostFields = 10_000;

/** @throws UnreadableEntry */
const formOf = (text: string): Readonly<Record<string, string>> => {
  let fields = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) fields += 1;
  if (fields > mostFields)
    throw new UnreadableEntry(`an entry whose form has more than ${mostFields} fields`);
  return Object.fromEntries(new URLSearchParams(text));
};

/** Placeholder for a request body that was not kept: not an object, so that nothing is concluded from it. */
const notKept = "(not recorded)";

/** The parsed body of a request; undefined if it had none. */
export const requestBodyOf = (body: RecordedBody, headers: Headers): unknown => {
  const read = bodyOf(body, headers);
  switch (read.kind) {
    case "empty":
      return undefined;
    case "unknown":
      return notKept;
    case "json":
      return read.value;
    case "text":
      return isForm(headers["content-type"] ?? "") ? formOf(read.text) : read.text;
  }
};
