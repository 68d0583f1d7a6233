import { AsyncLocalStorage } from "node:async_hooks";

const recording = new AsyncLocalStorage<true>();

/** Does what sends a request that its caller records. */
export const recordedByCaller = <Result>(send: () => Result): Result => recording.run(true, send);

/** Whether whoever sends the present request records it, so that nobody else need. */
export const isRecordedByCaller = (): boolean => recording.getStore() === true;
