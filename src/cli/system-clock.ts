import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../model/clock.ts";

/** What one timer can count to, in milliseconds: one that is asked for more does not wait at all. */
const longestTimer = 0x7fff_ffff;

/**
 * A clock that never goes back: while the wall clock is behind what was said before, time goes on by the monotonic
 * one. Both in milliseconds.
 */
export const steadyClock = (wall: () => number, monotonic: () => number): (() => number) => {
  let [said, at] = [wall(), monotonic()];
  return () => {
    const moment = monotonic();
    said = Math.max(wall(), said + moment - at);
    at = moment;
    return said;
  };
};

const now = steadyClock(
  () => Date.now(),
  () => performance.now(),
);

/** The machine's time, which never goes back within this process. */
export const systemClock: Clock = {
  now: () => Math.floor(now()),
  sleep: async (ms, signal) => {
    for (let left = ms; left > 0; left -= longestTimer)
      await wait(Math.min(left, longestTimer), undefined, signal === undefined ? {} : { signal });
  },
};
