import type { RecorderOptions } from "./options.ts";
import type { Entry } from "har-format";
import { LocationCounts } from "../../core/shapes/location-counts.ts";
import type { Contract } from "../../core/model/contract.ts";
import type { Body, Exchange, ExchangeRequest } from "../../core/model/exchange.ts";
import type { FieldNames } from "../../core/model/field-names.ts";
import { harEntry, harHeaders, mediaTypeOf } from "../../core/output/har-entry.ts";
import { addKeptNames } from "../../core/privacy/kept-names.ts";
import { createExchangeMask } from "./mask-exchange.ts";
import { createFindOperation } from "../recordings/find-operation.ts";
import type { Headers } from "../recordings/header-fields.ts";
import type { Recorded } from "../recordings/recorded.ts";
import { maskedComment } from "../recordings/read-entry.ts";
import { knownBodyOf } from "../recordings/recorded-body.ts";
import { isMethod, toExchange } from "../recordings/to-exchange.ts";
import { createOperationMatcher, type MatchedDocuments } from "../../core/validation/match-operation.ts";
import { openHarFile } from "./har-file.ts";
import { openRecordingFile } from "./recording-file.ts";
import { callback } from "../../core/model/callback.ts";

/** Headers that no longer apply: the coding is undone, and the length is that of the unmasked bytes. */
const ofOtherBytes: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  "transfer-encoding",
]);

/** What applies to a masked message. Of an empty body only its length says that it was there. */
const kept = (headers: Headers, isEmpty: boolean): Headers => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOtherBytes.has(name))),
  ...(isEmpty ? { "content-length": "0" } : {}),
});

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
  return { status, headers: harHeaders(kept(headers, size === 0)), content, bodySize: size };
};

/** A masked exchange as an entry of HAR 1.2. */
const harEntryOf = (exchange: Exchange, startedAt: Date): Entry => {
  const { request, outcome } = exchange;
  const time = outcome.kind === "response" ? Math.max(0, outcome.elapsedMs) : 0;
  const asked = { ...request, headers: kept(request.headers, request.body === undefined) };
  return {
    ...harEntry(asked, postedText(request), startedAt, time, responseOf(exchange)),
    comment: maskedComment,
  };
};

/** Bodies examined per operation and status: enough for the census, and bounded for long processes. */
const mostBodies = 500;

/** Which undocumented keys are field names, by this exchange and earlier ones. Holds counts and names, no value. */
export const createNameCensus = (names: FieldNames) => {
  const seen = new Map<string, { readonly body: LocationCounts; bodies: number }>();
  const fields = new Set<string>();

  const count = (key: string, body: unknown): void => {
    if (typeof body !== "object" || body === null) return;
    const known = seen.get(key) ?? { body: new LocationCounts(undefined, names), bodies: 0 };
    seen.set(key, known);
    if (known.bodies >= mostBodies) return;
    known.bodies += 1;
    known.body.see(body, 0);
    addKeptNames(fields, known.body, names);
  };

  return {
    /** Counts the keys of both bodies. */
    see({ interface: of, operation = "", request, outcome }: Exchange) {
      count(`${of} ${operation}`, request.body);
      if (outcome.kind === "response" && outcome.body.kind === "json")
        count(`${of} ${operation} ${outcome.status}`, outcome.body.value);
    },
    /** Whether most objects at some location had the key (privacy/kept-names.ts). */
    isField: (name: string) => fields.has(name),
  };
};

/** How many exchanges a recorder has processed. */
export interface RecorderCounts {
  readonly recorded: number;
  /** Exchanges that could not be recorded. */
  readonly lost: number;
}

export interface Recorder {
  /** Whether requests to an address are recorded; others are ignored. */
  wants(method: string, url: string): boolean;
  /** Records a request and its outcome. Never throws. */
  record(recorded: Recorded): void;
  /** Counts exchanges that cannot be recorded. */
  lose(count: number): void;
  /** Gives up one exchange each whose answer has not been read to its end. */
  readonly underWay: Set<() => void>;
  counts(): RecorderCounts;
  /** Resolves when everything recorded so far is in the file. */
  flush(): Promise<void>;
  /** Gives up what is under way, and resolves when everything is in the file. */
  close(): Promise<void>;
  /** The same at once, for a process that ends. */
  end(): void;
}

/** An exchange is recorded even if its bodies are beyond a limit. */
const withKnownBodies = (one: Recorded): Recorded => ({
  ...one,
  body: { kind: "read", body: knownBodyOf(one.body, one.headers) },
  response() {
    const response = one.response();
    return (
      response && { ...response, body: { kind: "read", body: knownBodyOf(response.body, response.headers) } }
    );
  },
});

const warn = (message: string): void => process.emitWarning(message, "TripactRecorder");

/** The parts of a contract that a recorder needs. */
export type RecordedDocuments = Parameters<typeof createExchangeMask>[0] &
  MatchedDocuments &
  Pick<Contract, "anew">;

/** Masks exchanges and appends them to a file. Errors are counted, reported once, and never disturb the call. */
export const createRecorder = (
  documents: RecordedDocuments,
  { file, baseUrls = {}, onTrouble = warn, now = Date.now }: RecorderOptions,
): Recorder => {
  const matcher = createOperationMatcher(documents);
  const mask = createExchangeMask(documents);
  const report = callback(onTrouble);
  // Paths of any document are those of many servers: only the built-in ones identify requests at other addresses.
  const paths = documents.interfaces.filter(
    (name) => documents.anew === undefined || baseUrls[name] === undefined,
  );
  const find = createFindOperation(matcher, baseUrls, paths);
  const census = createNameCensus(documents.fieldNames);
  let recorded = 0;
  let lost = 0;

  const lose = (count: number): void => {
    if (lost === 0)
      try {
        report(`exchanges could not be recorded in ${file}; the calls themselves were not touched`);
      } catch {
        // The callback must not break the call either.
      }
    lost += count;
  };
  const isHar = file.endsWith(".har");
  const entries = isHar ? openHarFile(file, lose) : openRecordingFile(file, lose);

  const underWay = new Set<() => void>();
  const giveUpAll = (): void => {
    for (const giveUp of underWay)
      try {
        giveUp();
      } catch {
        lose(1);
      }
    underWay.clear();
  };

  const found = (method: string, url: string) => (isMethod(method) ? find(method, url) : undefined);

  return {
    wants: (method, url) => found(method, url) !== undefined,
    record(one) {
      try {
        const match = found(one.method, one.url);
        if (match === undefined) return;
        const exchange = toExchange(withKnownBodies(one), match);
        census.see(exchange);
        const masked = mask(exchange, match, census.isField);
        entries.add(JSON.stringify(isHar ? harEntryOf(masked, new Date(now())) : masked));
        recorded += 1;
      } catch {
        lose(1);
      }
    },
    lose,
    underWay,
    counts: () => ({ recorded, lost }),
    flush: () => entries.flush(),
    close() {
      giveUpAll();
      return entries.close();
    },
    end() {
      giveUpAll();
      entries.writeRest();
    },
  };
};

/** Finds the recorder shared by everyone who records into the same file. */
export type FindRecorder = (options: RecorderOptions) => Recorder;

export const createRecorders = (documents: RecordedDocuments): FindRecorder => {
  const known = new Map<string, Recorder>();
  return (options) => {
    const key = JSON.stringify([options.file, options.baseUrls ?? {}]);
    const recorder = known.get(key) ?? createRecorder(documents, options);
    known.set(key, recorder);
    return recorder;
  };
};
