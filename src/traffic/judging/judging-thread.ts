import { startOwnThread } from "../../core/model/own-thread.ts";
import type { RecordingForm } from "../recordings/detect.ts";
import type { JudgeSetting, JudgeState } from "./recording-judge.ts";

/** Entries of one recording, copied one after another. */
export interface EntryBatch {
  readonly recording: number;
  readonly form: RecordingForm;
  /** The number of the first entry. */
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** End offset of each entry in `bytes`. */
  readonly ends: readonly number[];
  readonly positions: readonly number[];
}

/** A message to the thread: entries to judge, or the end. */
export type ToThread = { readonly batch: EntryBatch } | { readonly end: true };

/** A message from the thread: ready for more, or all results. */
export type FromThread = { readonly done: true } | { readonly state: JudgeState };

/** Another thread that judges entries. */
export type JudgingThread = ReturnType<typeof startJudgingThread>;

const mostWaiting = 3;

// Built files have other names than the sources.
const program = import.meta.url.endsWith(".ts") ? "./judging-thread-main.ts" : "./judging-thread-main.js";

export const startJudgingThread = (setting: JudgeSetting) => {
  const worker = startOwnThread("judging-thread.js", new URL(program, import.meta.url), {
    workerData: setting,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  let waiting = 0;
  const ended = Promise.withResolvers<JudgeState>();
  // A caller that never awaits the end learns of a bug when the process exits.
  ended.promise.catch(() => undefined);
  worker.on("message", (message: FromThread) => {
    if ("state" in message) ended.resolve(message.state);
    else waiting -= 1;
  });
  worker.once("error", ended.reject);
  worker.once("exit", () => ended.reject(new Error("a thread that judges recordings has ended early")));
  const post = (message: ToThread, transfer: readonly ArrayBuffer[] = []): void =>
    worker.postMessage(message, transfer);

  return {
    /** Whether it can take more entries without a long queue. */
    isFree: () => waiting < mostWaiting,
    judge(batch: EntryBatch) {
      waiting += 1;
      post({ batch }, [batch.bytes.buffer]);
    },
    /** Resolves to the results of the thread. */
    async end() {
      post({ end: true });
      try {
        return await ended.promise;
      } finally {
        await worker.terminate();
      }
    },
    stop: async () => void (await worker.terminate()),
  };
};
