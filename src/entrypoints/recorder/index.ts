/** Recorders for a consumer's integration tests. Their files are evidence for `tripact observe`. */
import { documents } from "../../builtin/documents.ts";
import { createRecorders, type RecorderOptions } from "../../traffic/recorder/recorder.ts";
import { type RecordingFetch, recordingFetch } from "../../traffic/recorder/recording-fetch.ts";
import {
  recordedRun,
  type RunningRecorder,
  startRecorderFor,
  type StartRecorderOptions,
} from "../../traffic/recorder/start-recorder.ts";
import { defaultEnvironment } from "../../core/model/environment.ts";
import {
  checked,
  checkedDocument,
  fetchUses,
  type RecordedDocumentOptions,
  recorderUses,
  type RecordFetchOptions,
  startUses,
} from "./options.ts";
import type { OptionUses } from "../../core/output/values.ts";
import { interceptorOf, type RecordingInterceptor } from "../../traffic/recorder/recording-interceptor.ts";

export type { RecorderCounts, RecorderOptions } from "../../traffic/recorder/recorder.ts";
export type { RecordingFetch, RecordingInterceptor, RunningRecorder, StartRecorderOptions };
export type { RecordedDocumentOptions, RecordFetchOptions };
export { recordedRun };

const recorderFor = createRecorders(documents);

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
  const { fetch, ...recorded } = checked(options, fetchUses);
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
  interceptorOf(recorderFor(checked(options, recorderUses)));

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
  startRecorderFor(recorderFor, checked(options, startUses));

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
  const opened = await openTraffic(checkedDocument(options), defaultEnvironment({}));
  if (opened === undefined) throw new Error("a document that is named is opened");
  const { contract, config } = opened;
  const usual = { baseUrls: knownAddresses(config.baseUrls) };
  const find = createRecorders(contract);
  const of = <Options extends RecorderOptions>(given: Options, uses: OptionUses<Options>): Options => ({
    ...usual,
    ...checked(given, uses, contract.interfaces),
  });
  return {
    recordFetch: (given) => {
      const { fetch, ...recorded } = of(given, fetchUses);
      return recordingFetch(find(recorded), fetch);
    },
    recordingInterceptor: (given) => interceptorOf(find(of(given, recorderUses))),
    startRecorder: (given) => startRecorderFor(find, of(given, startUses)),
  };
};
