import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Recorder } from "./recorder.ts";

/** Where what the channels of a process show is recorded. */
export type Traffic = Pick<Recorder, "wants" | "record">;

/** Gets the parts of a channel's message, of which nothing is sure. */
export type Listener = (message: Readonly<Record<string, unknown>>) => void;

/** Recording never gets in the way of a call. */
export const quietly = (look: () => void): void => {
  try {
    look();
  } catch {
    // The recorder counts what it loses.
  }
};

/** Listens to channels by their names. Returns what ends it. */
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
