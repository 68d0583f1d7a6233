import type { Body, Exchange, ResponseOutcome } from "../model/exchange.ts";
import type { ExchangeLog, LoggedAnswer, LoggedExchange, LoggedFailure } from "../model/report-input.ts";
import type { RunEvent } from "../model/run-event.ts";
import { isFieldName } from "../privacy/field-names.ts";
import { toldHeaders, uniqueName } from "../privacy/shown-headers.ts";

/** About 20 MB of memory at the most: a run of this many requests is a long one. */
const maxExchanges = 10_000;
const maxText = 2000;
const maxString = 200;
const maxHeaders = 40;
const maxDepth = 10;
const maxNodes = 250;
const maxItems = 3;

const clip = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text;

/** A name that the documents list stays; any other may be somebody's data and is told by its length. */
const maskedKey = (key: string, taken: object): string =>
  isFieldName(key) ? key : uniqueName(`key(${key.length})`, taken);

/** How a tree of JSON tells its names and its leaves. */
interface Telling {
  name(name: string, taken: object): string;
  leaf(value: unknown): unknown;
}

const asShape: Telling = {
  name: maskedKey,
  leaf(value) {
    if (value === null) return "null";
    if (typeof value === "string") return `string(${value.length})`;
    if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
    return typeof value;
  },
};

const asValue: Telling = {
  name: (name) => name,
  leaf: (value) => (typeof value === "string" ? clip(value, maxString) : value),
};

/** JSON of the same form, cut short where it is deep or long. */
const treeOf = (root: unknown, telling: Telling): unknown => {
  let nodes = 0;
  const items = (values: readonly unknown[], depth: number): unknown[] => {
    const shown = values.slice(0, maxItems).map((value) => visit(value, depth + 1));
    return values.length > maxItems ? [...shown, `… ${values.length - maxItems} more`] : shown;
  };
  const fields = (value: object, depth: number): Record<string, unknown> => {
    const tree: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (nodes > maxNodes) return { ...tree, "…": "more" };
      Object.defineProperty(tree, telling.name(key, tree), {
        value: visit(inner, depth + 1),
        enumerable: true,
        configurable: true,
      });
    }
    return tree;
  };
  const visit = (value: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof value !== "object" || value === null) return telling.leaf(value);
    if (depth >= maxDepth || nodes > maxNodes) return Array.isArray(value) ? "array" : "object";
    return Array.isArray(value) ? items(value, depth) : fields(value, depth);
  };
  return visit(root, 0);
};

/** JSON of the same form whose leaves are shapes: no value of a record is left in it. */
export const shapeTree = (root: unknown): unknown => treeOf(root, asShape);

const bodyShape = (body: Body): unknown => {
  switch (body.kind) {
    case "json":
      return shapeTree(body.value);
    case "text":
      return `text(${body.text.length})`;
    default:
      return undefined;
  }
};

const bodyInShort = (body: Body): unknown => {
  switch (body.kind) {
    case "json":
      return treeOf(body.value, asValue);
    case "text":
      return clip(body.text, maxText);
    default:
      return undefined;
  }
};

const shownHeaders = (
  headers: Readonly<Record<string, string>>,
  isSandbox: boolean,
): Readonly<Record<string, string>> => {
  const first = Object.fromEntries(Object.entries(headers).slice(0, maxHeaders));
  return isSandbox ? first : toldHeaders(first);
};

const answerOf = (
  { status, headers, body, elapsedMs }: ResponseOutcome,
  isSandbox: boolean,
): LoggedAnswer => ({
  kind: "response",
  status,
  headers: shownHeaders(headers, isSandbox),
  shape: bodyShape(body),
  ...(isSandbox ? { body: bodyInShort(body) } : {}),
  elapsedMs,
});

const outcomeOf = ({ outcome }: Exchange, isSandbox: boolean): LoggedAnswer | LoggedFailure =>
  outcome.kind === "response"
    ? answerOf(outcome, isSandbox)
    : { kind: "failure", reason: outcome.reason, message: clip(outcome.message, maxText) };

const bodyText = (body: unknown): string | undefined => {
  if (body === undefined) return undefined;
  return clip(typeof body === "string" ? body : JSON.stringify(body), maxText);
};

const entryOf = (
  { number, check, exchange }: Extract<RunEvent, { type: "exchange" }>,
  isSandbox: boolean,
): LoggedExchange => ({
  number,
  check,
  interface: exchange.interface,
  operation: exchange.operation,
  sentAt: exchange.sentAt,
  method: exchange.request.method,
  url: clip(exchange.request.url, maxText),
  authorization: exchange.request.authorization,
  requestHeaders: shownHeaders(exchange.request.headers, isSandbox),
  requestBody: bodyText(exchange.request.body),
  answer: outcomeOf(exchange, isSandbox),
});

type Mask = (text: string) => string;

/** Texts repeat: headers and addresses above all. */
const remembered = (mask: Mask): Mask => {
  const known = new Map<string, string>();
  return (text) => {
    const masked = known.get(text) ?? mask(text);
    known.set(text, masked);
    return masked;
  };
};

const maskedTexts = (texts: Readonly<Record<string, string>>, mask: Mask): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [mask(name), mask(value)]));

const maskedAnswer = (answer: LoggedAnswer | LoggedFailure, mask: Mask): LoggedAnswer | LoggedFailure =>
  answer.kind === "failure"
    ? { ...answer, message: mask(answer.message) }
    : { ...answer, headers: maskedTexts(answer.headers, mask) };

/** The shape of an answer holds names of the documents alone. */
const maskedEntry = (entry: LoggedExchange, mask: Mask): LoggedExchange => ({
  ...entry,
  url: mask(entry.url),
  authorization: mask(entry.authorization),
  requestHeaders: maskedTexts(entry.requestHeaders, mask),
  requestBody: entry.requestBody === undefined ? undefined : mask(entry.requestBody),
  answer: maskedAnswer(entry.answer, mask),
});

export interface ExchangeRecorder {
  see(event: RunEvent): void;
  /** `mask` has the last word on every text, unless nothing has to be masked. */
  log(mask: (text: string) => string): ExchangeLog;
}

export interface ExchangeRecorderOptions {
  /** How many exchanges are kept. */
  readonly limit?: number;
  /** Whether they are those of the sandbox in this process: its records are invented, and nothing of them is masked. */
  readonly isSandbox?: boolean;
}

/** Keeps the exchanges of a run as they may be written, and no more than `limit` of them. */
export const createExchangeRecorder = ({
  limit = maxExchanges,
  isSandbox = false,
}: ExchangeRecorderOptions = {}): ExchangeRecorder => {
  const entries: LoggedExchange[] = [];
  let omitted = 0;
  return {
    see(event) {
      if (event.type !== "exchange") return;
      if (entries.length < limit) entries.push(entryOf(event, isSandbox));
      else omitted += 1;
    },
    log(mask) {
      const ordered = entries.toSorted((left, right) => left.number - right.number);
      if (isSandbox) return { entries: ordered, omitted, isSandbox };
      const once = remembered(mask);
      return { entries: ordered.map((entry) => maskedEntry(entry, once)), omitted };
    },
  };
};
