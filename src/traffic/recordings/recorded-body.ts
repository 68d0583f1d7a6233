import type { Body } from "../../core/model/exchange.ts";
import { isJsonMediaType, mayBeJson } from "../../core/model/json-media-type.ts";
import { parseJson } from "../../core/model/json-object.ts";
import { codingsOf, undoCodings } from "./content-coding.ts";
import { assertFewValues } from "./entry-values.ts";
import { entryLimit } from "./entry-splitter.ts";
import { type Headers, sentLength } from "./header-fields.ts";
import { packings, unpackedPieces, unpackedText } from "./packed-text.ts";
import { type KeptBytes, type KeptText, type RecordedBody, UnreadableEntry } from "./recorded.ts";

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

const unknown: Body = { kind: "unknown" };

/** The text without byte order mark; undefined if the bytes are no UTF-8. */
const textOf = (kept: string | Uint8Array): string | undefined => {
  if (typeof kept === "string") return kept.startsWith("\uFEFF") ? kept.slice(1) : kept;
  try {
    return strict.decode(kept);
  } catch {
    return undefined;
  }
};

/** Whether a text shows no sign of other bytes that somebody took for text. */
const isClean = (text: string): boolean => !/[\0-\x08\v\f\x0E-\x1F\uFFFD]/.test(text);

/**
 * JSON if it parses and the media type is JSON, missing, or the text looks like it; otherwise text, as for live
 * answers. A body that is not JSON despite its media type stays text, for a check to judge. @throws UnreadableEntry
 */
const bodyOfText = (text: string, contentType: string | undefined): Body => {
  if (text === "") return { kind: "empty" };
  if (!mayBeJson(text, contentType)) return { kind: "text", text };
  assertFewValues(text, "an entry whose body");
  const value = parseJson(text);
  return value === undefined ? { kind: "text", text } : { kind: "json", value };
};

/** How the bytes of a body were made, by its headers. */
interface Making {
  readonly headers: Headers;
  readonly codings: readonly string[];
  /** Bytes that were sent, if the recording says so, and nothing was coded or it counts what was not. */
  readonly due: number | undefined;
  readonly limit: number;
}

const makingOf = ({ size }: KeptText | KeptBytes, headers: Headers, limit: number): Making => {
  const codings = codingsOf(headers);
  return {
    headers,
    codings,
    due: (codings.length === 0 ? sentLength(headers) : undefined) ?? size,
    limit,
  };
};

const announcesJson = ({ headers }: Making): boolean =>
  headers["content-type"] === undefined || isJsonMediaType(headers["content-type"]);

/** The body if the whole of what was kept parses as what the media type announces. @throws UnreadableEntry */
const parsed = (
  kept: string | Uint8Array | undefined,
  making: Making,
  due = making.due ?? 0,
): Body | undefined => {
  const text = kept === undefined ? undefined : textOf(kept);
  if (kept === undefined || text === undefined || text === "") return undefined;
  const body = bodyOfText(text, making.headers["content-type"]);
  if (body.kind === "json") return body;
  const isWhole = !announcesJson(making) && isClean(text) && Buffer.byteLength(kept) >= due;
  return isWhole ? body : undefined;
};

/** A text as the bytes that a recorder may have taken for it, in Latin-1 or UTF-8. */
const bytesBehind = (kept: string | Uint8Array): readonly Uint8Array[] => {
  if (typeof kept !== "string") return [kept];
  return [
    ...(/[^\0-\xFF]/.test(kept) ? [] : [Buffer.from(kept, "latin1")]),
    ...(kept.includes("\uFFFD") ? [] : [Buffer.from(kept)]),
  ];
};

/** What was kept with its codings undone; undefined if it is not coded. @throws UnreadableEntry */
const undone = (
  kept: string | Uint8Array | undefined,
  { codings, limit }: Making,
): Uint8Array | undefined => {
  if (kept === undefined || codings.length === 0) return undefined;
  for (const bytes of bytesBehind(kept)) {
    const plain = undoCodings(bytes, codings, limit);
    if (plain !== undefined) return plain;
  }
  return undefined;
};

/** Plain, or else coded. A coding that can be undone shows that nothing is missing. */
const plainOrCoded = (kept: string | Uint8Array | undefined, making: Making): Body | undefined =>
  parsed(kept, making) ?? parsed(undone(kept, making), making, 0);

/** Nobody sends JSON packed: an object or a list behind a text that is not JSON is what a recorder packed. */
const unmarked = (text: string, making: Making): Body | undefined => {
  if (!announcesJson(making)) return undefined;
  for (const packing of packings) {
    const body = plainOrCoded(unpackedText(text, packing), making);
    if (body?.kind === "json" && typeof body.value === "object") return body;
  }
  return undefined;
};

