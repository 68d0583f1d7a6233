import type { Body, FailureOutcome } from "../model/exchange.ts";

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

const isJsonMediaType = (mediaType: string): boolean => /^(application|text)\/(.+\+)?json\b/i.test(mediaType);

const looksLikeJson = (text: string): boolean => /^[[{]/.test(text);

/**
 * What JSON may be before it is read: far more than any answer of these interfaces needs, and little enough for
 * everything that walks a body by recursion or keeps a note of each of its values.
 */
export const jsonLimits = { depth: 100, values: 100_000 } as const;

/** How deep a JSON text nests and about how many values it holds, found out without reading it. */
export const measureJson = (text: string): { readonly depth: number; readonly values: number } => {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1)
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        break;
      case "[":
      case "{":
        depth += 1;
        values += 1;
        if (depth > deepest) deepest = depth;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      case ",":
        values += 1;
        break;
      default:
    }
  return { depth: deepest, values };
};

/** Where the string that begins at a quote ends; the end of the text for one that does not. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
};

const refused = (reason: FailureOutcome["reason"], message: string): FailureOutcome => ({
  kind: "failure",
  reason,
  message,
});

const excessOf = ({ depth, values }: ReturnType<typeof measureJson>): FailureOutcome | undefined => {
  if (depth > jsonLimits.depth)
    return refused("malformed-response", `the body nests deeper than ${jsonLimits.depth} levels`);
  return values > jsonLimits.values
    ? refused("body-too-large", `the body holds more than ${jsonLimits.values} values`)
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
  const mayBeJson =
    contentType === undefined || isJsonMediaType(contentType) || looksLikeJson(text.trimStart());
  if (!mayBeJson) return read({ kind: "text", text });
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
 * `text`, for GEN-03 to judge. JSON beyond `jsonLimits` is not read: a failure says so.
 */
export const readAnswerBody = (
  { text, isUtf8, size }: DecodedBody,
  contentType: string | undefined,
): ReadBody | FailureOutcome => {
  if (size === 0) return read({ kind: "empty" });
  return isUtf8 ? readText(text, contentType) : read({ kind: "text", text });
};

/** The body that a text is, of a recording for example: JSON beyond the limits counts as text. */
export const bodyOfText = (text: string, contentType: string | undefined): Body => {
  if (text === "") return { kind: "empty" };
  const found = readText(text, contentType);
  return found.kind === "failure" ? { kind: "text", text } : found.body;
};

/** The same for bytes. */
export const readBody = (bytes: Uint8Array, contentType: string | undefined): Body => {
  if (bytes.byteLength === 0) return { kind: "empty" };
  const { text, isUtf8 } = decodeBody(bytes);
  return isUtf8 ? bodyOfText(text, contentType) : { kind: "text", text };
};
