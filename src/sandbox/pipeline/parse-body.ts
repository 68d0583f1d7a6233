import { isRefusal, refuse, type SandboxRefusal } from "../refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Incoming } from "./message.ts";

/** Maximum size of a request body, in bytes; no limit is stated (U-31). */
export const largestBody = 5 * 1024 * 1024;
/** Maximum depth of a JSON body; deeper ones are attacks on recursive code. */
const deepestBody = 64;

/**
 * The body by the media type that the OpenAPI documents state, or 400: missing, of another type, or not readable.
 * `bytes` are undefined if there are too many.
 */
export const parseRequestBody = (
  request: Incoming,
  endpoint: Endpoint,
  bytes: Uint8Array | undefined,
): { readonly body: unknown } | SandboxRefusal<400> => {
  const text = textOf(bytes);
  if (isRefusal(text)) return text;
  if (text.text === "" && !endpoint.bodyRequired) return { body: undefined };
  const given = request.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (given !== endpoint.mediaType) return refuse(400, `The body must be sent as ${endpoint.mediaType}.`);
  return endpoint.mediaType === "application/x-www-form-urlencoded"
    ? parseForm(text.text)
    : parseJson(text.text);
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

const textOf = (bytes: Uint8Array | undefined): { readonly text: string } | SandboxRefusal<400> => {
  if (bytes === undefined) return refuse(400, "The body is too large.");
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    return refuse(400, "The body is not UTF-8 text.");
  }
};

const parseForm = (text: string): { readonly body: unknown } => {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) if (!fields.has(name)) fields.set(name, value);
  return { body: Object.fromEntries(fields) };
};

const parseJson = (text: string): { readonly body: unknown } | SandboxRefusal<400> => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse(400, "The body is not valid JSON.");
  }
  return isReadable(body) ? { body } : refuse(400, "The body nests too deep or holds a number out of range.");
};

/** Whether every number can be stored without losing magnitude and nothing is nested too deeply. Not recursive. */
const isReadable = (body: unknown): boolean => {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestBody || level.some(isOutOfRange)) return false;
    const below: unknown[] = [];
    for (const value of level)
      if (typeof value === "object" && value !== null)
        for (const inner of Object.values(value)) below.push(inner);
    level = below;
  }
  return true;
};

const isOutOfRange = (value: unknown): boolean =>
  typeof value === "number" && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER);
