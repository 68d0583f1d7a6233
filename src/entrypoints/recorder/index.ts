/** Recorders for a consumer's integration tests. Their files are evidence for `tripact observe`. */
import { documents } from "../../builtin/documents.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import { option, type OptionsOf, type OptionTable } from "../../core/output/options.ts";
import { kinds } from "../../core/output/values.ts";
import { defaultEnvironment } from "../../inputs/app-options.ts";
import { trafficOptions } from "../../inputs/common-options.ts";
import {
  checked,
  type RecorderOptions,
  recorderOptionsOf,
  type RecordFetchOptions,
  type StartRecorderOptions,
} from "../../traffic/recorder/options.ts";
import { createRecorders } from "../../traffic/recorder/recorder.ts";
import { type RecordingFetch, recordingFetch } from "../../traffic/recorder/recording-fetch.ts";
import {
  recordedRun,
  type RunningRecorder,
  startRecorderFor,
} from "../../traffic/recorder/start-recorder.ts";
import { interceptorOf, type RecordingInterceptor } from "../../traffic/recorder/recording-interceptor.ts";

export type { RecorderCounts } from "../../traffic/recorder/recorder.ts";
export type { RecordingFetch, RecordingInterceptor, RunningRecorder, StartRecorderOptions };
export type { RecorderOptions, RecordFetchOptions };
export { recordedRun };

const recorderFor = createRecorders(documents);
const tables = recorderOptionsOf(interfaceNames);

/**
 * Wraps fetch so that exchanges with the three interfaces are appended to a file: masked, without values of records and
 * without secrets. The response is returned unchanged; the recorder reads a copy. Other requests are ignored.
 * @example
 * ```ts
 * import { recordFetch } from "tripact/recorder";
 *
 * const fetch = recordFetch({ file: "traffic.ndjson" });
 * // Hand it to the client: createClient({ baseUrl, fetch })
 * await fetch.flush();
 * console.log(fetch.counts().recorded); // 0
 * ```
 */
export const recordFetch = (options: RecordFetchOptions): RecordingFetch => {
  const { fetch, ...recorded } = checked(options, tables.fetch);
  return recordingFetch(recorderFor(recorded), fetch);
};

/**
 * An interceptor for undici's `dispatcher.compose`: appends exchanges with the three interfaces to a file, masked and
 * without values of records or secrets. The handler receives the response unchanged.
 * @example
 * ```ts
 * import { recordingInterceptor } from "tripact/recorder";
 * import { Agent } from "undici";
 *
 * const interceptor = recordingInterceptor({ file: "traffic.ndjson" });
 * const agent = new Agent().compose(interceptor);
 * // Hand it to the client: request(url, { dispatcher: agent })
 * await agent.close();
 * ```
 */
export const recordingInterceptor = (options: RecorderOptions): RecordingInterceptor =>
  interceptorOf(recorderFor(checked(options, tables.recorder)));

/**
 * Starts recording what this process sends to the three interfaces, masked, without values of records and without
 * secrets: by fetch, undici, node:http, node:https, node:http2, and clients built on them (axios, got, node-fetch).
 * Clients stay unchanged. Warns if nothing was recorded when the process ends or `stop` is called.
 * @example
 * ```ts
 * import { startRecorder } from "tripact/recorder";
 *
 * const recorder = startRecorder({
 *   file: "traffic.ndjson",
 *   baseUrls: { donation: "https://donations.example.org" },
 *   onTrouble: (message) => console.log(message),
 * });
 * // … the tests …
 * await recorder.stop();
 * ```
 */
export const startRecorder = (options: StartRecorderOptions): RunningRecorder =>
  startRecorderFor(recorderFor, checked(options, tables.process));

const documentTable = {
  /** The OpenAPI document: a file or an address. */
  openapi: option.needed(kinds.text),
  /** Base address of the server; default: the document's first server. Without either, paths alone identify requests. */
  url: trafficOptions.url,
  /** Name of the interface; default: from the document's title. */
  name: trafficOptions.name,
};

/** A document whose interface is recorded. */
export interface RecordedDocumentOptions extends OptionsOf<typeof documentTable> {}

/** The recorders of one document's interface. */
export interface DocumentRecorders {
  readonly recordFetch: typeof recordFetch;
  readonly recordingInterceptor: typeof recordingInterceptor;
  readonly startRecorder: typeof startRecorder;
}

/**
 * The same recorders for the interface of any OpenAPI document, which need no `baseUrls`: its recordings are evidence for
 * `tripact observe --openapi`.
 * @throws UsageError for a document that cannot be used
 * @example
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import { recordersOf } from "tripact/recorder";
 *
 * const info = { title: "Shop", version: "1" };
 * writeFileSync("openapi.json", JSON.stringify({ openapi: "3.1.0", info, paths: {} }));
 * const { startRecorder } = await recordersOf({ openapi: "openapi.json", url: "http://127.0.0.1:3000" });
 * const recorder = startRecorder({ file: "shop.ndjson", onTrouble: (message) => console.log(message) });
 * // … the tests …
 * await recorder.stop();
 * ```
 */
export const recordersOf = async (options: RecordedDocumentOptions): Promise<DocumentRecorders> => {
  const { knownAddresses, openTraffic } = await import("../../inputs/open-traffic.ts");
  const opened = await openTraffic(checked(options, documentTable), defaultEnvironment({}));
  if (opened === undefined) throw new Error("a document that is named is opened");
  const { contract, config } = opened;
  const usual = { baseUrls: knownAddresses(config.baseUrls) };
  const find = createRecorders(contract);
  const own = recorderOptionsOf(contract.interfaces);
  const of = <Options extends RecorderOptions>(given: Options, table: OptionTable): Options => ({
    ...usual,
    ...checked(given, table),
  });
  return {
    recordFetch: (given) => {
      const { fetch, ...recorded } = of(given, own.fetch);
      return recordingFetch(find(recorded), fetch);
    },
    recordingInterceptor: (given) => interceptorOf(find(of(given, own.recorder))),
    startRecorder: (given) => startRecorderFor(find, of(given, own.process)),
  };
};
