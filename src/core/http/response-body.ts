import { exactIntegers } from "../formats/exact-integers.ts";
import type { Body, FailureOutcome } from "../model/exchange.ts";
import type { JsonObject } from "../model/json-object.ts";
import { jsonLimits, measureJson } from "../model/json-limits.ts";
import { mayBeJson } from "../model/json-media-type.ts";

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

export const failure = (reason: FailureOutcome["reason"], message: string): FailureOutcome => ({
  kind: "failure",
  reason,
  message,
});

const excessOf = ({ depth, values }: ReturnType<typeof measureJson>): FailureOutcome | undefined => {
  if (depth > jsonLimits.depth)
    return failure("malformed-response", `the body nests deeper than ${jsonLimits.depth} levels`);
  return values > jsonLimits.values
    ? failure("body-too-large", `the body holds more than ${jsonLimits.values} values`)
    : undefined;
};

/** The text of a body without byte order mark, whether it is valid UTF-8, and its size in bytes. */
export interface DecodedBody {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly size: number;
}

export const decodeBody = (bytes: Uint8Array): DecodedBody => {
  try {
    return { text: strict.decode(bytes), isUtf8: true, size: bytes.byteLength };
  } catch {
    return { text: lenient.decode(bytes), isUtf8: false, size: bytes.byteLength };
  }
};

export interface ReadBody {
  readonly kind: "read";
  readonly body: Body;
  readonly values: number;
  /** Bytes that its texts take in memory beyond those that were sent. */
  readonly widened: number;
}

/** A text with a character beyond Latin-1 takes two bytes for each of its characters in memory. */
const isWide = (text: string): boolean => /[^\0-\u00ff]/.test(text);

const widenedIn = (value: unknown): number => {
  if (typeof value === "string")
    return isWide(value) ? Math.max(0, 2 * value.length - Buffer.byteLength(value)) : 0;
  if (typeof value !== "object" || value === null) return 0;
  let bytes = 0;
  for (const key in value) bytes += widenedIn((value as JsonObject)[key]); // its keys are its own
  return bytes;
};

const read = (body: Body, values = 1, widened = 0): ReadBody => ({ kind: "read", body, values, widened });

const readAsText = (text: string): ReadBody => read({ kind: "text", text }, 1, widenedIn(text));

/** JSON if the text parses and its media type is JSON, missing, or the text looks like JSON; else the text. */
const readText = (text: string, contentType: string | undefined): ReadBody | FailureOutcome => {
  if (!mayBeJson(text, contentType)) return readAsText(text);
  const size = measureJson(text);
  const excess = excessOf(size);
  if (excess !== undefined) return excess;
  try {
    const value: unknown = JSON.parse(text);
    const exact = exactIntegers(text);
    return read(
      { kind: "json", value, ...(exact && { exact }) },
      size.values,
      isWide(text) ? widenedIn(value) : 0,
    );
  } catch {
    return readAsText(text);
  }
};

/** Not JSON or UTF-8 despite its media type: `text`, for checks to judge. JSON beyond `jsonLimits`: a failure. */
export const readAnswerBody = (
  { text, isUtf8, size }: DecodedBody,
  contentType: string | undefined,
): ReadBody | FailureOutcome => {
  if (size === 0) return read({ kind: "empty" });
  return isUtf8 ? readText(text, contentType) : readAsText(text);
};
