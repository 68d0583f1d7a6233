import type { Body } from "../model/exchange.ts";

const decoder = new TextDecoder("utf-8");

const isJsonMediaType = (mediaType: string): boolean => /^(application|text)\/(.+\+)?json\b/i.test(mediaType);

const looksLikeJson = (text: string): boolean => /^[[{]/.test(text);

/**
 * Reads a response body once: JSON where it parses and either says so, says nothing, or looks like it; text
 * otherwise. A media type that promises JSON over a body that is not leaves `text`, for GEN-03 to judge.
 */
export const readBody = (bytes: Uint8Array, contentType: string | undefined): Body => {
  if (bytes.byteLength === 0) return { kind: "empty" };
  // The decoder drops a byte order mark.
  const text = decoder.decode(bytes);
  const mayBeJson =
    contentType === undefined || isJsonMediaType(contentType) || looksLikeJson(text.trimStart());
  if (!mayBeJson) return { kind: "text", text };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: "json", value };
  } catch {
    return { kind: "text", text };
  }
};
