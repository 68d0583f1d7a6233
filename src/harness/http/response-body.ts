import type { Body, FailureOutcome } from "../model/exchange.ts";
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

/** The text of a body, without its byte order mark, whether all of it is UTF-8, and how many bytes it was. */
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

/** A body, and about how many values it holds. */
export interface ReadBody {
  readonly kind: "read";
  readonly body: Body;
  readonly values: number;
}

const read = (body: Body, values = 1): ReadBody => ({ kind: "read", body, values });

/** JSON where a text parses and either its media type says so, says nothing, or it looks like it; else the text. */
const readText = (text: string, contentType: string | undefined): ReadBody | FailureOutcome => {
  if (!mayBeJson(text, contentType)) return read({ kind: "text", text });
  const size = measureJson(text);
  const excess = excessOf(size);
  if (excess !== undefined) return excess;
  try {
    const value: unknown = JSON.parse(text);
    return read({ kind: "json", value }, size.values);
  } catch {
    return read({ kind: "text", text });
  }
};

/**
 * Reads a response body once. A media type that promises JSON over a body that is not, or is not UTF-8, leaves
 * `text`, for checks to judge. JSON beyond `jsonLimits` is not read: a failure says so.
 */
export const readAnswerBody = (
  { text, isUtf8, size }: DecodedBody,
  contentType: string | undefined,
): ReadBody | FailureOutcome => {
  if (size === 0) return read({ kind: "empty" });
  return isUtf8 ? readText(text, contentType) : read({ kind: "text", text });
};
