/** What a consumer's own integration tests switch on, so that their traffic becomes evidence for `tripact observe`. */
import { documents } from "../../contract/documents.ts";
import { createRecorders, type RecorderOptions } from "../../harness/recorder/recorder.ts";
import { type RecordingFetch, recordingFetch } from "../../harness/recorder/recording-fetch.ts";
import {
  recordedRun,
  type RunningRecorder,
  startRecorderFor,
  type StartRecorderOptions,
} from "../../harness/recorder/start-recorder.ts";
import { interceptorOf, type RecordingInterceptor } from "../../harness/recorder/recording-interceptor.ts";

export type { RecorderCounts, RecorderOptions } from "../../harness/recorder/recorder.ts";
export type { RecordingFetch, RecordingInterceptor, RunningRecorder, StartRecorderOptions };
export { recordedRun };

const recorderFor = createRecorders(documents);

/** A recording of one fetch function. */
export interface RecordFetchOptions extends RecorderOptions {
  /** The function to wrap; by default the global one, as it is when it is called. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Wraps fetch so that exchanges with the three interfaces are added to a file: masked, without a value of anybody's
 * record and without a secret. The answer is handed on as it came; it is copied, not consumed. Requests elsewhere are
 * not looked at.
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
export const recordFetch = ({ fetch, ...options }: RecordFetchOptions): RecordingFetch =>
  recordingFetch(recorderFor(options), fetch);

/**
 * An interceptor for undici's `dispatcher.compose`: exchanges with the three interfaces are added to a file, masked,
 * without a value of anybody's record and without a secret. The handler sees the answer as it comes.
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
  interceptorOf(recorderFor(options));

/**
 * Records what this process sends to the three interfaces from now on, masked, without a value of anybody's record and
 * without a secret: by fetch, undici, node:http, node:https, node:http2, and whatever is built on them (axios, got, node-fetch).
 * Clients are not touched. Warns if nothing was recorded by the time that the process ends or `stop` is called.
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
  startRecorderFor(recorderFor, options);
