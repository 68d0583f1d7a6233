import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Recorder } from "./recorder.ts";

/** Receives the traffic seen on a process's diagnostics channels. */
export type Traffic = Pick<Recorder, "wants" | "record" | "lose" | "underWay">;

/** Receives a channel's message, whose parts are untrusted. */
export type Listener = (message: Readonly<Record<string, unknown>>) => void;

/** Recording never disturbs a call. */
export const quietly = (look: () => void): void => {
  try {
    look();
  } catch {
    // The recorder counts what it loses.
  }
};

/** Subscribes to channels by name. Returns the unsubscribe function. */
export const listenTo = (listeners: Readonly<Record<string, Listener>>): (() => void) => {
  const channels = Object.entries(listeners).map(([name, listen]) => {
    const hear = (message: unknown): void =>
      quietly(() => {
        if (typeof message === "object" && message !== null) listen({ ...message });
      });
    return [name, hear] as const;
  });
  for (const [name, hear] of channels) subscribe(name, hear);
  return () => {
    for (const [name, hear] of channels) unsubscribe(name, hear);
  };
};

const recording = new AsyncLocalStorage<true>();

/** Runs code that sends a request which its caller records. */
export const recordedByCaller = <Result>(send: () => Result): Result => recording.run(true, send);

/** Whether the sender of the current request records it, so that no other layer needs to. */
export const isRecordedByCaller = (): boolean => recording.getStore() === true;
