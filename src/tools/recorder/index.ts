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

export interface RecordFetchOptions extends RecorderOptions {
  /** The function to wrap; by default the global one, as it is when it is called. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Wraps fetch so that exchanges with the three interfaces are added to a file: masked, without a value of anybody's
 * record and without a secret. The answer is handed on as it came; it is copied, not consumed. Requests elsewhere are
 * not looked at.
 */
export const recordFetch = ({ fetch, ...options }: RecordFetchOptions): RecordingFetch =>
  recordingFetch(recorderFor(options), fetch);

/**
 * An interceptor for undici's `dispatcher.compose`: exchanges with the three interfaces are added to a file, masked,
 * without a value of anybody's record and without a secret. The handler sees the answer as it comes.
 */
export const recordingInterceptor = (options: RecorderOptions): RecordingInterceptor =>
  interceptorOf(recorderFor(options));

/**
 * Records what this process sends to the three interfaces from now on, masked, without a value of anybody's record and
 * without a secret: by fetch, undici, node:http, node:https, and whatever is built on them (axios, got, node-fetch).
 * Clients are not touched. Warns if nothing was recorded by the time that the process ends or `stop` is called.
 */
export const startRecorder = (options: StartRecorderOptions): RunningRecorder =>
  startRecorderFor(recorderFor, options);