/** Pieces that turn out to be coded, although their list is JSON. */
const codedPieces = (text: string, making: Making): Body | undefined => {
  if (making.codings.length === 0) return undefined;
  for (const packing of packings) {
    const body = parsed(undone(unpackedPieces(text, packing), making), making, 0);
    if (body !== undefined) return body;
  }
  return undefined;
};

/** Whether a text is as long as what was sent: some recorders mark plain text as packed, and some count characters. */
const isExact = (text: string, { due }: Making): boolean =>
  due === Buffer.byteLength(text) || due === text.length;

/** A marked text as it is kept. A list of pieces is JSON itself, although nobody sent it. */
const markedText = (text: string, making: Making): string | undefined =>
  isExact(text, making) || packings.every((packing) => unpackedPieces(text, packing) === undefined)
    ? text
    : undefined;

/** The body if what was kept can be read as a whole, in the first way that fits. @throws UnreadableEntry */
const wholeBody = (kept: KeptText | KeptBytes, making: Making): Body | undefined => {
  if (kept.kind === "bytes") return plainOrCoded(kept.bytes, making);
  const { text, packing } = kept;
  if (packing === undefined)
    return codedPieces(text, making) ?? plainOrCoded(text, making) ?? unmarked(text, making);
  const other = packings.find((one) => one !== packing) ?? packing;
  return (
    plainOrCoded(unpackedText(text, packing), making) ??
    plainOrCoded(unpackedText(text, other), making) ??
    plainOrCoded(markedText(text, making), making)
  );
};

/** What was kept without its packing; undefined if it is packed otherwise than marked, unless nothing is missing. */
const unpacked = (kept: KeptText | KeptBytes, making: Making): string | Uint8Array | undefined => {
  if (kept.kind === "bytes") return kept.bytes;
  const { text, packing } = kept;
  if (packing === undefined) return text;
  return unpackedText(text, packing) ?? (isExact(text, making) ? text : undefined);
};

/** Whether something of a body that does not parse was lost, or may have been. */
const isLost = (form: string | Uint8Array, isPacked: boolean, { due, headers }: Making): boolean => {
  if (due !== undefined && Buffer.byteLength(form) < due) return true;
  // Bytes that were no UTF-8 cannot be restored.
  if (typeof form === "string") return form.includes("\uFFFD");
  const text = textOf(form);
  // Without any header nobody knows how the bytes were made.
  if (text === undefined) return Object.keys(headers).length === 0;
  // Packed text is often cut; without a length, only what begins wrongly is wrong.
  return isPacked && due === undefined && mayBeJson(text, "text/plain");
};

/** A body whose coding can be undone, and that does not parse. */
const decodedBody = (form: string | Uint8Array, making: Making): Body => {
  const plain = undone(form, making);
  if (plain === undefined) return unknown;
  const text = textOf(plain);
  const body = bodyOfText(text ?? lenient.decode(plain), making.headers["content-type"]);
  // It may be coded once more.
  return text === undefined && body.kind !== "json" ? unknown : body;
};

/**
 * A body that does not parse, as text for the checks to judge, if it is certain that it was sent so.
 * @throws UnreadableEntry
 */
const brokenBody = (kept: KeptText | KeptBytes, making: Making): Body => {
  const form = unpacked(kept, making);
  if (form === undefined) return unknown;
  const text = textOf(form);
  if (making.codings.length > 0 && (text === undefined || !isClean(text))) return decodedBody(form, making);
  if (isLost(form, kept.kind === "text", making)) return unknown;
  return bodyOfText(text ?? lenient.decode(Buffer.from(form)), making.headers["content-type"]);
};

/** The body that was sent, as far as the recording holds it; decoded up to `limit` bytes. @throws UnreadableEntry */
export const bodyAsSent = (body: RecordedBody, headers: Headers, limit: number = entryLimit): Body => {
  switch (body.kind) {
    case "empty":
    case "unknown":
      return body;
    case "read":
      return body.body;
    case "text":
    case "bytes": {
      if (body.kind === "bytes" && body.bytes.length === 0) return { kind: "empty" };
      const making = makingOf(body, headers, limit);
      return wholeBody(body, making) ?? brokenBody(body, making);
    }
  }
};

/** As `bodyOf`, for live traffic: if the body is beyond a limit, the rest of its exchange still counts. */
export const knownBodyOf = (body: RecordedBody, headers: Headers, limit?: number): Body => {
  try {
    return bodyAsSent(body, headers, limit);
  } catch (error) {
    if (error instanceof UnreadableEntry) return unknown;
    throw error;
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
  const read = bodyAsSent(body, headers);
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
