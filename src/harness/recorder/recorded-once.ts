import { AsyncLocalStorage } from "node:async_hooks";

const recording = new AsyncLocalStorage<true>();

/** Runs code that sends a request which its caller records. */
export const recordedByCaller = <Result>(send: () => Result): Result => recording.run(true, send);

/** Whether the sender of the current request records it, so that no other layer needs to. */
export const isRecordedByCaller = (): boolean => recording.getStore() === true;
