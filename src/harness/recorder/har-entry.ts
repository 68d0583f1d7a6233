import type { Entry } from "har-format";
import type { Body, Exchange, ExchangeRequest } from "../model/exchange.ts";
import { harEntry, harHeaders, mediaTypeOf } from "../output/har-entry.ts";

/** Headers that no longer apply: the coding is undone, and the length is that of the unmasked bytes. */
const ofOtherBytes: ReadonlySet<string> = new Set(["content-encoding", "content-length"]);

const kept = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOtherBytes.has(name)));

const formOf = (fields: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(fields)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const postedText = ({ headers, body }: ExchangeRequest): string | undefined => {
  if (body === undefined || typeof body === "string") return body;
  const isForm = mediaTypeOf(headers).startsWith("application/x-www-form-urlencoded");
  return isForm ? formOf(body) : JSON.stringify(body);
};

const textOf = (body: Body): string | undefined => {
  if (body.kind === "json") return JSON.stringify(body.value);
  return body.kind === "text" ? body.text : undefined;
};

const responseOf = ({ outcome }: Exchange): Parameters<typeof harEntry>[4] => {
  // Browsers record missing answers in this form.
  if (outcome.kind === "failure") return { _error: outcome.reason };
  const { status, headers, body } = outcome;
  const text = textOf(body);
  const size = body.kind === "empty" ? 0 : -1;
  const content = { size, mimeType: mediaTypeOf(headers), ...(text === undefined ? {} : { text }) };
  return { status, headers: harHeaders(kept(headers)), content, bodySize: size };
};

/** A masked exchange as an entry of HAR 1.2. */
export const harEntryOf = (exchange: Exchange, startedAt: Date): Entry => {
  const { request, outcome } = exchange;
  const time = outcome.kind === "response" ? Math.max(0, outcome.elapsedMs) : 0;
  const asked = { ...request, headers: kept(request.headers) };
  return harEntry(asked, postedText(request), startedAt, time, responseOf(exchange));
};
