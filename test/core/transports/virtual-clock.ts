import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../src/core/model/clock.ts";

export interface VirtualClock extends Clock {
  /** Every wait that was asked for, in milliseconds. */
  readonly sleeps: readonly number[];
  /** Waits for a promise, moving the time on to the next sleeper whenever nothing else can happen. */
  settle<Result>(promise: Promise<Result>): Promise<Result>;
}

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** A clock that passes no real time. */
export const createVirtualClock = (start = Date.UTC(2025, 2, 1)): VirtualClock => {
  let now = start;
  let sleepers: Sleeper[] = [];
  const sleeps: number[] = [];

  const wakeNext = (): void => {
    const next = sleepers.toSorted((one, other) => one.until - other.until).at(0);
    if (next === undefined) return;
    sleepers = sleepers.filter((sleeper) => sleeper !== next);
    now = Math.max(now, next.until);
    next.wake();
  };

  return {
    sleeps,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeps.push(ms);
        signal?.throwIfAborted();
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal.reason);
        });
      }),
    async settle(promise) {
      const state = { isDone: false };
      const mark = (): void => {
        state.isDone = true;
      };
      promise.then(mark, mark);
      while (!state.isDone) {
        await nextTurn();
        if (!state.isDone) wakeNext();
      }
      return promise;
    },
  };
};
