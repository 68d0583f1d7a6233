import { channel } from "node:diagnostics_channel";
import { statSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { assertOptions } from "../../core/output/options.ts";
import { type RecordedRunOptions, recordedRunOptions, type StartRecorderOptions } from "./options.ts";
import { safe } from "../../core/output/safe-text.ts";
import type { FindRecorder, Recorder, RecorderCounts } from "./recorder.ts";
import { watchHttp, watchHttp2 } from "./watch-http.ts";
import { watchUndici } from "./watch-undici.ts";
import { doneOnce } from "../../core/model/done-once.ts";
import { callback } from "../../core/model/callback.ts";

/** A running recorder. */
export interface RunningRecorder {
  counts(): RecorderCounts;
  /** Resolves when everything recorded so far is in the file. */
  flush(): Promise<void>;
  /**
   * Stops recording and resolves when everything is in the file. An answer that was not read to its end is recorded
   * without its body, and a request that has no answer yet counts as lost. Warns if nothing was recorded.
   */
  stop(): Promise<void>;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Called at process exit, when a process warning would be too late. */
const say = (message: string): void => {
  writeSync(2, String(safe`tripact recorder: ${message}\n`));
};

const nothingRecorded = (file: string, seen?: number): string => {
  const requests =
    seen === undefined
      ? ""
      : seen === 0
        ? ": no request was made by fetch, undici, node:http, node:https or node:http2"
        : `: none of ${seen} requests went to an interface; name its address in baseUrls`;
  return `nothing was recorded in ${file}${requests}`;
};

/** Recorders by file, on an object shared by all realms of the process, because test runners load modules twice. */
const runningIn = (): Map<string, Entry> => {
  const shared: { [key: symbol]: unknown } = channel("http.client.request.created") as object as {
    [key: symbol]: unknown;
  };
  const key = Symbol.for("tripact.recorders");
  // Only this file sets it.
  return (shared[key] ??= new Map()) as Map<string, Entry>;
};

interface Entry {
  readonly running: RunningRecorder;
  users: number;
}

const start = (
  recorder: Recorder,
  { file, isPart = false, onTrouble = say }: StartRecorderOptions,
): RunningRecorder => {
  const before = sizeOf(file);
  let seen = 0;
  const traffic = {
    wants: (method: string, url: string): boolean => {
      seen += 1;
      return recorder.wants(method, url);
    },
    record: recorder.record,
    lose: recorder.lose,
    underWay: recorder.underWay,
  };
  const ends = [watchHttp(traffic), watchHttp2(traffic), watchUndici(traffic)];
  const warn = (): void => {
    if (isPart || recorder.counts().recorded > 0 || sizeOf(file) > before) return;
    callback(onTrouble)(nothingRecorded(file, seen));
  };
  const atExit = (): void => {
    recorder.end();
    warn();
  };
  process.once("exit", atExit);
  return {
    counts: () => recorder.counts(),
    flush: () => recorder.flush(),
    stop: doneOnce(async () => {
      process.off("exit", atExit);
      for (const end of ends) end();
      // The next recorder for this path opens it again: it may be another file by then.
      await recorder.close();
      warn();
    }),
  };
};

/**
 * Records what the process sends to the interfaces with any client: fetch, undici, node:http, node:https, node:http2
 * and anything built on them. A second start for the same file joins the first; each exchange is recorded once.
 */
export const startRecorderFor = (find: FindRecorder, options: StartRecorderOptions): RunningRecorder => {
  const all = runningIn();
  const file = resolve(options.file);
  const known = all.get(file);
  const entry = known ?? { running: start(find(options), options), users: 0 };
  entry.users += 1;
  all.set(file, entry);
  return {
    ...entry.running,
    stop: doneOnce(async () => {
      entry.users -= 1;
      if (entry.users > 0) return entry.running.flush();
      all.delete(file);
      await entry.running.stop();
    }),
  };
};

/**
 * Call it before a run whose processes record into one file, and call the returned function after it: it warns if the
 * run added nothing to the file.
 * @example
 * ```ts
 * import { recordedRun, startRecorder } from "tripact/recorder";
 *
 * const isRecorded = recordedRun({ file: "traffic.ndjson", onTrouble: (message) => console.log(message) });
 * const recorder = startRecorder({ file: "traffic.ndjson", isPart: true });
 * await recorder.stop();
 * isRecorded(); // nothing was recorded in traffic.ndjson
 * ```
 */
export const recordedRun = (options: RecordedRunOptions): (() => void) => {
  assertOptions(options, recordedRunOptions);
  const { file, onTrouble = say } = options;
  const before = sizeOf(file);
  return () => {
    if (sizeOf(file) <= before) callback(onTrouble)(nothingRecorded(file));
  };
};
