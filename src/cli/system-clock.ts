import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../model/clock.ts";

/** The machine's time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
};
