import { contract } from "../../inputs/contract.ts";
import { parentPort, workerData } from "node:worker_threads";
import type { EntryBatch, FromThread, ToThread } from "./judging-thread.ts";
import { createRecordingJudge, type JudgeSetting, type RecordingJudge } from "./recording-judge.ts";

const judgeBatch = (judge: RecordingJudge, batch: EntryBatch): void => {
  const { recording, form, bytes, ends, positions } = batch;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (const [index, end] of ends.entries()) {
    const location = { recording, form, position: positions[index] ?? 0, number: batch.number + index };
    judge.entry(buffer.subarray(start, end), location, false);
    start = end;
  }
};

const port = parentPort;
if (port === null) throw new Error("this runs in a thread of tripact observe");
const post = (message: FromThread): void => port.postMessage(message);

/** Messages that arrive before the judge is ready are queued. */
const judgeAll = async (): Promise<void> => {
  // `startJudgingThread` passed this. A contract of documents stays in its own thread.
  const judge = await createRecordingJudge(contract, workerData as JudgeSetting);
  port.on("message", (message: ToThread) => {
    if ("end" in message) return post({ state: judge.state() });
    judgeBatch(judge, message.batch);
    post({ done: true });
  });
};

// A rejection ends the thread with its reason.
void judgeAll();
