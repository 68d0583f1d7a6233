import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../model/clock.ts";

/** What one timer can count to, in milliseconds: one that is asked for more does not wait at all. */
const longestTimer = 0x7fff_ffff;

/** The machine's time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    for (let left = ms; left > 0; left -= longestTimer)
      await wait(Math.min(left, longestTimer), undefined, signal === undefined ? {} : { signal });
  },
};
