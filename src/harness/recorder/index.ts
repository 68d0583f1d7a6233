/** What a consumer's own integration tests switch on, so that their traffic becomes evidence for `tripact observe`. */
export { recordFetch, type RecordFetchOptions, type RecordingFetch } from "./record-fetch.ts";
export type { RecorderCounts, RecorderOptions } from "./recorder.ts";
export { recordingInterceptor, type RecordingInterceptor } from "./recording-interceptor.ts";
