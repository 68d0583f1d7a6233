import type { Body, Exchange } from "../core/model/exchange.ts";
import type { FieldNames } from "../core/model/field-names.ts";
import type { ExchangeLog, LoggedAnswer, LoggedExchange, LoggedFailure } from "../core/model/report-input.ts";
import type { RunEvent, ShownEvent } from "../core/model/run-event.ts";
import { madeForText } from "../core/model/made-once.ts";
import { shapeTree, valueTree } from "./shape-tree.ts";
import { shownHeaders } from "../core/privacy/shown-headers.ts";

/** At most about 20 MB of memory; a run with more requests is exceptionally long. */
const maxExchanges = 10_000;
const maxText = 2000;
const maxHeaders = 40;

const clip = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text;

interface Logging {
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  body(body: Body): Pick<LoggedAnswer, "shape" | "body">;
}

const firstHeaders: Logging["headers"] = (headers) =>
  Object.fromEntries(Object.entries(headers).slice(0, maxHeaders));

const maskedLogging = ({ isField, isHeader }: FieldNames): Logging => ({
  headers: (headers) => shownHeaders(firstHeaders(headers), isHeader),
  body(body) {
    if (body.kind === "json") return { shape: shapeTree(body.value, isField) };
    return { shape: body.kind === "text" ? `text(${body.text.length})` : undefined };
  },
});

/** For invented records: nothing is masked. */
const plainLogging = (names: FieldNames): Logging => ({
  headers: firstHeaders,
  body(body) {
    const { shape } = maskedLogging(names).body(body);
    if (body.kind === "json") return { shape, body: valueTree(body.value) };
    return { shape, ...(body.kind === "text" ? { body: clip(body.text, maxText) } : {}) };
  },
});

const outcomeOf = ({ outcome }: Exchange, logging: Logging): LoggedAnswer | LoggedFailure =>
  outcome.kind === "response"
    ? {
        kind: "response",
        status: outcome.status,
        headers: logging.headers(outcome.headers),
        ...logging.body(outcome.body),
        elapsedMs: outcome.elapsedMs,
      }
    : { kind: "failure", reason: outcome.reason, message: clip(outcome.message, maxText) };

const bodyText = (body: unknown): string | undefined => {
  if (body === undefined) return undefined;
  return clip(typeof body === "string" ? body : JSON.stringify(body), maxText);
};

const entryOf = (
  { number, check, exchange }: Extract<RunEvent, { type: "exchange" }>,
  logging: Logging,
): LoggedExchange => ({
  number,
  check,
  interface: exchange.interface,
  operation: exchange.operation,
  sentAt: exchange.sentAt,
  method: exchange.request.method,
  url: clip(exchange.request.url, maxText),
  authorization: exchange.request.authorization,
  requestHeaders: logging.headers(exchange.request.headers),
  requestBody: bodyText(exchange.request.body),
  answer: outcomeOf(exchange, logging),
});

type Mask = (text: string) => string;

const maskedTexts = (texts: Readonly<Record<string, string>>, mask: Mask): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [mask(name), mask(value)]));

const maskedAnswer = (answer: LoggedAnswer | LoggedFailure, mask: Mask): LoggedAnswer | LoggedFailure =>
  answer.kind === "failure"
    ? { ...answer, message: mask(answer.message) }
    : { ...answer, headers: maskedTexts(answer.headers, mask) };

/** The shape of an answer contains only field names. */
const maskedEntry = (entry: LoggedExchange, mask: Mask): LoggedExchange => ({
  ...entry,
  url: mask(entry.url),
  authorization: mask(entry.authorization),
  requestHeaders: maskedTexts(entry.requestHeaders, mask),
  requestBody: entry.requestBody === undefined ? undefined : mask(entry.requestBody),
  answer: maskedAnswer(entry.answer, mask),
});

/** Makes events safe to hand out. @param isSandbox its records are invented: nothing is masked */
export const shownEvents = (
  names: FieldNames,
  mask: Mask,
  isSandbox: boolean,
): ((event: RunEvent) => ShownEvent) => {
  const logging = isSandbox ? plainLogging(names) : maskedLogging(names);
  return (event) => {
    if (event.type !== "exchange") return event;
    const { type, number, check } = event;
    return {
      type,
      number,
      check,
      // Made when it is read: most readers only look at other events.
      get exchange() {
        const entry = entryOf(event, logging);
        return isSandbox ? entry : maskedEntry(entry, mask);
      },
    };
  };
};

/** Up to `limit` exchanges, safe to write. @param isSandbox its records are invented: nothing is masked */
export const createExchangeRecorder = (names: FieldNames, isSandbox = false, limit = maxExchanges) => {
  const logging = isSandbox ? plainLogging(names) : maskedLogging(names);
  const entries: LoggedExchange[] = [];
  let omitted = 0;
  return {
    see(event: RunEvent) {
      if (event.type !== "exchange") return;
      if (entries.length < limit) entries.push(entryOf(event, logging));
      else omitted += 1;
    },
    /** Applies `mask` to every text, unless nothing has to be masked. */
    log(mask: (text: string) => string): ExchangeLog {
      const ordered = entries.toSorted((left, right) => left.number - right.number);
      if (isSandbox) return { entries: ordered, omitted, isSandbox };
      // Caches repeated texts, mainly headers and addresses.
      const once = madeForText(mask);
      return { entries: ordered.map((entry) => maskedEntry(entry, once)), omitted };
    },
  };
};
